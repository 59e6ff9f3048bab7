// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/trace/measured_run.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// Between which makespans nine of ten steps are expected.
struct PredictionRange
{
    Time low = 0;  ///< a twentieth is below it
    Time high = 0; ///< a twentieth is above it
};

/// A prediction with the spread that the run's own times show: `trials` times every action is as much longer
/// or shorter than costs say as one of its kind and stage that was measured, chosen at random, and so are
/// transfers; what this makes longer in the middle is left out, so the prediction lies within. The same seed
/// gives the same range. `schedule` is timed with `costs`, which were fitted to the run. Nothing for an order
/// that cannot be timed. O(trials · actions).
[[nodiscard]] std::optional<PredictionRange>
predictionRange(const MeasuredRun& run, const SchedulePtr& schedule, const CostModel& costs,
                std::uint64_t seed, std::size_t trials = 200, const CancelToken& cancel = {});

} // namespace bubblescope
