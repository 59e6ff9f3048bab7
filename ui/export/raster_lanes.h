// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"
#include "ui/export/image_pixels.h"
#include "ui/export/lane_composer.h"

#include <QImage>
#include <QTransform>
#include <span>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// Blocks and strips of a scene whose pixels lie on those of an image, but for their size. Lanes are composed
/// on several threads where there are many; the pixels are the same on any number of them.
class RasterLanes
{
public:
    RasterLanes(QPainter& painter, const Scene& scene, const Theme& theme);

    /// Whether a rect is the ground of a lane that paint() paints with what runs on it: each pixel is written
    /// once then.
    [[nodiscard]] bool paintsGround(const SceneRect& rect) const;
    /// Inside the painter's clip.
    void paint();

private:
    struct Lane
    {
        RectF where;
        std::span<const SceneRect> rects; ///< the lane's blocks, and others between them
        const SceneStrip* strip = nullptr;
        const SceneRect* ground = nullptr; ///< that is left to the lane
    };
    /// On the device.
    struct Rows
    {
        int top = 0;
        int count = 1;
        int edge = 0; ///< at the lane's top and bottom, where it has edges
        [[nodiscard]] bool isEdge(int row) const { return row < edge || row >= count - edge; }
    };
    class Work;

    void findGrounds();
    [[nodiscard]] std::vector<Lane> lanes() const;
    void giveGrounds(std::vector<Lane>& lanes);
    [[nodiscard]] Rows rowsOf(const RectF& lane) const;
    [[nodiscard]] bool areApart(std::span<const Lane> lanes) const;
    [[nodiscard]] bool writeLane(const LaneComposer& composer, const Lane& lane) const;
    void writeRuns(const LaneComposer& composer, const RectF& lane) const;
    void paintLane(const LaneComposer& composer, const Lane& lane);
    void paintGround(const SceneRect& ground);

    QPainter& m_painter;
    const Scene& m_scene;
    const Theme& m_theme;
    QTransform m_toDevice;
    QTransform m_worldTransform;
    ColumnGrid m_grid;
    std::vector<const SceneRect*> m_grounds; ///< of lanes that paint() has not come to
    ImagePixels m_pixels;                    ///< inside the plot; none where only the painter can paint
    QImage m_laneImage;                      ///< one lane's pixels, as high as the highest so far
};

} // namespace bubblescope::ui
