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

/// The form that fits into `width` × `height` pixels: "0F12", else "12", else nothing. LabelMode::All also
/// takes smaller type. All numbers below 100 need the same room (in an order of at least that many
/// `microbatches`), so that blocks of one width keep one form when the second digit comes.
[[nodiscard]] BlockLabel blockLabel(const Action& action, double width, double height, LabelMode mode,
                                    std::uint32_t microbatches);

/// "0F12, 4 to 5, rank 2"; the parts of an overlapped block are joined by " + ".
[[nodiscard]] std::string blockTitle(std::span<const Action> cell, const LaneBlock& block, RankId rank);

/// Baseline that centres capitals of `size` between `top` and `bottom`.
[[nodiscard]] double centredBaseline(double top, double bottom, double size);

} // namespace bubblescope
