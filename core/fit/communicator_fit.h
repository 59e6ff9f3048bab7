// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/durations.h"
#include "core/time/communicators.h"

#include <optional>

namespace bubblescope::fit {

/// Of compute beside a transfer, where the run shows none: the median of what is fitted to runs that do, on a
/// quarter of an H100.
inline constexpr double kAssumedSlowdown = 1.6;

struct FittedCommunicators
{
    Communicators costs;
    std::vector<FittedDefault> defaults; ///< what the run does not tell
};

/// How messages and hosts took their turn in a run, as MeasuredRank::issued shows it: medians of kernels of
/// kinds and stages, means (nothing counts for more than three medians) of what adds up along a chain: host
/// times, transfers and gaps. The policy is the one whose marks the profile bears: hosts that wait for the
/// device between actions are Megatron's, a stream for each pair of ranks its overlapped messages; receives
/// that are named, or several stages on a rank, torch's runtime of several stages. Kinds that a stage does
/// not run are filled in from its other kinds, then from other stages. Ranks that show no transfer tell
/// nothing; nothing where all do not. O(issues log issues).
[[nodiscard]] std::optional<FittedCommunicators> fitCommunicators(const MeasuredRun& run);

/// How long an action of the run works without what transfers beside it have cost. Keeps the slowdowns.
[[nodiscard]] WorkOf timeAlone(const MeasuredRun& run, const Communicators& communicators);

} // namespace bubblescope::fit
