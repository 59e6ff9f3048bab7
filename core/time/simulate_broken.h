// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

namespace bubblescope {

/// Times any order, also one that cannot run, so that it can be shown with its problems. As simulate(), and
/// where that gives up:
/// - an input that no rank runs is not waited for;
/// - of an action that occurs twice, the first one in rank order is the producer; each is timed where it is;
/// - when no rank can go on, the cell that would start earliest (of equals that of the lowest rank) goes on
///   without what it still lacks, and meets nobody if it is a message;
/// - messages and FSDP actions in an overlapped cell take part in it with their own times.
/// Every action gets a time, none overlaps another on its rank, and an order that simulate() can time gets
/// the same times here. An order without a compute action may have makespan 0. Only costs that do not fit,
/// times beyond a number, too little memory and the cancel token are failures. O(actions · log ranks).
[[nodiscard]] Result<Timeline, TimingFailure> simulateBroken(SchedulePtr schedule, const CostModel& costs,
                                                             const CancelToken& cancel = {});

} // namespace bubblescope
