// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>

namespace bubblescope::ui {

/// How near to an edge a note is drawn to it.
inline constexpr double kNoteSnapPx = 6;

/// The begin or end of an action of the shown ranks nearest to `t`, at most `within` away; `t` if there is
/// none. O(ranks · log n).
[[nodiscard]] Time snappedToEdge(const LaneIndex& index, const TimelineGeometry& geometry, Time t,
                                 Time within);
/// The next begin or end of an action after `t`, or before it; nothing where there is none. O(ranks · log n).
[[nodiscard]] std::optional<Time> neighbourEdge(const LaneIndex& index, const TimelineGeometry& geometry,
                                                Time t, bool forward);

} // namespace bubblescope::ui
