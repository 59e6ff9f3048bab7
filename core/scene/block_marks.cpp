// SPDX-License-Identifier: Apache-2.0
#include "core/scene/block_marks.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

std::vector<RectF> markBars(KindMark mark, const RectF& block)
{
    constexpr double kLeastWidthPx = 9;
    constexpr double kLeastHeightPx = 8;
    constexpr double kInsetPx = 2; ///< inside the block's edge
    constexpr double kLabelShare = 0.14;
    constexpr double kLeftShare = 0.08;
    constexpr double kThinPx = 1, kThickPx = 3;
    if (mark == KindMark::None || block.width < kLeastWidthPx || block.height < kLeastHeightPx)
        return {};
    const double thick = std::clamp(std::floor(block.height * kLabelShare), kThinPx, kThickPx);
    const RectF inside{block.x + kInsetPx, block.y + kInsetPx, block.width - 2 * kInsetPx,
                       block.height - 2 * kInsetPx};
    const RectF top{inside.x, inside.y, inside.width, thick};
    const RectF bottom{inside.x, inside.bottom() - thick, inside.width, thick};
    switch (mark) {
    case KindMark::Top:
        return {top};
    case KindMark::Bottom:
        return {bottom};
    case KindMark::TopAndBottom:
        return {top, bottom};
    case KindMark::Left:
        // Not so wide that it reaches into a label.
        return {{inside.x, inside.y, std::clamp(std::floor(block.width * kLeftShare), kThinPx, kThickPx),
                 inside.height}};
    case KindMark::None:
        break;
    }
    return {};
}

bool leaveRoomForLabel(const std::vector<RectF>& bars, const RectF& block)
{
    constexpr double kLabelPx = 8; ///< capitals, and a pixel above and below
    const double middle = block.y + block.height / 2;
    return std::none_of(bars.begin(), bars.end(), [&](const RectF& bar) {
        return bar.width > bar.height && bar.y < middle + kLabelPx / 2 &&
               bar.bottom() > middle - kLabelPx / 2;
    });
}

} // namespace bubblescope
