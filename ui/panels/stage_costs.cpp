// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_costs.h"

#include "ui/document/cost_edits.h"
#include "ui/document/document.h"
#include "ui/panels/stage_model.h"
#include "ui/widgets/problem_note.h"

#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

/// Who runs each stage: "0", or "0, 7" where two ranks do.
QStringList ranksByStage(const LaneIndex& index, std::uint32_t stages)
{
    QStringList ranks;
    for (std::uint32_t stage = 0; stage < stages; ++stage)
        ranks << QString();
    for (std::uint32_t rank = 0; rank < index.laneCount(); ++rank)
        for (const StageId stage : index.stagesOf(RankId{rank}))
            if (stage.value < stages) {
                QString& text = ranks[static_cast<qsizetype>(stage.value)];
                text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(rank);
            }
    return ranks;
}

} // namespace

const StageCosts::Part StageCosts::kParts[] = {
    {"F", QT_TR_NOOP("Forward"), ActionKind::Forward, nullptr},
    {"I", QT_TR_NOOP("Backward input"), ActionKind::BackwardInput, nullptr},
    {"W", QT_TR_NOOP("Backward weight"), ActionKind::BackwardWeight, nullptr},
    {"B", QT_TR_NOOP("Backward"), ActionKind::Backward, nullptr},
    {QT_TR_NOOP("Act."), QT_TR_NOOP("Activation"), {}, &CostModel::activation},
    {QT_TR_NOOP("Param."), QT_TR_NOOP("Parameters"), {}, &CostModel::parameters},
};

StageCosts::StageCosts(Document& document, bool editable, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_editable(editable)
    , m_model(new StageModel(this))
    , m_table(new StageTable(*m_model, this))
    , m_problem(new ProblemNote(*this))
{
    m_model->setEditable(editable);
    if (!editable) {
        m_table->setReadOnly();
        m_table->setObjectName(QStringLiteral("composed-table"));
        m_table->setAccessibleName(tr("Composed costs by stage"));
        m_table->setToolTip(tr("The costs of each stage that result from the blocks"));
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_table);
    setFocusProxy(m_table);
    connect(m_model, &StageModel::edited, this, &StageCosts::takeCell);
    connect(m_table, &StageTable::pasted, this, &StageCosts::takeGrid);
    connect(m_model, &StageModel::refused, this, [this](const QString& text) {
        m_refused = m_table->currentIndex();
        m_problem->set(*m_table, text);
    });
    connect(m_table, &StageTable::refused, this, [this](const QString& text) {
        m_refused = QModelIndex();
        m_problem->set(*m_table, text);
    });
    const auto forget = [this] { m_problem->clear(); };
    connect(m_table, &StageTable::dropped, this, forget);
    connect(&document, &Document::stateChanged, this, forget);
    // Tab from a refused cell opens the next one, and must not hide why.
    connect(m_table, &StageTable::opened, this, [this, forget](const QModelIndex& cell) {
        if (!m_refused.isValid() || m_refused == cell)
            forget();
    });
}

QString StageCosts::problemText() const
{
    return m_problem->text();
}

std::vector<const StageCosts::Part*> StageCosts::partsOf(const Evaluation& evaluation,
                                                         const CostModel& costs) const
{
    std::vector<const Part*> parts;
    for (const Part& part : kParts) {
        const bool isHalf = part.kind == ActionKind::BackwardInput || part.kind == ActionKind::BackwardWeight;
        const bool isFull = part.kind == ActionKind::Backward;
        if ((isHalf && !evaluation.splitsBackward) ||
            (isFull && evaluation.splitsBackward && !evaluation.runs(ActionKind::Backward)) ||
            (part.sizes == &CostModel::parameters && costs.parameters == StageValues(0.0)))
            continue;
        parts.push_back(&part);
    }
    return parts;
}

StageValues StageCosts::valuesOf(const CostModel& costs, const Part& part) const
{
    return part.kind ? timesOf(costs, *part.kind, m_stages) : costs.*part.sizes;
}

CostModel StageCosts::with(CostModel costs, const Part& part, StageValues values) const
{
    if (part.kind)
        return withTimes(std::move(costs), *part.kind, std::move(values), m_stages, m_independent);
    costs.*part.sizes = std::move(values);
    return costs;
}

void StageCosts::follow()
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    if (!evaluation)
        return;
    m_stages = evaluation->timeline->schedule->stageCount;
    const CostModel& given = m_document.state().costs;
    // Lists that do not fit are shown once they do.
    if (!given.check(m_stages))
        return;
    const CostModel costs = given.forStages(m_stages);
    m_parts = partsOf(*evaluation, costs);
    m_independent = evaluation->runs(ActionKind::Backward) && evaluation->splitsBackward;
    if (m_ranksOf != evaluation->timeline->schedule) {
        m_ranksOf = evaluation->timeline->schedule;
        m_ranks = ranksByStage(*evaluation->index, m_stages);
    }
    std::vector<StageColumn> columns;
    for (const Part* part : m_parts)
        columns.push_back({tr(part->title), tr(part->help), valuesOf(costs, *part),
                           part->kind                              ? Measure{Quantity::Duration, costs.unit}
                           : costs.memoryUnit == MemoryUnit::Bytes ? Measure{Quantity::Size}
                                                                   : Measure{}});
    m_model->setContent(std::move(columns), m_ranks);
}

void StageCosts::takeCell(int row, int column, double value)
{
    takeGrid(row, column, {{value}});
}

void StageCosts::takeGrid(int row, int column, const NumberGrid& numbers)
{
    if (!m_editable)
        return;
    CostModel costs = m_document.state().costs;
    for (auto c = static_cast<std::size_t>(column); c < m_parts.size(); ++c) {
        const std::size_t from = c - static_cast<std::size_t>(column);
        std::vector<double> list = inFull(valuesOf(costs, *m_parts[c]), m_stages);
        bool touched = false;
        for (std::size_t r = 0; r < numbers.size(); ++r)
            if (from < numbers[r].size()) {
                list[static_cast<std::size_t>(row) + r] = numbers[r][from];
                touched = true;
            }
        if (touched)
            costs = with(std::move(costs), *m_parts[c], StageValues(std::move(list)));
    }
    apply(costs);
}

void StageCosts::apply(const CostModel& costs)
{
    m_problem->clear();
    m_document.endTyping();
    m_document.setCosts(costs, tr("Costs by stage"));
    m_document.endTyping();
}

} // namespace bubblescope::ui
