// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// One swatch of a picture's legend.
struct LegendEntry
{
    Fill fill{};
    std::string text;
    KindMark mark = KindMark::None;
    bool tones = false;   ///< swatch of two tones: first chunk and later ones
    bool hatched = false; ///< idle
    double thick = 0;     ///< of a line in place of a swatch
    bool plain = false;   ///< words without a swatch
    bool startsLine = false;
    double x = 0; ///< of the swatch, from the legend's left border
    std::size_t line = 0;
};

/// What a legend says beside the classes.
struct LegendNotes
{
    std::string memoryLimit;  ///< of the line across the memory strips, as levelText(); empty = there is none
    std::string source;       ///< what the times are taken from; empty = nothing to say
    std::string overlay = {}; ///< whose lanes the thin ones are; empty = there are none
    Role limitLine = Role::CriticalPath; ///< what it is drawn in
    bool pathShown = false;              ///< the critical path
    /// What the colors of memory strips mean; empty where they mean nothing.
    std::vector<std::pair<Role, std::string>> parts = {};
    /// What the lanes' colors mean, where they do not mean kinds.
    std::vector<std::pair<Fill, std::string>> meanings = {};
};

/// What a timeline's colors mean: the classes in use, what is hidden as such, idle, the memory limit and the
/// source of the costs if there are any; broken into lines of `width`.
[[nodiscard]] std::vector<LegendEntry> legendEntries(const LaneIndex& index, FillMask shown, double width,
                                                     const LegendNotes& notes = {});
inline constexpr double kLegendLineHeight = 20;
void addLegend(Scene& scene, const std::vector<LegendEntry>& entries, double x, double y);

} // namespace bubblescope
