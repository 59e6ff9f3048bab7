// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_plan.h"

#include <QWidget>
#include <optional>

class QLabel;
class QLineEdit;

namespace bubblescope::ui {

class ElidedLabel;
class FormRow;
class ScheduleChoice;
class SegmentedChoice;
class NumberField;

/// What is swept: schedules, lists of numbers, a limit, and whose times the document's costs are. Says what
/// is wrong beside its field, and how many configurations it makes.
class SweepForm : public QWidget
{
    Q_OBJECT

public:
    explicit SweepForm(QWidget* parent = nullptr);

    /// What the document holds now. Lists and schedules are filled in from it until the user has changed one.
    void setContext(const SweepContext& context);
    /// From now on lists and schedules stay as they are, whatever the document becomes.
    void keep() { m_isTouched = true; }
    /// What would be swept; nothing while something is wrong.
    [[nodiscard]] const std::optional<SweepPlan>& plan() const { return m_plan; }
    /// Of the plan; 0 without one.
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// "96 configurations", or what is wrong with the whole.
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] ScheduleChoice* schedules() const { return m_schedules; }

signals:
    void changed();

private:
    /// A list of numbers, and what it means.
    struct ListRow
    {
        QLineEdit* field = nullptr;
        FormRow* row = nullptr;
    };
    ListRow makeList(const char* name, const QString& title, const QString& help, const QString& whenEmpty);
    void makeLimit();
    void makeCosts();
    void fill();
    void edited();
    void renew();
    [[nodiscard]] std::optional<SweepPlan> read();
    [[nodiscard]] std::optional<std::vector<std::int64_t>> wholeNumbers(const ListRow& list, bool mayBeEmpty);
    [[nodiscard]] std::optional<std::vector<double>> latencies();
    [[nodiscard]] bool readLimit(SweepPlan& plan);
    void judge(std::optional<SweepPlan> plan);
    void showCosts();

    SweepContext m_context;
    ScheduleChoice* m_schedules;
    ListRow m_ranks, m_microbatches, m_stages, m_latencies;
    NumberField* m_limit = nullptr;
    FormRow* m_limitRow = nullptr;
    SegmentedChoice* m_share = nullptr;
    ElidedLabel* m_costs = nullptr;
    QLabel* m_countLabel;
    QLabel* m_problem;
    std::optional<SweepPlan> m_plan;
    std::size_t m_count = 0;
    bool m_isTouched = false; ///< by the user, or swept already
    bool m_isFilling = false;
};

} // namespace bubblescope::ui
