// SPDX-License-Identifier: Apache-2.0
#include "core/time/rank_share.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// The host's part of an action is there however little the action computes.
void divideTimes(StageValues& times, double hostPart, double divisor)
{
    for (double& time : times.values) {
        const double host = std::min(hostPart, time);
        time = (time - host) / divisor + host;
    }
}

void divideSizes(StageValues& sizes, double divisor)
{
    for (double& size : sizes.values)
        size /= divisor;
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
    if (stagesPerRank == otherStagesPerRank || stagesPerRank == 0 || otherStagesPerRank == 0)
        return costs;
    const double divisor = static_cast<double>(otherStagesPerRank) / stagesPerRank;
    const auto divide = [&](std::optional<StageValues>& times, double standard) {
        if (!times)
            times = StageValues(standard);
        divideTimes(*times, costs.hostOverhead, divisor);
    };
    const bool halves = costs.backwardInput || costs.backwardWeight;
    if (!costs.blocks)
        divide(costs.forward, 1);
    if (costs.backward || (!halves && !costs.blocks))
        divide(costs.backward, 2);
    // Beside one half alone the other is by default 1, a whole share too; with B it is what that leaves.
    const bool bothHalves = halves && !costs.backward && !costs.blocks;
    if (costs.backwardInput || bothHalves)
        divide(costs.backwardInput, 1);
    if (costs.backwardWeight || bothHalves)
        divide(costs.backwardWeight, 1);
    for (auto& [pair, rule] : costs.overlap.times)
        if (!rule.isShareOfSum)
            divideTimes(rule.time, 0, divisor);
    return costs;
}

CostModel shareOfOneStage(CostModel costs, std::uint32_t stagesPerRank, std::uint32_t units)
{
    costs = sizesOfOneStage(timesOfOneStage(std::move(costs), stagesPerRank * units), stagesPerRank);
    if (units > 1 && !costs.blocks)
        divideSizes(costs.activation, units);
    return costs;
}

CostModel sizesOfOneStage(CostModel costs, std::uint32_t stagesPerRank)
{
    return sizesForOtherStages(std::move(costs), 1, stagesPerRank);
}

CostModel sizesForOtherStages(CostModel costs, std::uint32_t stagesPerRank, std::uint32_t otherStagesPerRank)
{
    if (stagesPerRank == otherStagesPerRank || stagesPerRank == 0 || otherStagesPerRank == 0 || costs.blocks)
        return costs;
    const double divisor = static_cast<double>(otherStagesPerRank) / stagesPerRank;
    for (StageValues* sizes : {&costs.activation, &costs.parameters, &costs.gradients, &costs.optimizer})
        divideSizes(*sizes, divisor);
    return costs;
}

bool countsActivations(const CostModel& costs)
{
    const StageValues one(1.0), none(0.0);
    return !costs.blocks && costs.memoryUnit == MemoryUnit::Own && costs.activation == one &&
           costs.parameters == none && costs.gradients == none && costs.optimizer == none;
}

} // namespace bubblescope
