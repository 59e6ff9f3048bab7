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
};

struct ClockAlignment
{
    std::vector<ClockSkew> clocks;
    /// A producer ends after its consumer starts whatever the clocks: drift, or wrong labels. Then all skews
    /// are 0.
    bool contradicts = false;
};

/// Midpoints of the ranges that causality leaves (docs/profiles.md, "Clocks"): the bounds closed by Floyd and
/// Warshall. Clock 0 is the reference; O(clocks³ + bounds). Taken together the midpoints keep every bound.
[[nodiscard]] ClockAlignment alignClocks(std::size_t clocks, const std::vector<ClockBound>& bounds,
                                         const CancelToken& cancel = {});

} // namespace bubblescope
