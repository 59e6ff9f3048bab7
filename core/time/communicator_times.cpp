// SPDX-License-Identifier: Apache-2.0
#include "core/time/communicator_times.h"

#include "core/base/try.h"
#include "core/time/check_order.h"
#include "core/time/issue_plan.h"
#include "core/time/neighbours.h"
#include "core/time/overflow.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What was issued, and when it ran.
struct IssuedRun
{
    std::vector<IssueQueue> queues;
    IssueTimes times;
};

/// The cells' times out of those of their issues, from the first start on. What takes no time of its own on
/// the device (messages, bubbles) is where the cell before it ends.
Timeline timelineOf(SchedulePtr schedule, const IssuedRun& run)
{
    const auto& [queues, times] = run;
    Timeline timeline;
    std::optional<Time> first;
    for (std::size_t r = 0; r < queues.size(); ++r)
        for (std::size_t i = 0; i < queues[r].issues.size(); ++i)
            if (queues[r].issues[i].kind == Issue::Kind::Compute)
                first = std::min(first.value_or(times.ofRank[r].start[i]), times.ofRank[r].start[i]);
    for (std::size_t r = 0; r < queues.size(); ++r) {
        const Row& row = schedule->rows[r];
        LaneTimes& lane = timeline.lanes.emplace_back();
        lane.start.assign(row.size(), 0);
        lane.end.assign(row.size(), 0);
        Time until = 0;
        std::size_t next = 0;
        const auto fill = [&](std::size_t end, Time start, Time finish) {
            for (; next < end; ++next) {
                lane.start[next] = start;
                lane.end[next] = finish;
            }
            until = finish;
        };
        for (std::size_t i = 0; i < queues[r].issues.size(); ++i) {
            const Issue& issue = queues[r].issues[i];
            if (issue.kind != Issue::Kind::Compute)
                continue;
            fill(issue.target, until, until);
            fill(cellEnd(row, issue.target), times.ofRank[r].start[i] - *first,
                 times.ofRank[r].end[i] - *first);
        }
        fill(row.size(), until, until);
        timeline.makespan = std::max(timeline.makespan, until);
    }
    timeline.schedule = std::move(schedule);
    return timeline;
}

/// An order that runs without communicators may still stop with them.
TimingFailure stoppedByMessages()
{
    return {
        TimingFailure::Kind::Deadlock,
        Sentence({"time.messages-stop", "the messages of this order stop each other under the policy of "
                                        "its communicators: a receive is before the send that it waits for"}),
        {}};
}

Result<IssuedRun, TimingFailure> runOf(const Schedule& schedule, const ActionTable& table,
                                       const CostModel& costs, const CancelToken& cancel)
{
    IssuedRun run;
    run.queues = planIssues(schedule, table, costs.forStages(table.stageCount()), cancel);
    std::optional<IssueTimes> times = runIssues(run.queues, cancel);
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming());
    if (!times)
        return tl::unexpected(stoppedByMessages());
    for (const LaneTimes& rank : times->ofRank)
        for (const Time end : rank.end)
            if (!(end <= kLargestTime))
                return tl::unexpected(tooLongTiming(costs));
    run.times = std::move(*times);
    return run;
}

/// A cell that computed, to be told in the order of the starts.
struct RunCell
{
    Time start = 0;
    Place at;
    Time end = 0;
    Time arrival = 0; ///< of its latest input from another rank
    Place before;     ///< on its rank
    Time beforeEnd = 0;
};

std::vector<RunCell> cellsOfRun(const Schedule& schedule, const IssuedRun& run)
{
    std::vector<RunCell> cells;
    for (std::uint32_t r = 0; r < run.queues.size(); ++r) {
        const IssueQueue& queue = run.queues[r];
        const LaneTimes& times = run.times.ofRank[r];
        std::vector<Time> transferEnds(queue.transfers.size());
        for (std::size_t i = 0; i < queue.issues.size(); ++i)
            if (queue.issues[i].kind == Issue::Kind::Transfer)
                transferEnds[queue.issues[i].target] = times.end[i];
        RunCell next;
        next.at.rank = r;
        for (std::size_t i = 0; i < queue.issues.size(); ++i) {
            const Issue& issue = queue.issues[i];
            if (issue.kind == Issue::Kind::Wait && issue.target != Issue::kNone)
                next.arrival = std::max(next.arrival, transferEnds[issue.target]);
            if (issue.kind != Issue::Kind::Compute)
                continue;
            next.start = times.start[i];
            next.end = times.end[i];
            next.at.index = issue.target;
            cells.push_back(next);
            const auto last = static_cast<std::uint32_t>(cellEnd(schedule.rows[r], issue.target)) - 1;
            next.before = {r, last};
            next.beforeEnd = next.end;
            next.arrival = 0;
        }
    }
    std::stable_sort(cells.begin(), cells.end(),
                     [](const RunCell& a, const RunCell& b) { return a.start < b.start; });
    return cells;
}

} // namespace

Result<Timeline, TimingFailure> timeWithCommunicators(SchedulePtr schedule, const CostModel& costs,
                                                      const CancelToken& cancel)
{
    const ActionTable table(*schedule);
    TRY(const IssuedRun run, runOf(*schedule, table, costs, cancel));
    Timeline timeline = timelineOf(std::move(schedule), run);
    timeline.unit = costs.unit;
    return timeline;
}

Result<Bindings, TimingFailure> communicatorBindings(const Schedule& schedule, const ActionTable& table,
                                                     const CostModel& costs, const CancelToken& cancel)
{
    TRY(const IssuedRun run, runOf(schedule, table, costs, cancel));
    const Neighbours neighbours(table);
    Bindings bindings(schedule);
    const std::vector<RunCell> cells = cellsOfRun(schedule, run);
    for (const RunCell& cell : cells) {
        bindings.beginCell();
        bindings.consider(Wait::Of::Start, {cell.before}, cell.beforeEnd);
        Time latest = cell.before ? cell.beforeEnd : 0;
        const Row& row = schedule.rows[cell.at.rank];
        for (std::size_t i = cell.at.index; i < cellEnd(row, cell.at.index); ++i) {
            if (!neighbours.hasProducer(row[i]))
                continue;
            const Place producer = neighbours.producerOf(row[i]);
            if (!producer || producer.rank == cell.at.rank)
                continue;
            const Time arrival = std::min(cell.arrival, cell.start);
            bindings.consider(Wait::Of::Start, {producer}, arrival);
            latest = std::max(latest, arrival);
        }
        // Where the host was late, the latest of what else it waited for speaks.
        bindings.settle(Wait::Of::Start, latest);
        bindings.keep(cell.at, cell.end - cells.front().start);
    }
    return bindings;
}

} // namespace bubblescope
