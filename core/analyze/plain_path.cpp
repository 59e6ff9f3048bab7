// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_path.h"

#include "core/analyze/critical_path.h"
#include "core/analyze/plain_waits.h"
#include "core/time/step_phases.h"

#include <limits>

namespace bubblescope {

namespace {

/// The last action of the rank, and when it ends.
struct RankEnd
{
    Place action;
    Time end = -1;
};
RankEnd endOf(const Timeline& timeline, std::uint32_t rank)
{
    RankEnd last;
    const Row& row = timeline.schedule->rows[rank];
    for (auto i = static_cast<std::uint32_t>(row.size()); i-- > 0;)
        if (row[i].hasTimeOfItsOwn() && timeline.lanes[rank].end[i] > last.end)
            last = {{rank, i}, timeline.lanes[rank].end[i]};
    return last;
}

} // namespace

Place lastOnPath(const Timeline& timeline)
{
    const std::vector<Time> latest = latestEnds(timeline);
    Place best;
    Time least = std::numeric_limits<Time>::infinity();
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        const RankEnd last = endOf(timeline, r);
        if (!last.action || latest[r] - last.end >= least)
            continue;
        least = latest[r] - last.end;
        best = last.action;
    }
    return best;
}

std::optional<CriticalPath> plainCriticalPath(const Timeline& timeline, const CostModel& costs,
                                              const ActionTable& table)
{
    const std::optional<PlainWaits> waits = PlainWaits::of(timeline, costs, table);
    if (!waits)
        return std::nullopt;
    CriticalPath path = criticalPath(timeline, *waits);
    if (!path.actions.empty() && timeline.startOf(path.actions.front()) > 0)
        return std::nullopt; // times of other rules
    return path;
}

} // namespace bubblescope
