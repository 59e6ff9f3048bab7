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
class NumberRow;
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
    NumberRow* add(NumberRow* row);
    ChoiceBox* addPlacement();

    QVBoxLayout* m_layout;
    FindStart m_start;
    NumberRow* m_ranks = nullptr;
    NumberRow* m_microbatches = nullptr;
    ElidedLabel* m_costs = nullptr;
    QPushButton* m_take = nullptr;
    NumberRow* m_limit = nullptr;
    SegmentedChoice* m_objective = nullptr;
    FamilyChoice* m_families = nullptr;
    NumberRow* m_stages = nullptr;
    ChoiceBox* m_placement = nullptr;
    NumberRow* m_layers = nullptr;
    NumberRow* m_seconds = nullptr;
    NumberRow* m_iterations = nullptr;
};

} // namespace bubblescope::ui
