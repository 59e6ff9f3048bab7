// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/trace/measured_run.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Between which makespans nine of ten steps are expected.
struct PredictionRange
{
    Time low = 0;          ///< a twentieth is below it
    Time high = 0;         ///< a twentieth is above it
    std::size_t steps = 1; ///< that it was drawn from
};

/// A prediction with the spread that measured steps show. Each of `trials` draws one of the steps, and takes
/// from it together what made every rank's work, its host and the transfers of that step longer or shorter
/// than in the mean of all; what is left, of each action and transfer by itself, is drawn at random from all
/// of them. Few steps scatter less than many: what they share is widened for that. What this makes longer in
/// the middle is left out, so the prediction lies within. The same seed gives the same range. `schedule` is
/// timed with `costs`, which were fitted to the first of `steps`; those of other steps have the same ranks.
/// Nothing for an order that cannot be timed. O(trials · actions).
[[nodiscard]] std::optional<PredictionRange>
predictionRange(std::span<const MeasuredRun> steps, const SchedulePtr& schedule, const CostModel& costs,
                std::uint64_t seed, std::size_t trials = 200, const CancelToken& cancel = {});

/// What the range does not hold, one sentence each.
[[nodiscard]] std::vector<std::string> whatRangesLack(const PredictionRange& range);

} // namespace bubblescope
