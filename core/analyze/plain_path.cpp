// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_path.h"

#include "core/time/dense_costs.h"
#include "core/time/dependencies.h"
#include "core/time/step_phases.h"

#include <algorithm>
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

/// Walks to the beginning. Of what an action waits for, the first that was there when it began is what
/// decided: the order of Simulation::attempt().
class PlainWalk
{
public:
    PlainWalk(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_dependencies(m_schedule, table, DependencyRule::Strict, costs.transfer.mode)
        , m_links(costs.transfer)
    {}

    std::optional<CriticalPath> run(Place at)
    {
        const std::size_t actions = m_schedule.actionCount();
        CriticalPath path{m_timeline.makespan, {}};
        while (at) {
            path.actions.push_back(at.position());
            if (path.actions.size() > actions)
                return std::nullopt;
            const Time start = m_timeline.startOf(at.position());
            if (start <= 0)
                break;
            at = decided(cellOf(at), start);
            if (!at)
                return std::nullopt; // times of other rules
        }
        std::reverse(path.actions.begin(), path.actions.end());
        return path;
    }

private:
    [[nodiscard]] Place decided(const Place& cell, Time start) const
    {
        const Row& row = m_schedule.rows[cell.rank];
        if (const Place before = doneBefore(cell); before && endOf(before) == start)
            return before;
        std::uint32_t i = cell.index;
        do {
            for (const Input& input : m_dependencies.inputsOf(row[i], cell.rank))
                if (input.transferred && input.producer && arrivalOf(input.producer, cell.rank) == start)
                    return input.producer;
        } while (++i < row.size() && !row[i].startsCell());
        return {};
    }

    /// The last part of the rank's cell before.
    [[nodiscard]] Place doneBefore(const Place& cell) const
    {
        for (std::uint32_t i = cell.index; i-- > 0;)
            if (m_schedule.rows[cell.rank][i].hasTimeOfItsOwn())
                return {cell.rank, i};
        return {};
    }

    [[nodiscard]] Place cellOf(Place action) const
    {
        while (action.index > 0 && !m_schedule.at(action.position()).startsCell())
            --action.index;
        return action;
    }

    [[nodiscard]] Time endOf(const Place& action) const { return m_timeline.endOf(action.position()); }
    [[nodiscard]] Time arrivalOf(const Place& producer, std::uint32_t rank) const
    {
        return endOf(producer) + m_links.of(producer.rank, rank).time();
    }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    Dependencies m_dependencies;
    LinkTable m_links;
};

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
    if (costs.communicators.policy != CommunicatorPolicy::None || !DenseCosts::fit(costs) ||
        !timeline.phases.empty() || timeline.head != 0 || !timeline.schedule->plan.empty())
        return std::nullopt;
    // Beside streams an action may wait for one of its rank that does not end with its clock.
    if (const auto order = denseOrder(*timeline.schedule); !order || order->hasStreams())
        return std::nullopt;
    return PlainWalk(timeline, costs, table).run(lastOnPath(timeline));
}

} // namespace bubblescope
