// SPDX-License-Identifier: Apache-2.0
// Scenes and marks as pixels.
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "ui/export/scene_painter.h"

#include <QImage>
#include <QPainter>

namespace bubblescope::test {

/// What `paint` draws on an image of this size, of so many device pixels a pixel. Into RGB32 the program
/// writes its pixels itself; other formats it leaves to Qt.
template <typename Paint>
QImage paintedBy(const QSizeF& size, double ratio, QImage::Format format, const Paint& paint,
                 const QColor& ground = Qt::white)
{
    QImage image((size * ratio).toSize(), format);
    image.setDevicePixelRatio(ratio);
    image.fill(ground);
    QPainter painter(&image);
    paint(painter);
    painter.end();
    return image.convertToFormat(QImage::Format_RGB32);
}

inline QImage painted(const Scene& scene, double ratio, ThemeName theme = ThemeName::Light,
                      QImage::Format format = QImage::Format_RGB32)
{
    const auto paint = [&](QPainter& painter) { ui::paintScene(painter, scene, Theme::get(theme)); };
    return paintedBy({scene.width, scene.height}, ratio, format, paint, Qt::magenta);
}

/// A schedule as the command line names it, timed.
inline EvaluationPtr evaluated(const std::string& request, const CostModel& costs = {})
{
    return evaluate({*requestFromText(request), costs, {}}, {}).value();
}

/// Lanes 0 to `lanes` in a plot.
inline TimelineGeometry geometryOf(const RectF& plot, double laneHeight, double laneGap, std::size_t lanes,
                                   const TimeRange& range)
{
    TimelineGeometry geometry;
    geometry.plot = plot;
    geometry.laneHeight = laneHeight;
    geometry.laneGap = laneGap;
    geometry.from = range.from;
    geometry.to = range.to;
    for (std::uint32_t rank = 0; rank < lanes; ++rank)
        geometry.lanes.push_back(RankId{rank});
    return geometry;
}

/// The mean of what `valueOf` makes of the pixels in the middle of each lane.
template <typename ValueOf>
double meanInLanes(const QImage& image, const TimelineGeometry& geometry, double ratio,
                   const ValueOf& valueOf)
{
    double sum = 0;
    int pixels = 0;
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const int y = qRound((geometry.laneTop(row) + geometry.laneHeight / 2) * ratio);
        for (int x = qRound(geometry.plot.x * ratio); x < qRound(geometry.plot.right() * ratio); ++x) {
            sum += valueOf(image.pixel(x, y));
            ++pixels;
        }
    }
    return sum / pixels;
}

} // namespace bubblescope::test
