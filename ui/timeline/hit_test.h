// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/action_rect.h"
#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "core/time/memory_curves.h"

#include <optional>

namespace bubblescope::ui {

/// A stretch of a lane: most often one in which nothing runs.
struct Gap
{
    RankId rank;
    Time from = 0;
    Time to = 0;
    bool operator==(const Gap&) const = default;
};

/// A pixel column of a memory strip.
using MemorySpot = Gap;

/// What a rank does before its first or after its last action.
struct PhaseSpot
{
    RankId rank;
    StepPhase phase = StepPhase::Head;
    Time from = 0;
    Time to = 0;
    bool operator==(const PhaseSpot&) const = default;
};

/// What stands at a place of the plot: an action, a gap, a phase of the step, a rank's memory, or nothing
/// (between lanes, outside the timeline).
struct Hit
{
    std::optional<ActionPosition> action;
    std::optional<Gap> gap;
    std::optional<MemorySpot> memory = {};
    bool isResidual = false;             ///< of the action: how long it took, in the residual lane
    std::optional<PhaseSpot> phase = {}; ///< besides its action, where the order has one
    bool operator==(const Hit&) const = default;
};

/// The block at a pixel decides; where a pixel shows several, the one at its middle, and a block too narrow
/// to point at is taken from a pixel beside it. In a sub-lane a mark without length counts as wide as it is
/// drawn, and there are no gaps. O(log n).
[[nodiscard]] Hit hitTest(const LaneIndex& index, const TimelineGeometry& geometry, double x, double y,
                          double devicePixelRatio);
/// The same on a lane, `share` of its height below its top.
[[nodiscard]] Hit hitInLane(const LaneIndex& index, const TimelineGeometry& geometry, LaneId lane, double x,
                            double share, double devicePixelRatio);

/// The action that made the level at a spot of a memory strip: that starts where it rose, or ends where it
/// fell. Nothing before the first. O(log n).
[[nodiscard]] std::optional<ActionPosition> levelMaker(const LaneIndex& index, const MemoryCurves& memory,
                                                       const MemorySpot& spot);

/// Where a stretch of a lane is drawn, not clipped; nothing if the lane is not among the geometry's.
[[nodiscard]] std::optional<RectF> stretchRect(const TimelineGeometry& geometry, const Gap& stretch);

} // namespace bubblescope::ui
