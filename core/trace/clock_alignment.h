// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace bubblescope {

/// "No pair bounds these two clocks."
inline constexpr Time kUnbounded = std::numeric_limits<Time>::infinity();

/// What causality says about two clocks: (ahead of `to`) - (ahead of `from`) is at most `most`, µs. A
/// consumer on `to` that starts x after its producer on `from` has ended, each on its own clock, bounds it by
/// x.
struct ClockBound
{
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Time most = kUnbounded;
};

/// How far a clock is ahead of clock 0.
struct ClockSkew
{
    Time skew = 0;
    Time halfWidth = 0; ///< how far that may be wrong; kUnbounded if nothing bounds it from one side
    /// It agrees with a clock before it, as nothing contradicts that; else the middle of what is left.
    bool agrees = false;
    Time spare = 0; ///< how far one that agrees could be off at most
};

struct ClockAlignment
{
    std::vector<ClockSkew> clocks;
    /// A producer ends after its consumer starts whatever the clocks: drift, or wrong labels. Then all skews
    /// are 0.
    bool contradicts = false;
};

/// What causality leaves of the differences of clocks (docs/profiles.md, "Clocks"): the bounds closed by
/// Floyd and Warshall. Clock 0 is the reference. Of clocks with `mayAgree` (by clock; empty = of none) each
/// agrees with the first one before it that the bounds allow; all others are in the middle of their ranges,
/// which taken together keeps every bound. O(clocks³ + bounds).
[[nodiscard]] ClockAlignment alignClocks(std::size_t clocks, const std::vector<ClockBound>& bounds,
                                         const CancelToken& cancel = {},
                                         const std::vector<bool>& mayAgree = {});

} // namespace bubblescope
