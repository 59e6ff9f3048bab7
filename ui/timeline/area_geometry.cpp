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

std::vector<RankId> shownRanks(const TimelineGeometry& geometry, const std::vector<RankId>& ranks)
{
    std::uint32_t most = 0;
    for (const RankId rank : ranks)
        most = std::max(most, rank.value);
    std::vector<std::uint8_t> wanted(most + 1U, 0);
    for (const RankId rank : ranks)
        wanted[rank.value] = 1;
    std::vector<RankId> shown;
    for (const RankId rank : geometry.lanes)
        if (rank.value <= most && wanted[rank.value] != 0)
            shown.push_back(rank);
    return shown;
}

std::vector<QRectF> areaRects(const TimelineGeometry& geometry, const TimeRange& range,
                              const std::vector<RankId>& ranks)
{
    std::vector<QRectF> rects;
    const std::vector<RankId> shown = shownRanks(geometry, ranks);
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
    std::size_t next = 0;
    std::size_t first = 0;
    bool open = false;
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const bool in = next < shown.size() && geometry.lanes[row] == shown[next];
        const bool otherBand = row == geometry.pinnedRows;
        if (open && (!in || otherBand)) {
            add(first, row - 1);
            open = false;
        }
        if (in) {
            ++next;
            first = open ? first : row;
            open = true;
        }
    }
    if (open)
        add(first, geometry.lanes.size() - 1);
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
