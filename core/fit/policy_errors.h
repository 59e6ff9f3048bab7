// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/trace/measured_run.h"

#include <vector>

namespace bubblescope {

/// How far the run's own order, with its costs under another policy of communicators, is from the run.
struct PolicyError
{
    CommunicatorPolicy policy = CommunicatorPolicy::None;
    double error = 0; ///< predicted / measured - 1
};

/// Of every policy under which the order can be timed, in their order. Empty for costs without communicators
/// and for runs that lack ranks. O(actions).
[[nodiscard]] std::vector<PolicyError> policyErrors(const MeasuredRun& run, const CostModel& costs,
                                                    const CancelToken& cancel = {});

} // namespace bubblescope
