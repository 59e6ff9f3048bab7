// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

namespace bubblescope {

/// What simulate() does where simulateDense() gave nothing: any order and any costs, or why it cannot be
/// timed. Apart from simulate() so that tests can compare the two.
[[nodiscard]] Result<Timeline, TimingFailure> simulateGeneral(SchedulePtr schedule, const CostModel& costs,
                                                              const CancelToken& cancel = {});

} // namespace bubblescope
