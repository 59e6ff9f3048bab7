// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate_broken.h"

#include "core/time/simulation.h"

#include <new>

namespace bubblescope {

Result<Timeline, TimingFailure> simulateBroken(SchedulePtr schedule, const CostModel& costs,
                                               const CancelToken& cancel)
try {
    const ActionTable table(*schedule);
    if (const auto ok = costs.check(table.stageCount(), schedule->rankCount()); !ok)
        return tl::unexpected(TimingFailure{TimingFailure::Kind::BadInput, ok.error().message, {}});
    if (auto tooLarge = tooLargeActivations(*schedule, costs))
        return tl::unexpected(*std::move(tooLarge));
    Result<Timeline, TimingFailure> timeline =
        Simulation<SimulationStyle::Lenient>(*schedule, table, costs).run(cancel);
    if (timeline)
        timeline->schedule = std::move(schedule);
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

} // namespace bubblescope
