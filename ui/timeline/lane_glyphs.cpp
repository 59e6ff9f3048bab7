// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_glyphs.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// All glyphs are drawn in a square of so many units.
constexpr double kGrid = 12;

void paintCaret(QPainter& painter, bool folded)
{
    painter.drawPolyline(folded ? QPolygonF{QPointF(4.5, 2.5), QPointF(8, 6), QPointF(4.5, 9.5)}
                                : QPolygonF{QPointF(2.5, 4.5), QPointF(6, 8), QPointF(9.5, 4.5)});
}

void paintPin(QPainter& painter, bool filled, const QColor& color)
{
    QPainterPath head;
    head.moveTo(4, 1.2);
    head.lineTo(8, 1.2);
    head.lineTo(7.6, 4.6);
    head.lineTo(9.6, 7.2);
    head.lineTo(2.4, 7.2);
    head.lineTo(4.4, 4.6);
    head.closeSubpath();
    painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawPath(head);
    painter.drawLine(QPointF(6, 7.4), QPointF(6, 11));
}

/// An eye, crossed out.
void paintHide(QPainter& painter, const QColor& color)
{
    QPainterPath lids;
    lids.moveTo(0.8, 6);
    lids.quadTo(6, 0.2, 11.2, 6);
    lids.quadTo(6, 11.8, 0.8, 6);
    painter.drawPath(lids);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(6, 6), 1.1, 1.1);
    painter.drawLine(QPointF(2, 10.6), QPointF(10, 1.4));
}

} // namespace

void paintLaneGlyph(QPainter& painter, LaneGlyph glyph, const QRectF& rect, const QColor& color)
{
    const double size = std::min({rect.width(), rect.height(), kGrid});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(std::round(rect.center().x() - size / 2), std::round(rect.center().y() - size / 2));
    painter.scale(size / kGrid, size / kGrid);
    painter.setPen(QPen(color, 1.2 * kGrid / size, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (glyph) {
    case LaneGlyph::Folded:
    case LaneGlyph::Unfolded:
        paintCaret(painter, glyph == LaneGlyph::Folded);
        break;
    case LaneGlyph::Pin:
    case LaneGlyph::Pinned:
        paintPin(painter, glyph == LaneGlyph::Pinned, color);
        break;
    case LaneGlyph::Hide:
        paintHide(painter, color);
        break;
    }
    painter.restore();
}

} // namespace bubblescope::ui
