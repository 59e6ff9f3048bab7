// SPDX-License-Identifier: Apache-2.0
#include "core/time/what_if.h"

#include <algorithm>

namespace bubblescope {

namespace {

template <typename Key>
double factorOf(const std::map<Key, double>& factors, Key key)
{
    const auto found = factors.find(key);
    return found == factors.end() ? 1 : found->second;
}

template <typename Key>
bool changesNothing(const std::map<Key, double>& factors)
{
    return std::all_of(factors.begin(), factors.end(), [](const auto& factor) { return factor.second == 1; });
}

StageValues listed(std::uint32_t stageCount, const auto& valueOf)
{
    std::vector<double> values(stageCount);
    for (std::uint32_t s = 0; s < stageCount; ++s)
        values[s] = valueOf(StageId{s});
    return StageValues(std::move(values));
}

double scaledTime(const CostModel& costs, const WhatIf& factors, ActionKind kind, StageId stage)
{
    return costs.durationOf(kind, stage) * factorOf(factors.kinds, kind) *
           factorOf(factors.stages, stage.value);
}

/// An explicit time of a pair at a stage, grown as the sum of the two parts grows.
double scaledPair(const CostModel& costs, const WhatIf& factors, ActionKind first, ActionKind second,
                  double time, StageId stage)
{
    const double before = costs.durationOf(first, stage) + costs.durationOf(second, stage);
    const double after = scaledTime(costs, factors, first, stage) + scaledTime(costs, factors, second, stage);
    return before > 0 ? time * (after / before) : time;
}

} // namespace

bool WhatIf::isNeutral() const
{
    return changesNothing(kinds) && changesNothing(stages) && changesNothing(ranks) && transfers == 1;
}

CostModel scaled(const CostModel& costs, const WhatIf& factors, std::uint32_t stageCount)
{
    const CostModel before = costs.forStages(stageCount);
    if (factors.isNeutral() || stageCount == 0)
        return before;
    CostModel after = before;
    const auto times = [&](ActionKind kind) {
        return listed(stageCount, [&](StageId stage) { return scaledTime(before, factors, kind, stage); });
    };
    after.forward = times(ActionKind::Forward);
    after.backwardInput = times(ActionKind::BackwardInput);
    after.backwardWeight = times(ActionKind::BackwardWeight);
    after.backward = times(ActionKind::Backward);
    for (auto& [pair, rule] : after.overlap.times)
        if (!rule.isShareOfSum)
            rule.time = listed(stageCount, [&, &kinds = pair, &given = rule](StageId stage) {
                return scaledPair(before, factors, kinds.first, kinds.second, given.time.at(stage), stage);
            });
    for (const auto& [rank, factor] : factors.ranks)
        after.rankFactor[rank] = factorOf(before.rankFactor, rank) * factor;
    after.transfer.latency *= factors.transfers;
    after.transfer.bytes *= factors.transfers;
    for (LinkCost& link : after.transfer.links) {
        if (link.latency)
            *link.latency *= factors.transfers;
        if (link.bytes)
            *link.bytes *= factors.transfers;
    }
    return after;
}

} // namespace bubblescope
