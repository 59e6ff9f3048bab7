// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/block_label.h"
#include "core/scene/build_scene.h"

#include <span>

namespace bubblescope {

/// Labels blocks, as far as the plot shows them and they have room.
class BlockTexts
{
public:
    /// `microbatches` of the order say how wide a number may get.
    BlockTexts(Scene& scene, const SceneOptions& options, std::uint32_t microbatches);

    void add(const Action& action, const Fill& fill, const RectF& block);
    /// One label in the middle of an overlapped block; false if there is no room. Where its halves are drawn
    /// inside a frame of that width, it is on a ground of the frame's color.
    bool addJoint(std::span<const Action> actions, const RectF& block, double frame = 0);
    /// Of a block in one color, however many actions it has: the color does not show their kinds.
    void addShared(std::span<const Action> actions, const Fill& fill, const RectF& block);

private:
    [[nodiscard]] RectF visiblePart(const RectF& block) const;
    bool addText(BlockLabel label, const Fill& fill, const RectF& visible);

    Scene& m_scene;
    RectF m_plot;
    LabelMode m_mode;
    double m_ratio;
    std::uint32_t m_microbatches;
};

} // namespace bubblescope
