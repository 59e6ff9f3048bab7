// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/area_geometry.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// How far from an edge the pointer takes hold of it.
constexpr double kGrabPx = 4;

/// What an area shows beyond its lanes, so that its edges do not lie on theirs.
double outset(const TimelineGeometry& geometry)
{
    return std::floor(std::min(3.0, geometry.laneGap / 2));
}

} // namespace

double rowBottom(const TimelineGeometry& geometry, std::size_t row)
{
    return geometry.laneTop(row) + geometry.rowHeight(row);
}

std::size_t nearestRow(const TimelineGeometry& geometry, double y)
{
    const RectF& plot = geometry.plot;
    const double inside = std::clamp(y, plot.y, std::max(plot.y, plot.bottom() - 1));
    return geometry.rowSlotAt(inside).value_or(geometry.lanes.size() - 1);
}

namespace {

/// Which ranks are among them, by their number.
std::vector<std::uint8_t> maskOf(const std::vector<RankId>& ranks)
{
    std::uint32_t most = 0;
    for (const RankId rank : ranks)
        most = std::max(most, rank.value);
    std::vector<std::uint8_t> wanted(most + 1U, 0);
    for (const RankId rank : ranks)
        wanted[rank.value] = 1;
    return wanted;
}

bool isIn(const std::vector<std::uint8_t>& mask, RankId rank)
{
    return rank.value < mask.size() && mask[rank.value] != 0;
}

} // namespace

std::vector<RankId> shownRanks(const TimelineGeometry& geometry, const std::vector<RankId>& ranks)
{
    const std::vector<std::uint8_t> wanted = maskOf(ranks);
    std::vector<RankId> shown;
    for (const RankId rank : geometry.lanes)
        if (isIn(wanted, rank))
            shown.push_back(rank);
    return shown;
}

std::vector<QRectF> areaRects(const TimelineGeometry& geometry, const TimeRange& range,
                              const std::vector<RankId>& ranks)
{
    std::vector<QRectF> rects;
    const std::vector<std::uint8_t> wanted = maskOf(ranks);
    // Far outside, painters lose their exactness.
    constexpr double kFar = 1e5;
    const double left = std::clamp(geometry.xOf(range.from), -kFar, kFar);
    const double right = std::clamp(geometry.xOf(range.to), -kFar, kFar);
    const auto add = [&](std::size_t first, std::size_t last) {
        const RectF band = geometry.bandOf(first);
        const double top = std::max(geometry.laneTop(first) - outset(geometry), band.y);
        const double bottom = std::min(rowBottom(geometry, last) + outset(geometry), band.bottom());
        if (top < bottom)
            rects.emplace_back(left, top, right - left, bottom - top);
    };
    // Rows [begin, end) of one band, side by side as far as they are of the area.
    const auto addRuns = [&](std::size_t begin, std::size_t end) {
        std::size_t first = end;
        for (std::size_t row = begin; row < end; ++row) {
            const bool in = isIn(wanted, geometry.lanes[row]);
            if (in && first == end)
                first = row;
            if (first != end && (!in || row + 1 == end)) {
                add(first, in ? row : row - 1);
                first = end;
            }
        }
    };
    const std::size_t pinned = std::min(geometry.pinnedRows, geometry.lanes.size());
    addRuns(0, pinned);
    // One row more on each side: what reaches out of a row may be in view where the row is not.
    const auto [first, end] = geometry.scrolledRowsInView();
    if (first < end)
        addRuns(std::max(pinned, first - std::min<std::size_t>(first, 1)),
                std::min(end + 1, geometry.lanes.size()));
    return rects;
}

AreaEdges edgesAt(const std::vector<QRectF>& rects, const TimelineGeometry& geometry, const QPointF& position)
{
    if (rects.empty() || !geometry.plot.contains(position.x(), position.y()))
        return kNoEdge;
    const QRectF all = rects.front().united(rects.back());
    const bool isBeside = position.x() >= all.left() - kGrabPx && position.x() <= all.right() + kGrabPx;
    const bool isIn = std::any_of(rects.begin(), rects.end(), [&](const QRectF& rect) {
        return position.y() >= rect.top() - kGrabPx && position.y() <= rect.bottom() + kGrabPx;
    });
    if (!isBeside || !isIn)
        return kNoEdge;
    AreaEdges edges = kNoEdge;
    const double fromLeft = std::abs(position.x() - all.left());
    const double fromRight = std::abs(position.x() - all.right());
    if (std::min(fromLeft, fromRight) <= kGrabPx)
        edges |= fromLeft < fromRight ? kLeftEdge : kRightEdge;
    const double fromTop = std::abs(position.y() - all.top());
    const double fromBottom = std::abs(position.y() - all.bottom());
    if (std::min(fromTop, fromBottom) <= kGrabPx)
        edges |= fromTop < fromBottom ? kTopEdge : kBottomEdge;
    return edges;
}

} // namespace bubblescope::ui
