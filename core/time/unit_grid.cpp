// SPDX-License-Identifier: Apache-2.0
#include "core/time/unit_grid.h"

#include "core/time/check_order.h"
#include "core/time/stuck.h"
#include "core/time/worklist.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace bubblescope {

namespace {

Time width(ActionKind kind)
{
    if (kind == ActionKind::Bubble)
        return 0;
    return kind == ActionKind::Backward ? 2 : 1;
}

std::optional<TimingFailure> noCompute(const Schedule& schedule)
{
    for (std::uint32_t r = 0; r < schedule.rows.size(); ++r)
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            if (action.isBubble() || isCompute(action.kind()))
                continue;
            return TimingFailure{
                TimingFailure::Kind::BadInput,
                Sentence({"time.rank-cell-no-width", "rank {rank} cell {cell}: {action} has no width on the "
                                                     "unit grid; only F, I, W and B do"},
                         r, cellNumber(schedule.rows[r], i), actionText(action.id())),
                {{RankId{r}, i}}};
        }
    return std::nullopt;
}

/// Starting everything as early as it can is what PyTorch's time steps come to, without the steps.
class Grid
{
public:
    Grid(const Schedule& schedule, const ActionTable& table)
        : m_schedule(schedule)
        , m_dependencies(schedule, table, DependencyRule::UnitGrid, TransferMode::Async)
        , m_clock(schedule.rows.size(), 0)
        , m_lanes(schedule.rows.size())
    {
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            m_lanes[r].start.resize(schedule.rows[r].size());
            m_lanes[r].end.resize(schedule.rows[r].size());
        }
    }

    Result<Timeline, TimingFailure> run(const CancelToken& cancel)
    {
        Worklist worklist(m_schedule);
        const bool finished =
            worklist.run([&](std::uint32_t rank, std::uint32_t begin,
                             std::uint32_t end) { return attempt(worklist, rank, begin, end); },
                         cancel);
        if (!finished)
            return tl::unexpected(cancelledTiming());
        if (!worklist.allDone())
            return tl::unexpected(explainStuck(m_schedule, worklist, m_dependencies));
        Timeline grid;
        grid.lanes = std::move(m_lanes);
        grid.makespan = m_clock.empty() ? 0 : *std::max_element(m_clock.begin(), m_clock.end());
        return grid;
    }

private:
    std::optional<Blockage> attempt(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin,
                                    std::uint32_t end)
    {
        const Row& row = m_schedule.rows[rank];
        Time time = m_clock[rank];
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], rank)) {
                if (!worklist.isReady(input))
                    return Blockage{i, input};
                time = std::max(time, m_lanes[input.producer.rank].end[input.producer.index]);
            }
        for (std::uint32_t i = begin; i < end; ++i) {
            m_lanes[rank].start[i] = time;
            time += width(row[i].kind());
            m_lanes[rank].end[i] = time;
        }
        m_clock[rank] = time;
        return std::nullopt;
    }

    const Schedule& m_schedule;
    Dependencies m_dependencies;
    std::vector<Time> m_clock;
    std::vector<LaneTimes> m_lanes;
};

bool hasBubbles(const Schedule& schedule)
{
    return std::any_of(schedule.rows.begin(), schedule.rows.end(), [](const Row& row) {
        return std::any_of(row.begin(), row.end(), [](const Action& a) { return a.isBubble(); });
    });
}

Result<Timeline, TimingFailure> placed(const SchedulePtr& schedule, const CancelToken& cancel)
{
    const ActionTable table(*schedule);
    if (auto repeated = repeatedAction(*schedule, table))
        return tl::unexpected(*std::move(repeated));
    Result<Timeline, TimingFailure> grid = Grid(*schedule, table).run(cancel);
    if (grid)
        grid->schedule = schedule;
    return grid;
}

} // namespace

Result<Timeline, TimingFailure> spaceOnUnitGrid(SchedulePtr schedule, const CancelToken& cancel)
try {
    if (auto other = noCompute(*schedule))
        return tl::unexpected(*std::move(other));
    if (!hasBubbles(*schedule))
        return placed(schedule, cancel);
    Result<Timeline, TimingFailure> grid =
        placed(std::make_shared<const Schedule>(withoutBubbles(*schedule)), cancel);
    if (grid)
        return grid;
    // A failure names cells of the order as it was given.
    return placed(schedule, cancel);
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

Schedule spacedOrder(const Timeline& grid)
{
    Schedule spaced = *grid.schedule;
    for (std::size_t r = 0; r < spaced.rows.size(); ++r) {
        const Row& row = grid.schedule->rows[r];
        const LaneTimes& lane = grid.lanes[r];
        Row& cells = spaced.rows[r];
        cells.clear();
        Time time = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            for (; time < lane.start[i]; ++time)
                cells.emplace_back();
            cells.push_back(row[i]);
            time = lane.end[i];
        }
    }
    return spaced;
}

} // namespace bubblescope
