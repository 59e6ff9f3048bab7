// SPDX-License-Identifier: Apache-2.0
#include "core/chart/chart_line.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::size_t kPointsAColumn = 3;
constexpr std::size_t kFewestPoints = 8;

Time edgeOf(const TimeRange& range, std::size_t column, std::size_t columns)
{
    return column == columns ? range.to
                             : range.from + (range.to - range.from) * static_cast<double>(column) /
                                                static_cast<double>(columns);
}

void add(std::vector<ChartPoint>& points, const ChartPoint& point)
{
    if (points.empty() || points.back() != point)
        points.push_back(point);
}

/// Corners of the steps first to last, both included, and what holds at both ends.
std::vector<ChartPoint> corners(const StepCurveView& curve, const TimeRange& range, std::size_t first,
                                std::size_t last)
{
    std::vector<ChartPoint> points;
    points.reserve(2 * (last - first) + 2);
    double level = curve.levelAt(range.from);
    points.push_back({range.from, level});
    for (std::size_t i = first; i <= last; ++i) {
        const MemoryStep& step = curve.steps[i];
        if (step.time <= range.from || step.time >= range.to)
            continue;
        points.push_back({step.time, level});
        points.push_back({step.time, step.level});
        level = step.level;
    }
    points.push_back({range.to, level});
    return points;
}

/// The first of the steps [first, last] with that level, which one of them has.
std::size_t firstWith(const StepCurveView& curve, std::size_t first, std::size_t last, double level,
                      bool isHighest)
{
    std::size_t low = first;
    std::size_t high = last;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const LevelPyramid::Extent extent = curve.pyramid->extentOf(curve.steps, low, middle);
        if ((isHighest ? extent.highest : extent.lowest) == level)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void addColumn(std::vector<ChartPoint>& points, const StepCurveView& curve, Time from, Time to)
{
    add(points, {from, curve.levelAt(from)});
    const std::size_t before = curve.stepAt(from);
    const std::size_t past = curve.firstFrom(to);
    if (past <= before + 1)
        return;
    const std::size_t first = before;
    const std::size_t last = past - 1;
    const LevelPyramid::Extent extent = curve.pyramid->extentOf(curve.steps, first, last);
    const std::size_t lowest = firstWith(curve, first, last, extent.lowest, false);
    const std::size_t highest = firstWith(curve, first, last, extent.highest, true);
    for (const std::size_t index : {std::min(lowest, highest), std::max(lowest, highest)})
        add(points, {std::max(from, curve.steps[index].time), curve.steps[index].level});
}

} // namespace

std::vector<ChartPoint> chartLine(const StepCurveView& curve, const TimeRange& range, std::size_t most)
{
    if (curve.steps.empty())
        return {};
    most = std::max(most, kFewestPoints);
    const std::size_t first = curve.stepAt(range.from);
    const std::size_t last = std::max(first, curve.stepAt(range.to));
    if (2 * (last - first) + 4 <= most)
        return corners(curve, range, first, last);
    const std::size_t columns = (most - 1) / kPointsAColumn;
    std::vector<ChartPoint> points;
    points.reserve(most);
    for (std::size_t column = 0; column < columns; ++column)
        addColumn(points, curve, edgeOf(range, column, columns), edgeOf(range, column + 1, columns));
    const std::size_t end = curve.firstFrom(range.to);
    add(points, {range.to, end == 0 ? 0 : curve.steps[end - 1].level});
    return points;
}

ChartBand chartBand(std::span<const StepCurveView> curves, const TimeRange& range, std::size_t columns)
{
    ChartBand band;
    std::vector<double> levels(curves.size());
    for (std::size_t column = 0; column < columns; ++column) {
        const Time from = edgeOf(range, column, columns);
        const Time to = edgeOf(range, column + 1, columns);
        const Time middle = from + (to - from) / 2;
        if (!(from < to))
            continue;
        LevelPyramid::Extent extent = curves.front().extent(from, to);
        for (std::size_t i = 0; i < curves.size(); ++i) {
            extent.widen(curves[i].extent(from, to));
            levels[i] = curves[i].levelAt(middle);
        }
        const std::size_t half = levels.size() / 2;
        std::nth_element(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(half), levels.end());
        double median = levels[half];
        if (levels.size() % 2 == 0)
            median = (median +
                      *std::max_element(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(half))) /
                     2;
        band.times.push_back(middle);
        band.lowest.push_back(extent.lowest);
        band.highest.push_back(extent.highest);
        band.median.push_back(median);
    }
    return band;
}

} // namespace bubblescope
