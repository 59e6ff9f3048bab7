// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <vector>

namespace bubblescope {

/// Length of the dashes of a limit beyond the strip, and of what is between them.
inline constexpr double kLimitDashPx = 4;

/// In lower strips lines would be all that is seen.
inline constexpr double kLeastForLines = 10;
[[nodiscard]] inline bool isFillOnly(const SceneCurve& curve)
{
    return curve.rect.height < kLeastForLines;
}

struct PointF
{
    double x = 0, y = 0;
    bool operator==(const PointF&) const = default;
};
/// Corners of a staircase, upright and level in turn. Filled as closed, drawn along as open.
using Staircase = std::vector<PointF>;

/// A curve as shapes for painters without a pixel grid of their own, in the order of drawing.
struct CurveOutline
{
    Staircase area;               ///< from the ground up to the highest levels; its line lies inside
    std::vector<RectF> bands;     ///< between lowest and highest levels, under the line
    std::vector<Staircase> above; ///< from the limit up
};

/// `line` is how thick the lines along the stairs will be, if they have some (isFillOnly()). Ends that the
/// plot cuts off lie outside it.
[[nodiscard]] CurveOutline curveOutline(const SceneCurve& curve, double line);

/// Where the limit's line runs, if the curve has one and there is room for it.
[[nodiscard]] std::optional<double> limitLineY(const SceneCurve& curve, double line);

} // namespace bubblescope
