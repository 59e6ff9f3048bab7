// SPDX-License-Identifier: Apache-2.0
#include "core/time/rank_share.h"

#include "core/time/cost_fields.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// A product and a quotient, so that a whole share and its parts lead to each other exactly.
struct Scale
{
    double factor = 1;
    double divisor = 1;
};

void scale(StageValues& values, Scale by)
{
    for (double& value : values.values)
        value = value * by.factor / by.divisor;
}

/// The host's part of an action is there however little the action computes.
void scaleTimes(StageValues& times, double hostPart, Scale by)
{
    for (double& time : times.values) {
        const double host = std::min(hostPart, time);
        time = (time - host) * by.factor / by.divisor + host;
    }
}

/// Given times, and those that are not given and do not follow from others.
CostModel scaledTimes(CostModel costs, Scale by)
{
    const bool halves = costs.backwardInput || costs.backwardWeight;
    // Beside one half alone the other is by default 1, a whole share too; with B it is what that leaves.
    const bool bothHalves = halves && !costs.backward && !costs.blocks;
    const auto scaleIf = [&](bool isMeant, std::optional<StageValues>& times, double standard) {
        if (!times && isMeant)
            times = StageValues(standard);
        if (times && isMeant)
            scaleTimes(*times, costs.hostOverhead, by);
    };
    scaleIf(!costs.blocks, costs.forward, 1);
    scaleIf(costs.backward || (!halves && !costs.blocks), costs.backward, 2);
    scaleIf(costs.backwardInput || bothHalves, costs.backwardInput, 1);
    scaleIf(costs.backwardWeight || bothHalves, costs.backwardWeight, 1);
    if (costs.recompute)
        scaleTimes(*costs.recompute, costs.hostOverhead, by);
    scale(costs.offload, by);
    for (auto& [pair, rule] : costs.overlap.times)
        if (!rule.isShareOfSum)
            scaleTimes(rule.time, 0, by);
    return costs;
}

CostModel scaledSizes(CostModel costs, Scale by)
{
    if (!costs.blocks)
        visitStageSizes(costs, [by](const CostField&, StageValues& sizes) { scale(sizes, by); });
    // What depends on parameters is shared as they are.
    for (std::optional<StageValues> StepCosts::*times :
         {&StepCosts::reduceGradients, &StepCosts::clip, &StepCosts::optimizer, &StepCosts::gatherParameters})
        if (costs.step.*times)
            scale(*(costs.step.*times), by);
    return costs;
}

/// Of stages that share what others did.
std::optional<Scale> scaleFor(std::uint32_t stagesPerRank, std::uint32_t otherStagesPerRank)
{
    if (stagesPerRank == otherStagesPerRank || stagesPerRank == 0 || otherStagesPerRank == 0)
        return std::nullopt;
    return Scale{1, static_cast<double>(otherStagesPerRank) / stagesPerRank};
}

} // namespace

std::uint32_t stagesOfAShare(std::uint32_t stageCount, std::uint32_t ranks)
{
    return ranks == 0 ? 1 : std::max(1U, (stageCount + ranks - 1) / ranks);
}

CostModel timesOfOneStage(CostModel costs, std::uint32_t stagesPerRank)
{
    return timesForOtherStages(std::move(costs), 1, stagesPerRank);
}

CostModel timesForOtherStages(CostModel costs, std::uint32_t stagesPerRank, std::uint32_t otherStagesPerRank)
{
    const std::optional<Scale> by = scaleFor(stagesPerRank, otherStagesPerRank);
    return by ? scaledTimes(std::move(costs), *by) : costs;
}

CostModel shareOfOneStage(CostModel costs, std::uint32_t stagesPerRank, std::uint32_t units)
{
    costs = sizesOfOneStage(timesOfOneStage(std::move(costs), stagesPerRank * units), stagesPerRank);
    if (units > 1 && !costs.blocks)
        scale(costs.activation, {1, static_cast<double>(units)});
    return costs;
}

CostModel sizesOfOneStage(CostModel costs, std::uint32_t stagesPerRank)
{
    return sizesForOtherStages(std::move(costs), 1, stagesPerRank);
}

CostModel sizesForOtherStages(CostModel costs, std::uint32_t stagesPerRank, std::uint32_t otherStagesPerRank)
{
    const std::optional<Scale> by = scaleFor(stagesPerRank, otherStagesPerRank);
    return by ? scaledSizes(std::move(costs), *by) : costs;
}

CostModel timesOfWholeShare(CostModel costs, double stagesPerRank)
{
    return scaledTimes(std::move(costs), {stagesPerRank, 1});
}

CostModel sizesOfWholeShare(CostModel costs, double stagesPerRank)
{
    return scaledSizes(std::move(costs), {stagesPerRank, 1});
}

bool countsActivations(const CostModel& costs)
{
    static const CostModel standard;
    bool areGiven =
        costs.blocks || costs.memoryUnit != MemoryUnit::Own || costs.communicatorBuffers || costs.workspace;
    visitCostFields(
        [&](const auto& field) { areGiven |= field.isStageSize() && field.of(costs) != field.of(standard); });
    return !areGiven;
}

} // namespace bubblescope
