// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/problem_marks.h"

#include "ui/timeline/colors.h"
#include "ui/timeline/hit_test.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kOutlinedPx = 7; ///< narrower actions get a mark over them
constexpr double kOutline = 2;
constexpr double kArrow = 4; ///< half the mark's width
constexpr double kStepPx = 5;

void paintOutline(QPainter& painter, const QRectF& rect, const QColor& color)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), kOutline), color);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - kOutline, rect.width(), kOutline), color);
    painter.fillRect(QRectF(rect.left(), rect.top(), kOutline, rect.height()), color);
    painter.fillRect(QRectF(rect.right() - kOutline, rect.top(), kOutline, rect.height()), color);
}

/// An arrowhead on the lane's upper edge that points at what is too narrow to frame.
void paintMark(QPainter& painter, double x, double top, double height, const QColor& color)
{
    painter.fillRect(QRectF(x - 0.5, top, 1, height), color);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF{QPointF(x - kArrow, top - 2), QPointF(x + kArrow, top - 2), QPointF(x, top + kArrow - 1)});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintLane(QPainter& painter, const LaneMarks& lane, RankId rank, const LaneIndex& index,
               const TimelineGeometry& geometry, const QColor& color)
{
    const Time step = kStepPx / geometry.pixelsPerUnit();
    const auto from = [&lane](auto begin, Time t) {
        return std::partition_point(begin, lane.marks.end(),
                                    [t](const ProblemMark& mark) { return mark.start < t; });
    };
    const QRectF plot = toRect(geometry.plot);
    auto mark = from(lane.marks.begin(), geometry.from - lane.longest);
    while (mark != lane.marks.end() && mark->start < geometry.to) {
        const auto rect = actionRect(index, geometry, {rank, mark->index});
        if (rect && rect->right() >= plot.left()) {
            const double x = rect->x + rect->width / 2;
            if (rect->width >= kOutlinedPx && rect->height > 3 * kOutline)
                paintOutline(painter, toRect(*rect).intersected(plot.adjusted(-4, -4, 4, 4)), color);
            else
                paintMark(painter, x, rect->y, rect->height, color);
        }
        // What lies under the same few pixels is marked with it, unless it has room for itself.
        auto next = mark + 1;
        if (next != lane.marks.end() && next->end - next->start < step && next->start < mark->start + step)
            next = std::max(next, from(next, mark->start + step));
        mark = next;
    }
}

} // namespace

void paintProblemMarks(QPainter& painter, const ProblemReport& report, const LaneIndex& index,
                       const TimelineGeometry& geometry, const Theme& theme)
{
    const QColor color = toColor(theme.color(Role::CriticalPath));
    painter.save();
    painter.setClipRect(toRect(geometry.plot).adjusted(0, -3, 0, 0), Qt::IntersectClip);
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const double top = geometry.laneTop(row);
        const RankId rank = geometry.lanes[row];
        if (top > geometry.plot.bottom() || top + geometry.pitchOf(row) < geometry.plot.y ||
            rank.value >= report.lanes.size())
            continue;
        paintLane(painter, report.lanes[rank.value], rank, index, geometry, color);
    }
    painter.restore();
}

} // namespace bubblescope::ui
