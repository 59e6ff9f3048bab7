// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"

#include "core/base/try.h"
#include "core/time/dense_simulation.h"
#include "core/time/issue_plan.h"
#include "core/time/simulate_general.h"
#include "core/time/simulation.h"

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {

/// Why the order cannot be timed with these costs, found without timing it.
std::optional<TimingFailure> refusal(const Schedule& schedule, const ActionTable& table,
                                     const CostModel& costs)
{
    if (auto empty = noComputeAction(schedule))
        return empty;
    if (const auto ok = costs.check(table.stageCount(), schedule.rankCount()); !ok)
        return TimingFailure{TimingFailure::Kind::BadInput, ok.error().message, {}};
    if (auto repeated = repeatedAction(schedule, table))
        return repeated;
    if (auto block = meaninglessBlock(schedule))
        return block;
    return tooLargeActivations(schedule, costs);
}

} // namespace

Result<Timeline, TimingFailure> simulateGeneral(SchedulePtr schedule, const CostModel& costs,
                                                const CancelToken& cancel)
try {
    const ActionTable table(*schedule);
    if (auto refused = refusal(*schedule, table, costs))
        return tl::unexpected(*std::move(refused));
    Result<Timeline, TimingFailure> timeline =
        Simulation<SimulationStyle::Plain>(*schedule, table, costs).run(cancel);
    if (timeline)
        timeline->schedule = std::move(schedule);
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

namespace {

/// Times without communicators.
Result<Timeline, TimingFailure> simulatePlain(SchedulePtr schedule, const CostModel& costs,
                                              const CancelToken& cancel)
{
    DenseTiming dense = simulateDense(*schedule, costs, cancel);
    if (dense.isCancelled)
        return tl::unexpected(cancelledTiming());
    if (!dense.timeline)
        return simulateGeneral(std::move(schedule), costs, cancel);
    dense.timeline->schedule = std::move(schedule);
    return *std::move(dense.timeline);
}

/// The cells' times out of those of their issues, from the first start on. What takes no time of its own on
/// the device (messages, bubbles) is where the cell before it ends.
Timeline timelineOf(SchedulePtr schedule, const std::vector<IssueQueue>& queues, const IssueTimes& times)
{
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
    return {TimingFailure::Kind::Deadlock,
            Sentence({"time.messages-stop", "the messages of this order stop each other under the policy of "
                                            "its communicators: a receive is before the send that it waits for"}),
            {}};
}

Result<Timeline, TimingFailure> simulateCommunicators(SchedulePtr schedule, const CostModel& costs,
                                                      const CancelToken& cancel)
{
    CostModel plain = costs;
    plain.communicators = {};
    TRY_VOID(simulatePlain(schedule, plain, cancel)); // says what is wrong with the order
    const ActionTable table(*schedule);
    const CostModel composed = costs.forStages(table.stageCount());
    const std::vector<IssueQueue> queues = planIssues(*schedule, table, composed, cancel);
    const std::optional<IssueTimes> times = runIssues(queues, cancel);
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming());
    if (!times)
        return tl::unexpected(stoppedByMessages());
    Timeline timeline = timelineOf(std::move(schedule), queues, *times);
    timeline.unit = costs.unit;
    if (!(timeline.makespan <= kLargestTime))
        return tl::unexpected(tooLongTiming(costs));
    return timeline;
}

} // namespace

Result<Timeline, TimingFailure> simulate(SchedulePtr schedule, const CostModel& costs,
                                         const CancelToken& cancel)
try {
    return costs.communicators.policy == CommunicatorPolicy::None
               ? simulatePlain(std::move(schedule), costs, cancel)
               : simulateCommunicators(std::move(schedule), costs, cancel);
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

Result<Bindings, TimingFailure> bindingsOf(const Schedule& schedule, const CostModel& costs,
                                           const CancelToken& cancel)
try {
    const ActionTable table(schedule);
    if (auto refused = refusal(schedule, table, costs))
        return tl::unexpected(*std::move(refused));
    Bindings bindings(schedule);
    TRY_VOID(Simulation<SimulationStyle::Recording>(schedule, table, costs, &bindings).run(cancel));
    return bindings;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(schedule));
}

} // namespace bubblescope
