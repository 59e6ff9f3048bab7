// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_waits.h"

#include "core/time/dense_costs.h"

namespace bubblescope {

std::optional<PlainWaits> PlainWaits::of(const Timeline& timeline, const CostModel& costs,
                                         const ActionTable& table)
{
    if (costs.communicators.policy != CommunicatorPolicy::None || !DenseCosts::fit(costs) ||
        !timeline.phases.empty() || timeline.head != 0 || !timeline.schedule->plan.empty())
        return std::nullopt;
    // Beside streams an action may wait for one of its rank that does not end with its clock.
    if (const auto order = denseOrder(*timeline.schedule); !order || order->hasStreams())
        return std::nullopt;
    return PlainWaits(timeline, costs, table);
}

Binding PlainWaits::decided(const Place& cell, Wait::Of of) const
{
    Binding by;
    if (of != Wait::Of::Start)
        return by;
    if (const Place before = doneBefore(cell); before && endOf(before) == startOf(cell))
        return {before};
    forEachWait(cell, [&](const Wait& wait) {
        if (!by.action && wait.margin == 0)
            by = wait.by;
    });
    return by;
}

Time PlainWaits::rankEnd(std::uint32_t rank) const
{
    const Place last = doneBefore({rank, rowSize(rank)});
    return last ? endOf(last) : 0;
}

} // namespace bubblescope
