// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/time/bindings.h"

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {

/// The latest end; of several the one on the lowest rank, there the last action.
Place lastAction(const Timeline& timeline)
{
    Place best;
    Time latest = -1;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        const Row& row = timeline.schedule->rows[r];
        auto i = static_cast<std::uint32_t>(row.size());
        while (i > 0 && row[i - 1].isBubble())
            --i;
        if (i > 0 && timeline.lanes[r].end[i - 1] > latest) {
            latest = timeline.lanes[r].end[i - 1];
            best = {r, i - 1};
        }
    }
    return best;
}

} // namespace

CriticalPath criticalPath(const Timeline& timeline, const CostModel& costs)
try {
    CriticalPath path;
    const Result<Bindings, TimingFailure> bindings = bindingsOf(*timeline.schedule, costs);
    if (!bindings)
        return path;
    path.length = timeline.makespan;
    // A binding never leads to a later action, so the walk ends; the bound keeps a timeline of other rules
    // safe.
    const std::size_t bound = timeline.schedule->actionCount();
    for (Binding at = bindings->decided({lastAction(timeline)}); at.action && path.actions.size() < bound;
         at = bindings->decided(bindings->before(at)))
        path.actions.push_back(at.action.position());
    std::reverse(path.actions.begin(), path.actions.end());
    return path;
} catch (const std::bad_alloc&) {
    return {};
}

} // namespace bubblescope
