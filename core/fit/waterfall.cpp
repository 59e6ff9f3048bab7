// SPDX-License-Identifier: Apache-2.0
#include "core/fit/waterfall.h"

#include "core/fit/pairing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

std::optional<Waterfall> waterfallOf(const Comparison& comparison)
{
    const auto last = std::max_element(
        comparison.perRank.begin(), comparison.perRank.end(),
        [](const RankDeviation& a, const RankDeviation& b) { return a.measuredEnd < b.measuredEnd; });
    if (last == comparison.perRank.end())
        return std::nullopt;
    Waterfall waterfall;
    waterfall.rank = last->rank;
    waterfall.predicted = makespanWithout(comparison.predicted, comparison.absentRanks);
    waterfall.measured = comparison.measured.makespan;
    waterfall.extra = last->byCause;
    Time& tail = waterfall.extra.back();
    tail = 0;
    tail = waterfall.measured -
           std::accumulate(waterfall.extra.begin(), waterfall.extra.end(), waterfall.predicted);
    return waterfall;
}

std::vector<ActionId> actionsOf(const Comparison& comparison, DeviationCause cause, Time noise)
{
    std::vector<ActionId> actions;
    for (const Residual& residual : comparison.residuals)
        if (residual.cause == cause && std::abs(residual.durationDelta) + std::abs(residual.gapDelta) > noise)
            actions.push_back(residual.action);
    return actions;
}

std::string_view waterfallText(DeviationCause cause) noexcept
{
    switch (cause) {
    case DeviationCause::Wait:
        return "waiting";
    case DeviationCause::Unmodelled:
        return "tail";
    default:
        return causeText(cause);
    }
}

} // namespace bubblescope
