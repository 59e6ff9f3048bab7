// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

#include <cstdint>
#include <span>

namespace bubblescope {

/// A block's label at the size it is drawn; empty text = none.
struct BlockLabel
{
    std::string text;
    double size = 0;
};

/// The form that fits into `width` × `height` pixels: "0F12", else "12" (R, S, T, O, L and parts of blocks
/// keep a letter: "S12", "E12"), else that in smaller type down to 8 pixels, else nothing. LabelMode::All
/// then takes any size. All numbers below 100 need the same room (in an order of more than ten
/// `microbatches`), so that blocks of one width keep one form when the second digit comes. Where colors do
/// not show kinds, `tellsKind` asks for "F12" in place of "12".
[[nodiscard]] BlockLabel blockLabel(const Action& action, double width, double height, LabelMode mode,
                                    std::uint32_t microbatches, bool tellsKind = false);

/// One label for all actions of a block that is too low for a label each: "1F3+0B2", else "3·2", else
/// nothing. It leaves some of their own colors beside it. `tellsKind` as above: "F3·B2".
[[nodiscard]] BlockLabel jointLabel(std::span<const Action> cell, double width, double height, LabelMode mode,
                                    std::uint32_t microbatches, bool tellsKind = false);
/// Lower parts of a block are better served by a joint label: their own would be small or none.
constexpr double kLowestOwnLabelPx = 10;
/// What a joint label's ground reaches beyond its text on each side.
constexpr double kJointLabelGroundPx = 3;

/// "0F12, 4 to 5, rank 2"; the parts of an overlapped block are joined by " + ".
[[nodiscard]] std::string blockTitle(std::span<const Action> cell, const LaneBlock& block, RankId rank);

/// Baseline that centres capitals of `size` between `top` and `bottom`.
/// How high capitals of `size` are above their baseline.
[[nodiscard]] double capHeight(double size);
[[nodiscard]] double centredBaseline(double top, double bottom, double size);

} // namespace bubblescope
