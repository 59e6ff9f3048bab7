// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/time/dependencies.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Walks from an action to the one that it had to wait for longest.
class BindingWalk
{
public:
    BindingWalk(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
        : m_timeline(timeline)
        , m_dependencies(*timeline.schedule, table, dependencyRule(costs.profile), costs.transfer.mode)
        , m_transfer(costs.transfer.time())
    {}

    /// The latest end; of several the one on the lowest rank, there the last action.
    [[nodiscard]] Place last() const
    {
        Place best;
        Time latest = -1;
        for (std::uint32_t r = 0; r < m_timeline.lanes.size(); ++r) {
            const Row& row = m_timeline.schedule->rows[r];
            auto i = static_cast<std::uint32_t>(row.size());
            while (i > 0 && row[i - 1].isBubble())
                --i;
            if (i > 0 && m_timeline.lanes[r].end[i - 1] > latest) {
                latest = m_timeline.lanes[r].end[i - 1];
                best = {r, i - 1};
            }
        }
        return best;
    }

    /// Nowhere if the action could start at 0. Of several that bind, the one before it on its own rank.
    [[nodiscard]] Place before(const Place& at) const
    {
        const Row& row = m_timeline.schedule->rows[at.rank];
        const auto [begin, end] = cellAround(row, at.index);
        Place binding;
        Time latest = 0;
        const auto consider = [&](const Place& place, Time time) {
            if (time > latest) {
                latest = time;
                binding = place;
            }
        };
        std::uint32_t previous = begin;
        while (previous > 0 && row[previous - 1].isBubble())
            --previous;
        if (previous > 0)
            consider({at.rank, previous - 1}, m_timeline.lanes[at.rank].end[previous - 1]);
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], at.rank))
                if (input.producer)
                    consider(input.producer, arrivalOf(input));
        return binding;
    }

private:
    static std::pair<std::uint32_t, std::uint32_t> cellAround(const Row& row, std::uint32_t index)
    {
        while (index > 0 && !row[index].startsCell())
            --index;
        return {index, static_cast<std::uint32_t>(cellEnd(row, index))};
    }

    [[nodiscard]] Time arrivalOf(const Input& input) const
    {
        const LaneTimes& lane = m_timeline.lanes[input.producer.rank];
        if (input.reachedOnly)
            return lane.start[input.producer.index];
        return lane.end[input.producer.index] + (input.transferred ? m_transfer : 0);
    }

    const Timeline& m_timeline;
    Dependencies m_dependencies;
    Time m_transfer;
};

} // namespace

CriticalPath criticalPath(const Timeline& timeline, const CostModel& costs)
{
    const ActionTable table(*timeline.schedule);
    const BindingWalk walk(timeline, costs, table);
    CriticalPath path;
    // An edge never leads to a later action, so the walk ends; the bound keeps a timeline of other rules
    // safe.
    const std::size_t bound = timeline.schedule->actionCount();
    for (Place at = walk.last(); at && path.actions.size() < bound; at = walk.before(at))
        path.actions.push_back(at.position());
    std::reverse(path.actions.begin(), path.actions.end());
    if (!path.actions.empty())
        path.length = timeline.endOf(path.actions.back());
    return path;
}

} // namespace bubblescope
