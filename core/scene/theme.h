// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/timeline.h"
#include "core/time/memory_part.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What a color is for. A Scene speaks of roles; a Theme gives each its color.
enum class Role : std::uint8_t {
    Window,
    Panel,
    Hairline,
    Text,
    QuietText,
    Accent,
    Forward,
    BackwardInput,
    BackwardWeight,
    Backward,
    Overlap,
    Communication,
    Fsdp,
    Idle,
    IdleHatch,
    CriticalPath,
    Ghost,      ///< an action whose kind is hidden: there, but not shown
    Memory,     ///< under a memory curve
    MemoryBand, ///< between the lowest and the highest level of a pixel column
    MemoryLine,
    MemoryOver, ///< beyond the limit
    StepPhase,  ///< what a rank does before its first and after its last action
    Recompute,
    VocabularyForward,
    VocabularyBackward,
    Dispatch,
    Combine,
    Offload,
    Reload,
    MemoryParameters, ///< from here on the parts of memory, as MemoryPart has them
    MemoryOptimizer,
    MemoryBuffers,
    MemoryWorkspace,
    MemoryGradients,
    MemoryKept,
    MemoryRecomputed,
    MemoryForward,
    MemoryOffloaded,
    Count,
};
inline constexpr std::size_t kRoleCount = static_cast<std::size_t>(Role::Count);

struct Rgb
{
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Rgb&) const = default;
};

/// The color-blind safe ones, and those of high contrast with the same fills, can be distinguished with any
/// kind of color vision.
enum class ThemeName : std::uint8_t {
    Light,
    Dark,
    ColorBlind,
    Print,
    ColorBlindDark,
    Contrast,
    ContrastDark
};
inline constexpr std::size_t kThemeCount = 7;
/// light, dark, colorblind, print, colorblind-dark, contrast, contrast-dark
[[nodiscard]] Result<ThemeName> themeFromName(std::string_view name);

/// Bars on a block, so that kinds differ where their colors are alike or not seen.
enum class KindMark : std::uint8_t {
    None,
    Top,          ///< a bar at the upper edge
    Bottom,       ///< at the lower one
    TopAndBottom, ///< at both
    Left,         ///< where it begins
};

/// How a fill departs from its role's color.
struct Fill
{
    Role role = Role::Idle;
    std::uint8_t chunk = 0; ///< 0 = first chunk of the rank; later ones are lighter tones of the same hue
    bool edge = false;      ///< the darker tone that outlines a block
    bool mark = false;      ///< what bars on it are drawn in
    bool operator==(const Fill&) const = default;
};

/// How much black is laid over a fill for its edge; painters without tones of their own use it as opacity.
inline constexpr double kEdgeShade = 0.26;

/// All colors of one look; contrast of text on every fill is at least 4.5:1.
class Theme
{
public:
    [[nodiscard]] static const Theme& get(ThemeName name);
    /// The same look, where the colors of compute lanes mean differences (difference_colors.h).
    [[nodiscard]] static const Theme& difference(ThemeName name);
    [[nodiscard]] Rgb color(Role role) const { return m_colors[static_cast<std::size_t>(role)]; }
    [[nodiscard]] Rgb color(const Fill& fill) const
    {
        const std::size_t tone = std::min<std::size_t>(fill.chunk, kTones - 1);
        const auto& tones = fill.edge ? m_edges : fill.mark ? m_marks : m_fills;
        return tones[static_cast<std::size_t>(fill.role) * kTones + tone];
    }
    /// Dark or white text, whichever reads better on the fill.
    [[nodiscard]] Rgb textOn(const Fill& fill) const;
    [[nodiscard]] ThemeName name() const { return m_name; }
    /// Whether text is lighter than its ground.
    [[nodiscard]] bool isDark() const;

private:
    Theme(ThemeName name, const std::array<Rgb, kRoleCount>& colors);
    /// Blue to orange, which everyone can distinguish; paler towards `tint`.
    Theme(const Theme& base, Rgb earlier, Rgb later, Rgb same, Rgb onlyHere, Rgb tint);

    /// Of a role for the chunks of a rank; as many as can be distinguished.
    static constexpr std::size_t kTones = 4;
    /// What is mixed into each color for its tones.
    void makeTones(Rgb tint, const std::array<double, kTones>& shares);

    ThemeName m_name = ThemeName::Light;
    std::array<Rgb, kRoleCount> m_colors{};
    std::array<Rgb, kRoleCount * kTones> m_fills{}, m_edges{}, m_marks{};
};

[[nodiscard]] double contrastRatio(Rgb a, Rgb b);
/// The role in which an action is filled.
[[nodiscard]] Role roleOf(ActionKind kind);
/// The bars on its blocks.
[[nodiscard]] KindMark markOf(ActionKind kind);
/// What is written before the microbatch where there is no room for the stage: "F", "S"; of a part of a block
/// the part alone, "A", "D", "E" or "C".
[[nodiscard]] char letterOf(ActionKind kind);
/// How an action of the step's end, or the phase that it is, is told apart from the others.
struct PhaseLook
{
    std::uint8_t tone = 0;
    KindMark mark = KindMark::None;
    std::string_view label;
    std::string_view shortLabel; ///< where there is no room for that
};
[[nodiscard]] PhaseLook lookOf(StepPhase phase);
/// The role in which a part of memory is filled.
[[nodiscard]] constexpr Role roleOf(MemoryPart part)
{
    return static_cast<Role>(static_cast<std::size_t>(Role::MemoryParameters) +
                             static_cast<std::size_t>(part));
}

} // namespace bubblescope
