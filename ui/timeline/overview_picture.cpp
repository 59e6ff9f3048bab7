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
constexpr double kOverviewPictureLeastTick = 2;
/// Of all lanes together; beyond it the rest of the lanes hardly adds a tick.
constexpr std::size_t kMostStretches = 400'000;

TimelineGeometry overviewGeometry(std::span<const RankId> order, Time end, double width, double pitch)
{
    const TimeRange whole = fitted(end);
    TimelineGeometry geometry;
    geometry.from = whole.from;
    geometry.to = whole.to;
    geometry.laneGap = pitch >= kRoomyLanePx ? 1 : 0;
    geometry.laneHeight = pitch - geometry.laneGap;
    // Beyond a few hundred ranks every n-th stands for its neighbours.
    for (std::size_t lane = 0; lane < order.size(); lane += (order.size() + kMostLanes - 1) / kMostLanes)
        geometry.lanes.push_back(order[lane]);
    geometry.plot = {0, 0, width, geometry.contentHeight()};
    return geometry;
}

} // namespace

QPixmap overviewPicture(const LaneIndex& index, std::span<const RankId> order, Time end, const QSizeF& size,
                        double devicePixelRatio, const Theme& theme, FillMask shown)
{
    const QSize pixels(std::max(1, static_cast<int>(std::ceil(size.width() * devicePixelRatio))),
                       std::max(1, static_cast<int>(std::ceil(size.height() * devicePixelRatio))));
    const auto lanes = static_cast<double>(std::min<std::size_t>(order.size(), kMostLanes));
    // In device pixels: the small lanes have to meet the grid.
    const double pitch = std::max(2.0, std::floor(pixels.height() / lanes));
    SceneOptions options;
    options.geometry = overviewGeometry(order, end, pixels.width(), pitch);
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

std::vector<QRectF> overviewTicks(const MatchIndex& matches, const QRectF& row)
{
    std::vector<QRectF> ticks;
    const auto columns = static_cast<std::size_t>(std::max(0.0, std::floor(row.width())));
    const TimeRange whole = fitted(matches.lanes()->timeline().makespan);
    if (columns == 0 || matches.count() == 0)
        return ticks;
    const Time pixel = (whole.to - whole.from) / static_cast<double>(columns);
    std::vector<std::uint8_t> isMarked(columns, 0);
    std::size_t marked = 0, looked = 0;
    std::vector<TimeSpan> stretches;
    for (std::uint32_t rank = 0; rank < matches.lanes()->laneCount(); ++rank)
        for (const Track track : kTracks) {
            stretches.clear();
            matches.stretches({RankId{rank}, track}, whole.from, whole.to, pixel, stretches);
            looked += stretches.size();
            for (const auto& [start, end] : stretches) {
                const auto first = static_cast<std::size_t>(std::clamp(
                    std::floor((start - whole.from) / pixel), 0.0, static_cast<double>(columns - 1)));
                const auto past = static_cast<std::size_t>(
                    std::clamp(std::ceil((end - whole.from) / pixel - 1e-9), static_cast<double>(first + 1),
                               static_cast<double>(columns)));
                for (std::size_t column = first; column < past; ++column) {
                    marked += isMarked[column] == 0 ? 1 : 0;
                    isMarked[column] = 1;
                }
            }
            if (marked == columns || looked > kMostStretches)
                rank = matches.lanes()->laneCount() - 1;
        }
    for (std::size_t column = 0; column < columns; ++column) {
        if (isMarked[column] == 0)
            continue;
        const double x = row.x() + static_cast<double>(column);
        if (!ticks.empty() && ticks.back().right() >= x)
            ticks.back().setRight(x + 1);
        else
            ticks.emplace_back(x, row.y(), 1, row.height());
    }
    for (QRectF& tick : ticks)
        tick.setWidth(std::max(tick.width(), kOverviewPictureLeastTick));
    return ticks;
}

} // namespace bubblescope::ui
