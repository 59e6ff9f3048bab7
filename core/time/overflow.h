// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

#include <optional>

namespace bubblescope {

/// Times up to here can be added up over every rank, and be converted between units, without leaving the
/// range of a number.
inline constexpr Time kLargestTime = 1e290;

/// What to say of costs whose times went beyond kLargestTime: names the largest one given. Costs as they were
/// given, before blocks are composed.
[[nodiscard]] TimingFailure tooLongTiming(const CostModel& costs);
/// Activations, parameters, gradients or optimizer states whose sums over a row may leave the range of a
/// number.
[[nodiscard]] std::optional<TimingFailure> tooLargeActivations(const Schedule& schedule,
                                                               const CostModel& costs);

} // namespace bubblescope
