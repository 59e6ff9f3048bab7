// SPDX-License-Identifier: Apache-2.0
#include "core/time/what_if.h"

#include "core/time/host_part.h"

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

/// Times of one kind at every stage, scaled.
StageValues scaledTimes(const CostModel& costs, const WhatIf& factors, ActionKind kind,
                        std::uint32_t stageCount)
{
    return listed(stageCount, [&](StageId stage) {
        const double ofKind =
            grown(costs.durationOf(kind, stage), factorOf(factors.kinds, wholeOf(kind)), costs.hostOverhead);
        return grown(ofKind, factorOf(factors.stages, stage.value), costs.hostOverhead);
    });
}

/// What is derived stays derived, as if the factors were part of the input: a B that is not given remains I
/// + W, an I or W that is not given what B leaves. Its own factor comes on top.
void scaleBackward(const CostModel& before, const WhatIf& factors, std::uint32_t stageCount, CostModel& after)
{
    const auto given = [&](ActionKind kind, bool isGiven) {
        return isGiven ? std::optional(scaledTimes(before, factors, kind, stageCount)) : std::nullopt;
    };
    after.backwardInput = given(ActionKind::BackwardInput, before.backwardInput || !before.backward);
    after.backwardWeight = given(ActionKind::BackwardWeight, before.backwardWeight || !before.backward);
    after.backward = given(ActionKind::Backward, before.backward.has_value());
    const CostModel derived = after;
    const auto derive = [&](ActionKind kind, std::optional<StageValues>& values) {
        if (!values)
            values = listed(stageCount, [&](StageId stage) {
                return grown(derived.durationOf(kind, stage), factorOf(factors.kinds, kind),
                             before.hostOverhead);
            });
    };
    derive(ActionKind::BackwardInput, after.backwardInput);
    derive(ActionKind::BackwardWeight, after.backwardWeight);
    derive(ActionKind::Backward, after.backward);
}

/// An explicit time of a pair at a stage, grown as what the two parts compute grows; a pair has one host's
/// part.
double scaledPair(const CostModel& before, const CostModel& after, std::pair<ActionKind, ActionKind> kinds,
                  double time, StageId stage)
{
    const auto sum = [&](const CostModel& costs) {
        const double first = std::max(0.0, costs.durationOf(kinds.first, stage) - costs.hostOverhead);
        const double second = std::max(0.0, costs.durationOf(kinds.second, stage) - costs.hostOverhead);
        return first + second;
    };
    return sum(before) > 0 ? grown(time, sum(after) / sum(before), before.hostOverhead) : time;
}

} // namespace

bool WhatIf::isNeutral() const
{
    return changesNothing(kinds) && changesNothing(stages) && changesNothing(ranks) && transfers == 1;
}

CostModel scaled(const CostModel& costs, const WhatIf& factors, std::uint32_t stageCount)
{
    CostModel before = costs.forStages(stageCount);
    if (factors.isNeutral() || stageCount == 0)
        return before;
    CostModel after = before;
    after.forward = scaledTimes(before, factors, ActionKind::Forward, stageCount);
    scaleBackward(before, factors, stageCount, after);
    const double ofForward = factorOf(factors.kinds, ActionKind::Forward);
    const auto recomputed = [&](const StageValues& times, double factor) {
        return listed(stageCount, [&](StageId stage) {
            return grown(times.at(stage), factor * factorOf(factors.stages, stage.value),
                         before.hostOverhead);
        });
    };
    if (before.recompute)
        after.recompute = recomputed(*before.recompute, before.recomputedLayers.areTime ? ofForward : 1);
    if (before.recomputedLayers.time)
        after.recomputedLayers.time = recomputed(*before.recomputedLayers.time, ofForward);
    for (std::size_t k = 0; k < kActionKindCount; ++k)
        if (const auto kind = static_cast<ActionKind>(k); isPart(kind) && before.parts.of(kind))
            after.parts.of(kind) = scaledTimes(before, factors, kind, stageCount);
    for (auto& [pair, rule] : after.overlap.times)
        if (!rule.isShareOfSum)
            rule.time = listed(stageCount, [&, &kinds = pair, &given = rule](StageId stage) {
                return scaledPair(before, after, kinds, given.time.at(stage), stage);
            });
    for (const auto& [rank, factor] : factors.ranks)
        after.rankFactor[rank] = factorOf(before.rankFactor, rank) * factor;
    after.transfer.latency *= factors.transfers;
    after.transfer.bytes *= factors.transfers;
    for (double Communicators::*time :
         {&Communicators::sent, &Communicators::arrival, &Communicators::receive, &Communicators::further})
        after.communicators.*time *= factors.transfers;
    for (LinkCost& link : after.transfer.links) {
        if (link.latency)
            *link.latency *= factors.transfers;
        if (link.bytes)
            *link.bytes *= factors.transfers;
    }
    return after;
}

} // namespace bubblescope
