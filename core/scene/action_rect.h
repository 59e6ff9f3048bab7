// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>

namespace bubblescope {

/// Blocks narrower than this are drawn and found as if they were as wide.
inline constexpr double kEasyWidthPx = 3;

/// Where an action is drawn: its block, its part of an overlapped one, its mark, or its phase at the step's
/// end. Not clipped; nothing if its lane or sub-lane is not among the geometry's.
[[nodiscard]] std::optional<RectF> actionRect(const LaneIndex& index, const TimelineGeometry& geometry,
                                              const ActionPosition& action);

} // namespace bubblescope
