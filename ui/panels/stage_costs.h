// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/time/cost_model.h"
#include "ui/panels/stage_table.h"

#include <QWidget>
#include <optional>

namespace bubblescope::ui {

class Document;
class ProblemNote;

/// The costs of every stage in a table, by kinds that the order runs. Each edit, and each paste, is one undo
/// step; what is no number is said below. Costs by block are shown as they compose, not to be edited here.
class StageCosts : public QWidget
{
    Q_OBJECT

public:
    explicit StageCosts(Document& document, bool editable, QWidget* parent = nullptr);

    [[nodiscard]] StageTable* table() const { return m_table; }
    [[nodiscard]] QString problemText() const;
    /// Document to table.
    void follow();

private:
    /// A column: the time of a kind, or a size.
    struct Part
    {
        const char* title;
        const char* help;
        std::optional<ActionKind> kind;
        StageValues CostModel::*sizes;
    };
    static const Part kParts[6];

    [[nodiscard]] std::vector<const Part*> partsOf(const Evaluation& evaluation,
                                                   const CostModel& costs) const;
    [[nodiscard]] StageValues valuesOf(const CostModel& costs, const Part& part) const;
    [[nodiscard]] CostModel with(CostModel costs, const Part& part, StageValues values) const;
    void takeCell(int row, int column, double value);
    void takeGrid(int row, int column, const NumberGrid& numbers);
    void apply(const CostModel& costs);

    Document& m_document;
    bool m_editable;
    StageModel* m_model;
    StageTable* m_table;
    ProblemNote* m_problem;
    QPersistentModelIndex m_refused; ///< the cell that it is about; none for what was pasted
    std::vector<const Part*> m_parts;
    std::uint32_t m_stages = 1;
    bool m_independent = false; ///< the order runs B beside I and W
    SchedulePtr m_ranksOf;      ///< the order that m_ranks were found in
    QStringList m_ranks;
};

} // namespace bubblescope::ui
