// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
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

/// One action, measured minus predicted, µs; both on the prediction's axis (Comparison::measuredBegin).
struct Residual
{
    RankId rank;
    ActionId action;
    Time measuredStart = 0, measuredEnd = 0;
    Time predictedStart = 0, predictedEnd = 0;
    Time startDelta = 0;
    Time durationDelta = 0; ///< of computing: the host's part of the prediction counts in gaps
    Time gapDelta = 0;      ///< of the time between the rank's action before and this one
    /// What the delay grew by since the action before on its rank: the largest part by size.
    DeviationCause cause = DeviationCause::Unmodelled;
};

/// Extra time of one rank by cause: sums to its measured minus its predicted end (of its last action). Busy
/// times are of computing, without the host's part.
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
    Timeline measured; ///< compute actions of the run, as measured: from the first start of its ranks
    /// When that is for the prediction: above 0 where ranks that begin first have no trace.
    Time measuredBegin = 0;
    std::vector<std::uint32_t> absentRanks; ///< of the prediction's, those without a trace; ascending
    Timeline predicted;                     ///< the order, simulated, with all its ranks
    std::vector<Residual> residuals;        ///< in the order of the measured rows
    /// Indices of the residuals that grew most, by |gapDelta| + |durationDelta|; at most kMostDeviations.
    std::vector<std::size_t> largest;
    std::vector<RankDeviation> perRank; ///< of the ranks with a trace
    /// Predicted / measured - 1 of the ranks with a trace: each side from their first start to their last
    /// end.
    double makespanError = 0;
    std::vector<std::string> warnings; ///< actions that only one side has, …
};

/// Simulates the measured order (or `schedule`, of the same actions) with `costs` and compares it with the
/// run. A deadlock, or costs that do not fit, is an error in words. A rank without a trace says nothing: it
/// is in `predicted` alone. O(actions).
[[nodiscard]] Result<Comparison> compareRun(const MeasuredRun& run, const CostModel& costs,
                                            const SchedulePtr& schedule = nullptr,
                                            const CancelToken& cancel = {});
/// The same against a prediction that was timed before, in µs. `hostOverhead` (CostModel::hostOverhead of its
/// costs) counts under Host and not as computing; the prediction's times stay what they are. The run's
/// pipeline has `rankCount` ranks; 0: as many as the prediction.
[[nodiscard]] Result<Comparison> holdAgainst(const MeasuredRun& run, Timeline predicted,
                                             Time hostOverhead = 0, std::size_t rankCount = 0);
/// The same against another run, which is in the prediction's place: both from their own begin on, with head
/// and tail if `isWhole`.
[[nodiscard]] Result<Comparison> holdRuns(const MeasuredRun& run, const MeasuredRun& other, bool isWhole);
/// Of a recorded timeline, over the ranks that have some action: one without a trace is not idle.
[[nodiscard]] Metrics measureTraced(const Timeline& recorded, const CostModel& costs);
/// Of the run in `comparison` (its measured timeline), over the ranks that have a trace: one without is not
/// idle.
[[nodiscard]] Metrics measureRun(const Comparison& comparison, const CostModel& costs);

} // namespace bubblescope
