// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a scatter chart stand, and what is at a place.
#include "ui/sweep/scatter_plot.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kScatterLayoutMargin = 8;
constexpr double kTickGap = 6;
constexpr double kMostLegend = 210;
constexpr double kLegendMark = 22;
constexpr double kLegendGap = 16;
constexpr double kLegendLine = 20;
/// Below that a legend would take the room of the plot.
constexpr double kLeastForLegend = 420;
constexpr double kTickWidth = 72;
constexpr double kScatterLayoutTickHeight = 40;
constexpr double kReach = 12;

std::vector<double> valuesOf(const ScatterContent& content, double ScatterPoint::*value)
{
    std::vector<double> values;
    values.reserve(content.points.size());
    for (const ScatterPoint& point : content.points)
        values.push_back(point.*value);
    return values;
}

double legendWidth(const ScatterContent& content, const QSizeF& size, const QFontMetricsF& metrics)
{
    if (content.series.isEmpty() || size.width() < kLeastForLegend)
        return 0;
    double width = 0;
    for (const QString& name : content.series)
        width = std::max(width, metrics.horizontalAdvance(name));
    return std::min(kMostLegend, std::ceil(width) + kLegendMark + 2);
}

double tickLabelWidth(const PlotAxis& axis, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const auto& tick : axis.ticks)
        width = std::max(width, metrics.horizontalAdvance(tick.second));
    return std::ceil(width);
}

std::optional<double> limitOn(const ScatterContent& content, SweepMeasure measure)
{
    return measure == SweepMeasure::PeakMemory ? content.memoryLimit : std::nullopt;
}

/// Points of one listed number stand beside each other by series, as far as the next number leaves room.
double dodgeOf(const ScatterContent& content, const ScatterLayout& layout)
{
    constexpr double kMost = 9;
    constexpr double kUsed = 0.6; // of the room
    if (!isAxis(content.across) || content.series.size() < 2)
        return 0;
    std::vector<double> values = valuesOf(content, &ScatterPoint::x);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    double room = layout.plot.width();
    for (std::size_t i = 1; i < values.size(); ++i)
        room = std::min(room, (layout.x.shareOf(values[i]) - layout.x.shareOf(values[i - 1])) *
                                  layout.plot.width());
    return std::min(kMost, room * kUsed / static_cast<double>(content.series.size()));
}

void placePoints(const ScatterContent& content, ScatterLayout& layout)
{
    layout.places.reserve(content.points.size());
    const double middle = (static_cast<double>(content.series.size()) - 1) / 2;
    for (const ScatterPoint& point : content.points)
        layout.places.emplace_back(layout.xOf(point.x) +
                                       (static_cast<double>(point.series) - middle) * layout.dodge,
                                   layout.yOf(point.y));
}

} // namespace

bool ScatterContent::hasFrontLine() const
{
    return across == SweepMeasure::PeakMemory && up == frontTime;
}

std::vector<ScatterPoint> ScatterContent::front() const
{
    std::vector<ScatterPoint> front;
    std::copy_if(points.begin(), points.end(), std::back_inserter(front),
                 [](const ScatterPoint& point) { return point.isOnFront; });
    std::sort(front.begin(), front.end(),
              [](const ScatterPoint& a, const ScatterPoint& b) { return a.x < b.x; });
    return front;
}

ScatterLayout ScatterLayout::of(const ScatterContent& content, const QSizeF& size, const ScatterStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double line = std::ceil(metrics.height());
    ScatterLayout layout;
    const double top = kScatterLayoutMargin + (style.title.isEmpty() ? 0 : line + kScatterLayoutMargin);
    layout.title = {kScatterLayoutMargin, kScatterLayoutMargin, size.width() - 2 * kScatterLayoutMargin,
                    line};
    const double legend = legendWidth(content, size, metrics);
    const double bottom = size.height() - kScatterLayoutMargin - 2 * line - kTickGap - 2;
    // An axis' title stands over its end, not along it: it is read without turning the head.
    const double plotTop = top + line + 4;
    const double height = std::max(40.0, bottom - plotTop);
    layout.y = scatterAxis(valuesOf(content, &ScatterPoint::y), content.up, content.units,
                           static_cast<std::size_t>(std::max(2.0, height / kScatterLayoutTickHeight)),
                           limitOn(content, content.up));
    const double left = kScatterLayoutMargin + std::max(24.0, tickLabelWidth(layout.y, metrics)) + kTickGap;
    const double right = size.width() - kScatterLayoutMargin - (legend > 0 ? legend + kLegendGap : 4);
    layout.plot = {left, plotTop, std::max(40.0, right - left), height};
    layout.x = scatterAxis(valuesOf(content, &ScatterPoint::x), content.across, content.units,
                           static_cast<std::size_t>(std::max(2.0, layout.plot.width() / kTickWidth)),
                           limitOn(content, content.across));
    if (legend > 0) {
        layout.legend = {right + kLegendGap, plotTop, legend, height};
        layout.legendRows = static_cast<std::size_t>(std::max(1.0, std::floor(height / kLegendLine)));
    }
    layout.dodge = dodgeOf(content, layout);
    placePoints(content, layout);
    return layout;
}

double ScatterLayout::radius() const
{
    constexpr std::size_t kFew = 150;
    constexpr std::size_t kMany = 1500;
    return places.size() <= kFew ? 4.5 : places.size() <= kMany ? 3.5 : 2.75;
}

std::optional<std::size_t> ScatterLayout::pointAt(const QPointF& position) const
{
    return nearestPlace(places, position, kReach);
}

std::size_t ScatterLayout::pointsAt(const QPointF& place) const
{
    constexpr double kSame = 1; // squared pixels
    return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), [&](const QPointF& other) {
        return QPointF::dotProduct(other - place, other - place) < kSame;
    }));
}

} // namespace bubblescope::ui
