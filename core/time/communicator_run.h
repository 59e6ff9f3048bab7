// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/check_order.h"
#include "core/time/lane_issue_times.h"
#include "core/time/message_deadlock.h"

namespace bubblescope {

/// What came of running an order's issues.
struct CommunicatorRun
{
    LaneIssueTimes times;
    bool areCrossed = false; ///< some message went to another receive than its own
    bool isSure = false;     ///< the order runs without communicators, too; else that is not known
    std::optional<TimingFailure> failure = {};
};

/// Runs the issues of an order (issue_walk.h). Requires composed costs with a policy. Throws std::bad_alloc.
template <typename Notes>
CommunicatorRun runCommunicators(const Schedule& schedule, const ActionTable& table, const CostModel& costs,
                                 Notes& notes, const CancelToken& cancel)
{
    CommunicatorRun run{LaneIssueTimes(schedule, costs.overlapsFsdp)};
    IssueCostTable issueCosts(costs, table.stageCount(), schedule.rows.size());
    MessageChannels channels(schedule.rows.size(), issueCosts.credit());
    IssueClock clock(schedule.rows.size(), channels, issueCosts.slows(), run.times, notes);
    ClockTarget target(schedule, issueCosts, clock, run.times);
    const bool isDone = withWalk(schedule, table, costs, issueCosts, cancel, [&](auto& walk) {
        const bool done = walk.isComplete() &&
                          clock.run([&](std::uint32_t rank) { return walk.advance(rank, target); }, cancel);
        run.areCrossed = channels.areCrossed();
        run.isSure = done && walk.isSure() && !run.areCrossed;
        return done;
    });
    if (cancel.isCancelled())
        run.failure = cancelledTiming();
    else if (!isDone)
        run.failure =
            explainStuckMessages(schedule, table, [&](std::uint32_t rank) -> std::optional<ChannelOperation> {
                const ChannelOperation* one = clock.stuckOperation(rank);
                return one != nullptr ? std::optional(*one) : std::nullopt;
            });
    else if (!clock.isInRange())
        run.failure = tooLongTiming(costs);
    return run;
}

} // namespace bubblescope
