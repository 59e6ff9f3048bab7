// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/theme.h"

#include <vector>

namespace bubblescope {

/// The bars of a mark on a block or a swatch: none where they would hide what they mark.
[[nodiscard]] std::vector<RectF> markBars(KindMark mark, const RectF& block);
/// Whether a label in the middle of a block stays clear of them.
[[nodiscard]] bool leaveRoomForLabel(const std::vector<RectF>& bars, const RectF& block);
/// What bars on a fill are drawn in.
[[nodiscard]] constexpr Fill markFill(const Fill& fill)
{
    return {fill.role, fill.chunk, false, true};
}

} // namespace bubblescope
