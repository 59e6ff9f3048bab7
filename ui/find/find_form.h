// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class ChoiceBox;
class ElidedLabel;
class FamilyChoice;
class FindNumber;
class FormRow;
class SegmentedChoice;

/// What is given to a search: the pipeline and its costs, limits, what may be tried, and how long.
class FindForm : public QWidget
{
    Q_OBJECT

public:
    explicit FindForm(QWidget* parent = nullptr);

    /// Takes pipeline, costs and limit; what is said of the search itself stays as it is.
    void take(const FindStart& start);
    /// Whether the open schedule asks what the form was given last.
    [[nodiscard]] bool isOf(const FindStart& start) const;
    /// What is wrong with the fields, the first of it; empty if a search can start.
    [[nodiscard]] QString problemText() const;
    /// Requires that nothing is wrong.
    [[nodiscard]] SearchProblem problem() const;
    [[nodiscard]] SearchBudget budget() const;
    [[nodiscard]] FindUnit unit() const { return m_start.unit; }

signals:
    void edited();
    void takeAsked(); ///< the open document's values

private:
    void makePipeline();
    void makeLimits();
    void makeFamilies();
    void makeBudget();
    void addHeading(const QString& title);
    FindNumber* add(FindNumber* row);
    ChoiceBox* addPlacement();

    QVBoxLayout* m_layout;
    FindStart m_start;
    FindNumber* m_ranks = nullptr;
    FindNumber* m_microbatches = nullptr;
    ElidedLabel* m_costs = nullptr;
    QPushButton* m_take = nullptr;
    FindNumber* m_limit = nullptr;
    SegmentedChoice* m_objective = nullptr;
    FamilyChoice* m_families = nullptr;
    FindNumber* m_stages = nullptr;
    ChoiceBox* m_placement = nullptr;
    FindNumber* m_layers = nullptr;
    FindNumber* m_seconds = nullptr;
    FindNumber* m_iterations = nullptr;
};

} // namespace bubblescope::ui
