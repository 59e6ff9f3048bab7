// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"
#include "core/scene/curve_outline.h"

#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// Gives a strip's curve its parts, and the part of its height to a strip of its own that what is on the host
/// needs, on the same scale. `shown` may be empty.
void addParts(Scene& scene, SceneCurve& curve, const SceneOptions& options, const TimeRange& shown);

/// What the strips' colors mean, from the top to the bottom as they lie, then the host's.
[[nodiscard]] std::vector<std::pair<Role, std::string>> partMeanings(const MemoryStack& stack);

/// The tone of a part where a column holds it for some of its time only.
inline constexpr std::uint8_t kPassingTone = 2;
/// How thick the mark is along what is beyond the limit.
inline constexpr double kBeyondMarkPx = 1;

/// One fill of a stacked curve for painters without a pixel grid of their own.
struct PartShape
{
    Fill fill;
    Staircase area; ///< may be empty
    std::vector<RectF> rects;
};
/// In the order of drawing: each part over those above it, then what is beyond the limit. Requires
/// isStacked().
[[nodiscard]] std::vector<PartShape> partShapes(const SceneCurve& curve);

} // namespace bubblescope
