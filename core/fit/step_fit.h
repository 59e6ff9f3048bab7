// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/step_costs.h"
#include "core/trace/measured_run.h"

#include <optional>

/// The head and the tail of a measured step.
namespace bubblescope::fit {

/// How the ranks' own times are told.
enum class StepDetail : std::uint8_t {
    Fitted,   ///< the finish as one number, for any number of ranks
    Recorded, ///< that of each rank as it was
};

/// What the shown step took before its first and after its last actions, without what ranks waited for each
/// other there; a rank's time is divided evenly over its stages. A replica whose actions took longer than the
/// shown one's, by more than what scatters, is named with its factor. Nothing where some rank has no trace,
/// or does not tell it. O(actions).
[[nodiscard]] std::optional<StepCosts> fitStep(const MeasuredRun& run,
                                               StepDetail detail = StepDetail::Fitted);

} // namespace bubblescope::fit
