// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_picture.h"

#include "core/scene/build_scene.h"
#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kRoomyLanePx = 5; ///< from here on there is a gap between lanes
constexpr std::uint32_t kMostLanes = 512;

TimelineGeometry overviewGeometry(const LaneIndex& index, std::span<const RankId> order, Time end,
                                  double width, double pitch)
{
    const TimeRange whole = fitted(end);
    TimelineGeometry geometry;
    geometry.from = whole.from;
    geometry.to = whole.to;
    geometry.laneGap = pitch >= kRoomyLanePx ? 1 : 0;
    geometry.laneHeight = pitch - geometry.laneGap;
    // Beyond a few hundred ranks every n-th stands for its neighbours.
    const std::size_t count = order.empty() ? index.laneCount() : order.size();
    for (std::size_t lane = 0; lane < count; lane += (count + kMostLanes - 1) / kMostLanes)
        geometry.lanes.push_back(order.empty() ? RankId{static_cast<std::uint32_t>(lane)} : order[lane]);
    geometry.plot = {0, 0, width, geometry.contentHeight()};
    return geometry;
}

} // namespace

QPixmap overviewPicture(const LaneIndex& index, std::span<const RankId> order, Time end, const QSizeF& size,
                        double devicePixelRatio, const Theme& theme, FillMask shown)
{
    const QSize pixels(std::max(1, static_cast<int>(std::ceil(size.width() * devicePixelRatio))),
                       std::max(1, static_cast<int>(std::ceil(size.height() * devicePixelRatio))));
    const double lanes = static_cast<double>(
        std::min<std::size_t>(order.empty() ? index.laneCount() : order.size(), kMostLanes));
    // In device pixels: the small lanes have to meet the grid.
    const double pitch = std::max(2.0, std::floor(pixels.height() / lanes));
    SceneOptions options;
    options.geometry = overviewGeometry(index, order, end, pixels.width(), pitch);
    options.shown = shown;
    options.labels = LabelMode::None;
    options.hatchIdle = false;
    options.gridLines = false;

    const int height = std::max(1, static_cast<int>(options.geometry.plot.height));
    QImage image(pixels.width(), height, QImage::Format_RGB32);
    image.fill(toColor(theme.color(Role::Window)));
    {
        QPainter painter(&image);
        paintScene(painter, buildPlotScene(index, options), theme);
    }
    QPixmap picture =
        QPixmap::fromImage(image.height() == pixels.height()
                               ? image
                               : image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    picture.setDevicePixelRatio(devicePixelRatio);
    return picture;
}

} // namespace bubblescope::ui
