// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>

namespace bubblescope::ui {

/// A stretch of a lane in which nothing runs.
struct Gap
{
    RankId rank;
    Time from = 0;
    Time to = 0;
    bool operator==(const Gap&) const = default;
};

/// What stands at a place of the plot: an action, a gap, or neither (between lanes, outside the timeline).
struct Hit
{
    std::optional<ActionPosition> action;
    std::optional<Gap> gap;
    bool operator==(const Hit&) const = default;
};

/// The block at a pixel decides; where a pixel shows several, the one at its middle, and a block too narrow
/// to point at is taken from a pixel beside it. In a sub-lane a mark without length counts as wide as it is
/// drawn, and there are no gaps. O(log n).
[[nodiscard]] Hit hitTest(const LaneIndex& index, const TimelineGeometry& geometry, double x, double y,
                          double devicePixelRatio);

/// Where an action is drawn: its block, its part of an overlapped one, or its mark. Not clipped; nothing if
/// its lane or sub-lane is not among the geometry's.
[[nodiscard]] std::optional<RectF> actionRect(const LaneIndex& index, const TimelineGeometry& geometry,
                                              const ActionPosition& action);

} // namespace bubblescope::ui
