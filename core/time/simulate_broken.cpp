// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate_broken.h"

#include "core/time/simulation.h"
#include "core/time/step_phases.h"

#include <new>

namespace bubblescope {

Result<Timeline, TimingFailure> simulateBroken(SchedulePtr schedule, const CostModel& costs,
                                               const CancelToken& cancel)
try {
    const ActionTable table(*schedule);
    if (const auto ok = costs.check(table.stageCount(), schedule->rankCount(), table.microbatchCount()); !ok)
        return tl::unexpected(TimingFailure{TimingFailure::Kind::BadInput, ok.error().message, {}});
    if (auto tooLarge = tooLargeActivations(*schedule, costs))
        return tl::unexpected(*std::move(tooLarge));
    const auto timed = [&](const CostModel& with) {
        Result<Timeline, TimingFailure> timeline =
            Simulation<SimulationStyle::Lenient>(*schedule, table, with).run(cancel);
        if (timeline)
            timeline->schedule = schedule;
        return timeline;
    };
    Result<Timeline, TimingFailure> timeline = timed(costs);
    if (timeline && !addStepPhases(*timeline, costs, [&](double factor) -> std::optional<Timeline> {
            Result<Timeline, TimingFailure> other = timed(ofReplica(costs, factor, schedule->rankCount()));
            return other ? std::optional(std::move(*other)) : std::nullopt;
        }))
        return tl::unexpected(cancelledTiming());
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

} // namespace bubblescope
