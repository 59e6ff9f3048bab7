// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/lane_index.h"
#include "core/scene/scene.h"

#include <span>
#include <vector>

namespace bubblescope {

/// The chain of a bubble as it is drawn: one path over the lanes, from what ran before the bubble began to
/// the action that ends it, and a frame around each of its blocks. Pixels of the geometry, not clipped.
struct ChainLines
{
    struct Point
    {
        double x = 0, y = 0;
    };
    struct Segment
    {
        Point from, to;
        bool isMessage = false; ///< on its way for so long that it can be seen: dashed
    };
    std::vector<RectF> blocks;     ///< nearest first; without those of ranks that are not shown
    std::vector<Segment> segments; ///< from the farthest on
    Point begin;                   ///< a dot in the farthest block
    Point head;                    ///< of the arrow, in the action that ends the bubble

    [[nodiscard]] bool empty() const { return blocks.size() < 2; }
};

/// Of at most so many steps, the nearest ones: more of them are a thicket.
inline constexpr std::size_t kMostDrawnSteps = 512;
/// `chain` as BubbleChains has it. Empty where fewer than two of its actions are in lanes that are shown.
[[nodiscard]] ChainLines chainLines(const LaneIndex& index, const TimelineGeometry& geometry,
                                    std::span<const ActionPosition> chain);
/// Into a picture, clipped to its plot.
void addChainLines(Scene& scene, const ChainLines& lines);

} // namespace bubblescope
