// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// How long a V's passes take on each rank.
struct VTimes
{
    std::vector<std::array<double, kVPassKinds>> durations; ///< by rank
    double transfer = 0;

    VTimes(const Shape& shape, const CostModel& costs);
};

/// An order's length.
struct VSpan
{
    double makespan = 0;
    double longestRank = 0; ///< longest time from a rank's first start to its last end
};

/// Times the order of the grid as simulate() does under the strict profile; nothing if it cannot run.
/// O(cells).
[[nodiscard]] std::optional<VSpan> spanOf(const VGrid& grid, const VTimes& times, std::uint32_t microbatches);

} // namespace bubblescope
