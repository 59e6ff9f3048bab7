// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/scene/difference_colors.h"

#include <array>
#include <optional>
#include <vector>

namespace bubblescope {

/// By how much each action of each rank's row took longer than elsewhere, below 0 for shorter; NaN where
/// there is nothing to hold it against. Of a cell its first action counts. An empty row is a rank that says
/// nothing.
using DurationDeltas = std::vector<std::vector<Time>>;

/// A thin lane for each rank that says how much longer its actions took: each of them is where it is
/// in the timeline, in the color of its difference, and what is a gap there is one here. The levels of
/// DeltaLevel are of durations: earlier is shorter, later longer, only here without a counterpart.
struct ResidualLanes
{
    LaneIndexPtr index;                ///< of the timeline, recoloured: exact at every zoom
    std::vector<std::uint8_t> hasLane; ///< a flag a rank; without a delta a rank has none
    DeltaScale scale;
    std::array<std::size_t, kDeltaLevelCount> counts{}; ///< cells of compute of each level
};

/// `noise`: up to here a difference means nothing. Deltas of ranks and actions beyond the timeline's are left
/// aside, those that are missing are NaN. Nothing if cancelled. O(actions).
[[nodiscard]] std::optional<ResidualLanes> residualLanes(const TimelinePtr& timeline,
                                                         const DurationDeltas& deltas, Time noise,
                                                         const CancelToken& cancel = {});

} // namespace bubblescope
