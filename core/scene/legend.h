// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

namespace bubblescope {

/// One swatch of a picture's legend.
struct LegendEntry
{
    Fill fill{};
    std::string text;
    bool tones = false;   ///< swatch of two tones: first chunk and later ones
    bool hatched = false; ///< idle
    bool thin = false;    ///< a line
    double x = 0;         ///< of the swatch, from the legend's left border
    std::size_t line = 0;
};

/// What a timeline's colours mean: the classes in use, what is hidden as such, idle, and the memory limit if
/// there is one; broken into lines of `width`.
[[nodiscard]] std::vector<LegendEntry> legendEntries(const LaneIndex& index, FillMask shown, double width,
                                                     std::optional<double> memoryLimit = {});
inline constexpr double kLegendLineHeight = 20;
void addLegend(Scene& scene, const std::vector<LegendEntry>& entries, double x, double y);

} // namespace bubblescope
