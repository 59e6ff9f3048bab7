// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "ui/document/problem_report.h"
#include "ui/timeline/hit_test.h"
#include "ui/widgets/table_view.h"

#include <QWidget>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace bubblescope::ui {

class ChoiceBox;
class ProblemsModel;
class SegmentedChoice;

/// Where a problem's row leads.
struct ProblemTarget
{
    std::optional<ActionPosition> action; ///< to select
    std::optional<LaneMoment> missing;    ///< where an action that is not there, or not read, belongs
    std::vector<ActionPosition> cycle;    ///< of a deadlock, in order
    QString what = {};                    ///< the problem in a line
};

/// The bottom dock: what validation found in the shown order, each with a jump to the action. Validation runs
/// on a worker thread; only the newest answer is shown.
class ProblemsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);
    ~ProblemsPanel() override;

    /// `unread` are the cells that the evaluation's order lacks; null for none.
    void setEvaluation(const EvaluationPtr& evaluation, const UnreadCellsPtr& unread = nullptr);
    /// Nothing while validation runs.
    [[nodiscard]] std::optional<std::size_t> problemCount() const;
    /// Of the shown evaluation; null while validation runs.
    [[nodiscard]] const ProblemReportPtr& report() const { return m_report; }
    [[nodiscard]] SendSemantics sends() const;
    [[nodiscard]] TableView* list() const { return m_list; }
    void setGrouped(bool grouped);
    /// Makes a problem of the action the current one, unless it is one already; nothing where it has none.
    void setCurrent(const std::optional<ActionPosition>& action);
    /// The selected rows, else all that are listed, as CSV on the clipboard.
    void copyRows() { copy(true); }

signals:
    void reportChanged();
    void problemAsked(const bubblescope::ui::ProblemTarget& target);
    void fitAsked(const bubblescope::ui::ProblemTarget& target); ///< to be seen closely
    void pointed(const bubblescope::ui::Hit& place); ///< whose row the pointer is on; empty when it left
    void copied(const QString& said);                ///< what is on the clipboard now, in words

private:
    void makeBar();
    void validateAgain();
    /// Whether what is shown was found to have no problems.
    [[nodiscard]] bool isClean() const;
    void startValidation();
    void take(ProblemReportPtr report);
    void showState();
    void showArranged();
    void filter();
    void showRules();
    void copy(bool onlySelected);
    [[nodiscard]] std::optional<ProblemTarget> targetOf(const QModelIndex& index) const;
    void jump(const QModelIndex& index);

    EvaluationPtr m_evaluation;
    UnreadCellsPtr m_unread;
    ProblemReportPtr m_report;
    bool m_running = false;               ///< validation cannot be stopped: the next one waits for it
    bool m_outdated = false;              ///< what runs is of an order that is gone
    std::optional<std::size_t> m_current; ///< the row that is current while the list is arranged anew
    bool m_failed = false;                ///< too little memory to look for them
    ProblemsModel* m_model;
    QLabel* m_summary;
    SegmentedChoice* m_sends;
    QCheckBox* m_grouped;
    ChoiceBox* m_rule;
    QLineEdit* m_text;
    std::vector<ProblemKind> m_rules; ///< as m_rule lists them, behind "all"
    QStackedWidget* m_pages;
    TableView* m_list;
    QLabel* m_empty;
};

} // namespace bubblescope::ui
