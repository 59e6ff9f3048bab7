// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/cost_edits.h"

#include "core/time/cost_fields.h"
#include "ui/document/core_text.h"
#include "ui/document/what_if_rules.h"

#include <QCoreApplication>
#include <algorithm>

namespace bubblescope::ui {

namespace {

struct CostEditsTr
{
    Q_DECLARE_TR_FUNCTIONS(CostEdits)
};

/// Calls `visit(title, values)` for everything that can be a list.
template <typename Costs, typename Visit>
void forEachList(Costs& costs, Visit&& visit)
{
    visitStageValues(costs, [&](const CostField& field, auto& values) { visit(field.entry.title, values); });
    for (auto& [pair, rule] : costs.overlap.times)
        visit(std::string_view("Overlap"), rule.time);
}

bool isUneven(const StageValues& values)
{
    return std::adjacent_find(values.values.begin(), values.values.end(), std::not_equal_to<>()) !=
           values.values.end();
}

CostConversion asUniform(const CostModel& costs, std::uint32_t stageCount, bool recomputes)
{
    CostConversion made{asWritten(costs.forStages(stageCount), recomputes)};
    forEachList(made.costs, [&](std::string_view, StageValues& values) {
        made.loses |= isUneven(values);
        values = StageValues(values.values.front());
    });
    made.costs = inFewValues(std::move(made.costs));
    return made;
}

CostConversion asBlocks(const CostModel& costs, std::uint32_t stageCount)
{
    if (costs.blocks)
        return {costs};
    CostConversion made{costs};
    const auto first = [&](ActionKind kind) {
        const StageValues values = timesOf(costs, kind, stageCount);
        made.loses |= isUneven(values);
        return values.at(StageId{0});
    };
    BlockCosts blocks;
    blocks.layer.forward = first(ActionKind::Forward);
    blocks.layer.backwardInput = first(ActionKind::BackwardInput);
    blocks.layer.backwardWeight = first(ActionKind::BackwardWeight);
    const double backward = first(ActionKind::Backward);
    if (backward != *blocks.layer.backwardInput + *blocks.layer.backwardWeight)
        blocks.layer.backward = backward;
    made.costs.blocks = blocks;
    made.costs.layersPerStage = StageValues(1.0);
    visitComputeTimes(made.costs, [](const CostField&, std::optional<StageValues>& times) { times.reset(); });
    return made;
}

} // namespace

CostMode costModeOf(const CostModel& costs)
{
    if (costs.blocks)
        return CostMode::ByBlock;
    bool lists = false;
    forEachList(costs, [&](std::string_view, const StageValues& values) { lists |= !values.isUniform(); });
    return lists ? CostMode::PerStage : CostMode::Uniform;
}

CostConversion convertedTo(CostMode mode, const CostModel& costs, std::uint32_t stageCount, bool recomputes)
{
    switch (mode) {
    case CostMode::Uniform:
        return asUniform(costs, stageCount, recomputes);
    case CostMode::ByBlock:
        return asBlocks(costs, stageCount);
    case CostMode::PerStage:
        break;
    }
    return {costs.blocks ? inFewValues(asWritten(costs.forStages(stageCount), recomputes)) : costs};
}

StageValues timesOf(const CostModel& costs, ActionKind kind, std::uint32_t stageCount)
{
    std::vector<double> values;
    for (std::uint32_t stage = 0; stage < std::max(1U, stageCount); ++stage)
        values.push_back(costs.durationOf(kind, StageId{stage}));
    StageValues times(std::move(values));
    return isUneven(times) ? times : StageValues(times.values.front());
}

CostModel withTimes(CostModel costs, ActionKind kind, StageValues values, std::uint32_t stageCount,
                    bool independent)
{
    const CostModel before = costs;
    const auto pin = [&](std::optional<StageValues>& times, ActionKind which) {
        if (!times && before.check(stageCount))
            times = timesOf(before, which, stageCount);
    };
    if (kind != ActionKind::Forward && (independent || kind != ActionKind::Backward)) {
        pin(costs.backwardInput, ActionKind::BackwardInput);
        pin(costs.backwardWeight, ActionKind::BackwardWeight);
    }
    switch (kind) {
    case ActionKind::Forward:
        costs.forward = std::move(values);
        return costs;
    case ActionKind::BackwardInput:
        costs.backwardInput = std::move(values);
        break;
    case ActionKind::BackwardWeight:
        costs.backwardWeight = std::move(values);
        break;
    default:
        costs.backward = std::move(values);
        if (!independent) {
            costs.backwardInput.reset();
            costs.backwardWeight.reset();
        }
        return costs;
    }
    if (independent)
        pin(costs.backward, ActionKind::Backward);
    else
        costs.backward.reset();
    return costs;
}

std::vector<double> inFull(const StageValues& values, std::uint32_t stageCount)
{
    std::vector<double> list(stageCount);
    for (std::uint32_t stage = 0; stage < stageCount; ++stage)
        list[stage] = values.at(StageId{stage});
    return list;
}

QStringList misfits(const CostModel& costs, std::uint32_t stageCount)
{
    QStringList found;
    forEachList(costs, [&](std::string_view title, const StageValues& values) {
        if (!values.isUniform() && values.values.size() != stageCount)
            found << CostEditsTr::tr("%1 has %2", "list, number of values")
                         .arg(coreText(title))
                         .arg(values.values.size());
    });
    return found;
}

CostModel fittedTo(CostModel costs, std::uint32_t stageCount)
{
    forEachList(costs, [&](std::string_view, StageValues& values) {
        if (!values.isUniform() && values.values.size() != stageCount && stageCount > 0)
            values.values.resize(stageCount, values.values.back());
    });
    return costs;
}

} // namespace bubblescope::ui
