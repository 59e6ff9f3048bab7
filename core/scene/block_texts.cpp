// SPDX-License-Identifier: Apache-2.0
#include "core/scene/block_texts.h"

#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

BlockTexts::BlockTexts(Scene& scene, const SceneOptions& options, std::uint32_t microbatches)
    : m_scene(scene)
    , m_plot(options.geometry.plot)
    , m_mode(options.labels)
    , m_ratio(options.devicePixelRatio > 0 ? options.devicePixelRatio : 1)
    , m_microbatches(microbatches)
{}

void BlockTexts::add(const Action& action, const Fill& fill, const RectF& block)
{
    const RectF visible = visiblePart(block);
    addText(blockLabel(action, visible.width, visible.height, m_mode, m_microbatches), fill, visible);
}

void BlockTexts::addShared(std::span<const Action> actions, const Fill& fill, const RectF& block)
{
    const RectF visible = visiblePart(block);
    addText(actions.size() == 1
                ? blockLabel(actions.front(), visible.width, visible.height, m_mode, m_microbatches, true)
                : jointLabel(actions, visible.width, visible.height, m_mode, m_microbatches, true),
            fill, visible);
}

bool BlockTexts::addJoint(std::span<const Action> actions, const RectF& block, double frame)
{
    const RectF visible = visiblePart(block);
    BlockLabel label = jointLabel(actions, visible.width, visible.height, m_mode, m_microbatches);
    const double width = std::ceil(textWidth(label.text, label.size, true)) + 2 * kJointLabelGroundPx;
    if (!addText(std::move(label), {Role::Overlap}, visible))
        return false;
    if (frame > 0) {
        const double x = std::round((visible.x + (visible.width - width) / 2) * m_ratio) / m_ratio;
        SceneRect ground{{x, block.y + frame, width, block.height - 2 * frame}, {Role::Overlap}};
        ground.inner = true;
        m_scene.rects.push_back(ground);
    }
    return true;
}

RectF BlockTexts::visiblePart(const RectF& block) const
{
    const double left = std::max(block.x, m_plot.x);
    return {left, block.y, std::min(block.right(), m_plot.right()) - left, block.height};
}

bool BlockTexts::addText(BlockLabel label, const Fill& fill, const RectF& visible)
{
    const double centred = centredBaseline(visible.y, visible.bottom(), label.size);
    // What is to be seen of it are capitals and digits: lanes at the edge may be as low as others.
    if (label.text.empty() || centred - capHeight(label.size) < m_plot.y || centred > m_plot.bottom())
        return false;
    m_scene.texts.push_back({visible.x + visible.width / 2, centred, std::move(label.text), label.size, true,
                             TextAlign::Center, Role::Text, true, fill});
    return true;
}

} // namespace bubblescope
