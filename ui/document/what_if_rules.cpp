// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/what_if_rules.h"

#include "core/time/cost_fields.h"

#include <algorithm>
#include <functional>

namespace bubblescope::ui {

namespace {

bool isNeutralFactor(const auto& factor)
{
    return factor.second == 1;
}

StageValues asOneValue(const StageValues& values)
{
    const bool equal = std::adjacent_find(values.values.begin(), values.values.end(),
                                          std::not_equal_to<>()) == values.values.end();
    return equal && !values.values.empty() ? StageValues(values.values.front()) : values;
}

/// Whether B is I + W on every stage.
bool backwardFollows(const CostModel& costs)
{
    const StageValues& input = *costs.backwardInput;
    const StageValues& weight = *costs.backwardWeight;
    const StageValues& backward = *costs.backward;
    const std::size_t stages = std::max({input.values.size(), weight.values.size(), backward.values.size()});
    for (std::uint32_t s = 0; s < stages; ++s)
        if (backward.at(StageId{s}) != input.at(StageId{s}) + weight.at(StageId{s}))
            return false;
    return true;
}

} // namespace

WhatIf withoutNeutral(WhatIf whatIf)
{
    std::erase_if(whatIf.kinds, isNeutralFactor<std::pair<const ActionKind, double>>);
    std::erase_if(whatIf.stages, isNeutralFactor<std::pair<const std::uint32_t, double>>);
    std::erase_if(whatIf.ranks, isNeutralFactor<std::pair<const std::uint32_t, double>>);
    return whatIf;
}

WhatIf withoutParts(WhatIf whatIf)
{
    whatIf.stages.clear();
    whatIf.ranks.clear();
    return whatIf;
}

bool hasSameParts(const ScheduleSource& a, const ScheduleSource& b)
{
    const auto* one = std::get_if<ScheduleRequest>(&a);
    const auto* other = std::get_if<ScheduleRequest>(&b);
    if (one == nullptr || other == nullptr)
        return a == b;
    return one->schedule == other->schedule && one->ranks == other->ranks &&
           one->stagesPerRank == other->stagesPerRank && one->placement == other->placement;
}

CostModel asWritten(CostModel composed, bool recomputes)
{
    if (!recomputes)
        return composed.withoutRecomputedLayers();
    composed.recomputedLayers = {}; // what it says stands in the lists
    return composed;
}

CostModel takenOver(const CostModel& costs, const WhatIf& whatIf, std::uint32_t stageCount, bool recomputes)
{
    const WhatIf factors = withoutNeutral(whatIf);
    CostModel after = asWritten(scaled(costs, factors, stageCount), recomputes);
    std::erase_if(after.rankFactor, isNeutralFactor<std::pair<const std::uint32_t, double>>);
    if (!factors.kinds.empty() || !factors.stages.empty())
        return inFewValues(std::move(after));
    // No time of a stage is another: they stay as they are written.
    CostModel kept = costs;
    kept.rankFactor = after.rankFactor;
    kept.transfer = after.transfer;
    return kept;
}

CostModel inFewValues(CostModel costs)
{
    visitStageValues(costs, [](const CostField& field, StageValues& values) {
        if (field.inBlock != nullptr)
            values = asOneValue(values);
    });
    for (auto& [pair, rule] : costs.overlap.times)
        rule.time = asOneValue(rule.time);
    if (costs.backward && costs.backwardInput && costs.backwardWeight && backwardFollows(costs))
        costs.backward.reset();
    return costs;
}

} // namespace bubblescope::ui
