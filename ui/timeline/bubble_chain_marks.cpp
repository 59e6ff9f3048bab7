// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/bubble_chain_marks.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QPainter>
#include <QPainterPath>

namespace bubblescope::ui {

namespace {

constexpr double kChainFrame = 1.5;

QPointF toPoint(const ChainLines::Point& point)
{
    return {point.x, point.y};
}

/// The segments of one sort, those that follow each other as one stroke.
QPainterPath pathOf(const ChainLines& lines, bool areMessages)
{
    QPainterPath path;
    for (const ChainLines::Segment& segment : lines.segments) {
        if (segment.isMessage != areMessages)
            continue;
        if (path.isEmpty() || path.currentPosition() != toPoint(segment.from))
            path.moveTo(toPoint(segment.from));
        path.lineTo(toPoint(segment.to));
    }
    return path;
}

} // namespace

ChainLines gapChain(const ChosenPlaces& chosen, const OverlayPlace& place)
{
    return chosen.gap ? chainLines(place.index, place.geometry, chosen.chain) : ChainLines();
}

void paintChain(QPainter& painter, const ChainLines& lines, const OverlayPlace& place)
{
    if (lines.empty())
        return;
    const QColor color = toColor(place.theme.color(Role::Text));
    const QColor ground = toColor(place.theme.color(Role::Panel), 0.9);
    const QRectF plot = toRect(place.geometry.plot);
    painter.save();
    painter.setClipRect(plot.adjusted(-3, -3, 3, 3));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF room = plot.adjusted(-8, -8, 8, 8);
    painter.setPen(QPen(color, kChainFrame));
    for (const RectF& block : lines.blocks)
        if (const QRectF rect = toRect(block); rect.intersects(room) && rect.width() > 2 * kChainFrame)
            painter.drawRect(rect.intersected(room).adjusted(0.75, 0.75, -0.75, -0.75));
    const auto stroke = [&](const QPainterPath& path, const QColor& ink, double width, bool isDashed) {
        QPen pen(ink, width, Qt::SolidLine, isDashed ? Qt::FlatCap : Qt::RoundCap, Qt::RoundJoin);
        if (isDashed)
            pen.setDashPattern({3, 2});
        painter.setPen(pen);
        painter.drawPath(path);
    };
    const QPainterPath way = pathOf(lines, false);
    const QPainterPath messages = pathOf(lines, true);
    stroke(messages, ground, 4.5, false);
    stroke(way, ground, 4.5, false);
    stroke(messages, color, 2, true);
    stroke(way, color, 2, false);
    painter.setPen(QPen(ground, 1));
    painter.setBrush(color);
    painter.drawEllipse(toPoint(lines.begin), 3.5, 3.5);
    const QPointF head = toPoint(lines.head);
    painter.drawPolygon(QPolygonF{head + QPointF(3, 0), head + QPointF(-6, -4.5), head + QPointF(-6, 4.5)});
    painter.restore();
}

} // namespace bubblescope::ui
