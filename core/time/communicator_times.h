// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/bindings.h"
#include "core/time/timing_failure.h"

namespace bubblescope {

/// What simulate() does where the costs have a policy of communicators: runs what the hosts issue
/// (issue_plan.h), from the first compute start on. Messages and bubbles of the order take no time of their
/// own: they are where the cell before them ends. Requires an order that simulate() times without
/// communicators.
[[nodiscard]] Result<Timeline, TimingFailure>
timeWithCommunicators(SchedulePtr schedule, const CostModel& costs, const CancelToken& cancel);

/// What the cells of that timing waited for: the cell before, or who made the input whose transfer ended
/// last. Requires `table` of `schedule`.
[[nodiscard]] Result<Bindings, TimingFailure> communicatorBindings(const Schedule& schedule,
                                                                   const ActionTable& table,
                                                                   const CostModel& costs,
                                                                   const CancelToken& cancel);

} // namespace bubblescope
