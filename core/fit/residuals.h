// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/fit/fit_costs.h"
#include "core/trace/measured_run.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where the extra time of an action went.
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
    /// Of the growth of the delay since what it waited for: the largest part.
    DeviationCause cause = DeviationCause::Unmodelled;
};

/// Extra time of one rank by cause: sums to its measured minus its predicted end.
struct RankDeviation
{
    RankId rank;
    Time measuredEnd = 0, predictedEnd = 0;
    std::array<Time, 5> byCause{}; ///< as DeviationCause
    Time measuredBusy = 0, predictedBusy = 0;
};

struct Comparison
{
    Timeline measured;                ///< compute actions of the run
    Timeline predicted;               ///< the same order, simulated
    std::vector<Residual> residuals;  ///< in the order of the measured rows
    std::vector<std::size_t> largest; ///< indices of residuals, by |startDelta growth| + |durationDelta|
    std::vector<RankDeviation> perRank;
    double makespanError = 0;          ///< predicted / measured - 1
    std::vector<std::string> warnings; ///< actions that only one side has, …
};

/// Simulates the measured order (or `schedule`, of the same actions) with `costs` and holds it against the
/// run. A deadlock, or costs that do not fit, is an error in words.
[[nodiscard]] Result<Comparison> compareRun(const MeasuredRun& run, const CostModel& costs,
                                            const SchedulePtr& schedule = nullptr,
                                            const CancelToken& cancel = {});

} // namespace bubblescope
