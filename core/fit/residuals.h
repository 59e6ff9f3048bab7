// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/fit/fit_costs.h"
#include "core/trace/measured_run.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where the extra time of an action went: into itself, into waiting for a message whose producer was late,
/// into the message's way, into a gap of the rank that waits for nothing, or into what is not modelled.
enum class DeviationCause : std::uint8_t { Compute, Wait, Transfer, Host, Unmodelled };
[[nodiscard]] std::string_view causeText(DeviationCause cause) noexcept; ///< "compute", "wait", …

/// One action, measured minus predicted, µs.
struct Residual
{
    RankId rank;
    ActionId action;
    Time measuredStart = 0, measuredEnd = 0;
    Time predictedStart = 0, predictedEnd = 0;
    Time startDelta = 0;
    Time durationDelta = 0;
    Time gapDelta = 0; ///< of the time between the rank's action before and this one
    /// What the delay grew by since the action before on its rank: the largest part by size.
    DeviationCause cause = DeviationCause::Unmodelled;
};

/// Extra time of one rank by cause: sums to its measured minus its predicted end (of its last action).
struct RankDeviation
{
    RankId rank;
    Time measuredEnd = 0, predictedEnd = 0;
    std::array<Time, 5> byCause{}; ///< as DeviationCause
    Time measuredBusy = 0, predictedBusy = 0;
};

inline constexpr std::size_t kMostDeviations = 100;

struct Comparison
{
    Timeline measured;               ///< compute actions of the run
    Timeline predicted;              ///< the same order, simulated
    std::vector<Residual> residuals; ///< in the order of the measured rows
    /// Indices of the residuals that grew most, by |gapDelta| + |durationDelta|; at most kMostDeviations.
    std::vector<std::size_t> largest;
    std::vector<RankDeviation> perRank;
    double makespanError = 0;          ///< predicted / measured - 1
    std::vector<std::string> warnings; ///< actions that only one side has, …
};

/// Simulates the measured order (or `schedule`, of the same actions) with `costs` and holds it against the
/// run. `hostOverhead` is the part of every action's time in `costs` that is the host's
/// (FittedCosts::hostOverhead): in `predicted` it stands behind the actions as a gap, as in the measured
/// run. A deadlock, or costs that do not fit, is an error in words. O(actions).
[[nodiscard]] Result<Comparison> compareRun(const MeasuredRun& run, const CostModel& costs,
                                            const SchedulePtr& schedule = nullptr,
                                            const CancelToken& cancel = {}, Time hostOverhead = 0);
/// The same against a prediction that was timed before, in µs.
[[nodiscard]] Result<Comparison> holdAgainst(const MeasuredRun& run, Timeline predicted);

} // namespace bubblescope
