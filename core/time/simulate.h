// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

namespace bubblescope {

/// Times a fixed order: every action starts as soon as the action before it on its rank has ended and all its
/// inputs have arrived. A producer is looked up by what it is (F(s-1,m), …) on whichever rank runs it, so
/// bidirectional orders need no placement. Bubbles of the order take no time. Linear in actions; a deadlock
/// is reported with the actions that wait for each other, never a hang and never a partial result. Every time
/// of a timeline is finite; costs whose times add up beyond that, and too little memory, are BadInput. Head
/// and tail of the step are added where the costs have them (step_phases.h).
[[nodiscard]] Result<Timeline, TimingFailure> simulate(SchedulePtr schedule, const CostModel& costs,
                                                       const CancelToken& cancel = {});

} // namespace bubblescope
