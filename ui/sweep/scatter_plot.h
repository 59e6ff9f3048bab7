// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "ui/sweep/scatter_axis.h"

#include <QFont>
#include <QPointF>
#include <QStringList>
#include <optional>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// A row of a sweep as a point.
struct ScatterPoint
{
    double x = 0; ///< in the units of the measures
    double y = 0;
    std::size_t series = 0;
    std::size_t row = 0; ///< of the model
    bool isOverLimit = false;
    bool isOnFront = false;
};

/// What a scatter chart shows. A value: the same on the screen and in files.
struct ScatterContent
{
    std::vector<ScatterPoint> points;
    QStringList series; ///< what the legend calls them
    SweepMeasure across = SweepMeasure::PeakMemory;
    SweepMeasure up = SweepMeasure::StepTime;
    SweepUnits units;
    std::optional<double> memoryLimit;

    SweepMeasure frontTime = SweepMeasure::StepTime; ///< the time whose front it is

    /// Whether the front is a line here: it is one of a time against peak memory, and of nothing else.
    [[nodiscard]] bool hasFrontLine() const;
    /// Its points by rising x.
    [[nodiscard]] std::vector<ScatterPoint> front() const;
};

struct ScatterStyle
{
    ThemeName theme = ThemeName::Light;
    QFont font;
    QString title; ///< above the plot; empty for none
    /// Device pixels a logical one; 0 draws marks as outlines, for files.
    double ratio = 0;
};

/// Where everything of a scatter chart stands.
struct ScatterLayout : PlotFrame
{
    QRectF title, legend;
    double dodge = 0; ///< pixels from series to series, where many points share a listed number
    std::size_t legendRows = 0;
    std::vector<QPointF> places; ///< of the points

    [[nodiscard]] static ScatterLayout of(const ScatterContent& content, const QSizeF& size,
                                          const ScatterStyle& style);
    /// The radius of a mark: many are smaller.
    [[nodiscard]] double radius() const;
    /// The point whose mark is nearest, of those within reach; of several in one place the topmost.
    /// O(points).
    [[nodiscard]] std::optional<std::size_t> pointAt(const QPointF& position) const;
    /// How many points are drawn in the same place.
    [[nodiscard]] std::size_t pointsAt(const QPointF& place) const;
};

/// Draws all of it but the ground. O(points).
void paintScatter(QPainter& painter, const ScatterContent& content, const ScatterLayout& layout,
                  const ScatterStyle& style);

} // namespace bubblescope::ui
