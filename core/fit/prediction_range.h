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

/// What is not known of a prediction beside the scatter of steps.
struct PredictionDoubt
{
    double model = kUsualModelError; ///< usual error of predictions, as a share: modelErrorOf()
    bool leavesProfilerOut = false;  ///< with kUnprofiledHost, which is not all that a profiler changes
    bool isOtherRun = false; ///< another schedule than the run's: its hosts and links are another run's
    std::vector<std::uint32_t> absent; ///< ranks of the order that do not count, ascending

    /// Usual error of predictions of steps from their own fit, over real runs (docs/predictions.md): no run
    /// alone shows that the model is more exact.
    static constexpr double kUsualModelError = 0.035;
    /// By what predictions of steps without a profiler are off beyond that (the same page).
    static constexpr double kProfilerError = 0.071;
    /// By what predictions of other schedules are off beyond the rest (the same page).
    static constexpr double kScheduleError = 0.11;
    /// How the logarithm of host times and transfers differs between two runs of one code (the same page).
    static constexpr double kRunSpread = 0.2;

    /// Of all that makes a whole step longer or shorter than predicted.
    [[nodiscard]] double ofStep() const;
};

/// How far predictions are from the steps that they were fitted to, as a root of mean squares; at least
/// PredictionDoubt::kUsualModelError. `schedule` is the order of the steps. O(steps · actions).
[[nodiscard]] double modelErrorOf(std::span<const MeasuredRun> steps, const SchedulePtr& schedule,
                                  const CancelToken& cancel = {});

/// A prediction with the spread that measured steps show, and with what is in doubt. Each of `trials` draws
/// one of the steps, and takes from it together what made every rank's work, its host, the transfers, and
/// head and tail of that step longer or shorter than in the mean of all; what is left, of each action and
/// transfer by itself, is drawn at random from all of them. Few steps scatter less than many: what they share
/// is widened for that. What this makes longer in the middle is left out, so the prediction lies within. The
/// same seed gives the same range. `schedule` is timed with `costs`, which were fitted to the first of
/// `steps`; those of other steps have the same ranks. Nothing for an order that cannot be timed.
/// O(trials · actions).
[[nodiscard]] std::optional<PredictionRange>
predictionRange(std::span<const MeasuredRun> steps, const SchedulePtr& schedule, const CostModel& costs,
                const PredictionDoubt& doubt, std::uint64_t seed, std::size_t trials = 200,
                const CancelToken& cancel = {});

/// What the ranges do not hold, one sentence each.
[[nodiscard]] std::vector<std::string> whatRangesLack(const PredictionRange& range);

} // namespace bubblescope
