// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

#include <functional>

namespace bubblescope {

/// Says what is wrong with an order that does not run without communicators either.
using CheckWithout = std::function<Result<void, TimingFailure>()>;

/// What simulate() does where the costs have a policy of communicators: runs what the hosts issue
/// (issue_walk.h), from the first compute start on. SEND and RECV of the order last as long as their kernels.
/// A WAIT_SEND and a bubble take no time of their own: they are where the cell before them ends. Requires
/// costs and an order that passed what simulate() checks beforehand, and `table` of it; `checkWithout` is
/// asked where the order may not run without communicators. About 30 bytes an action beside the times, and
/// less for an order with messages of its own.
[[nodiscard]] Result<Timeline, TimingFailure>
timeWithCommunicators(SchedulePtr schedule, const ActionTable& table, const CostModel& costs,
                      const CheckWithout& checkWithout, const CancelToken& cancel);

} // namespace bubblescope
