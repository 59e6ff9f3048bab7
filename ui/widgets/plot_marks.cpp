// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plot_marks.h"

#include "ui/widgets/look.h"

#include <QPainter>
#include <array>
#include <cmath>
#include <numbers>

namespace bubblescope::ui {

namespace {

// After Paul Tol's muted and Okabe and Ito's schemes, each colour brought to 3:1 on its ground. Neighbours in
// the list are far apart for everyone.
constexpr std::array<QRgb, kMarkColors> kOnLight{0xff0072b2, 0xffd55e00, 0xff117733, 0xffaa4499,
                                                 0xff8a7a00, 0xff332288, 0xff1f968b, 0xff882255};
constexpr std::array<QRgb, kMarkColors> kOnDark{0xff56b4e9, 0xffe69f00, 0xff44c08a, 0xffe58fc4,
                                                0xfff0e442, 0xff9f8cf0, 0xffff7f5f, 0xffc8d0d8};
constexpr std::size_t kShapes = 7;

QPainterPath polygon(int corners, double radius, double turn)
{
    QPainterPath path;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2 * std::numbers::pi * i / corners;
        const QPointF corner(radius * std::sin(angle), -radius * std::cos(angle));
        if (i == 0)
            path.moveTo(corner);
        else
            path.lineTo(corner);
    }
    path.closeSubpath();
    return path;
}

QPainterPath plus(double radius)
{
    const double arm = radius * 0.36;
    QPainterPath path;
    path.addRect(-radius, -arm, 2 * radius, 2 * arm);
    QPainterPath upright;
    upright.addRect(-arm, -radius, 2 * arm, 2 * radius);
    return path.united(upright);
}

} // namespace

QColor markColor(std::size_t series, ThemeName theme)
{
    return QColor::fromRgb((Theme::get(theme).isDark() ? kOnDark : kOnLight)[series % kMarkColors]);
}

QPainterPath markPath(std::size_t series, double radius)
{
    constexpr double kHalfTurn = std::numbers::pi;
    switch (series % kShapes) {
    case 0: {
        QPainterPath circle;
        circle.addEllipse(QPointF(), radius, radius);
        return circle;
    }
    case 1:
        return polygon(4, radius * 1.25, kHalfTurn / 4);
    case 2:
        return polygon(3, radius * 1.3, 0).translated(0, radius * 0.15);
    case 3:
        return polygon(4, radius * 1.3, 0);
    case 4:
        return polygon(3, radius * 1.3, kHalfTurn).translated(0, -radius * 0.15);
    case 5:
        return plus(radius * 1.25);
    default:
        return polygon(5, radius * 1.2, 0);
    }
}

void drawMark(QPainter& painter, const QPointF& at, std::size_t series, const MarkStyle& style)
{
    const LookColors colors = LookColors::of(style.theme);
    const QColor color = markColor(series, style.theme);
    const double radius = style.radius * (style.isRaised ? 1.35 : 1);
    painter.save();
    painter.translate(at);
    painter.setOpacity(painter.opacity() * style.opacity);
    if (style.isHollow) {
        painter.setPen(QPen(color, 1.4));
        painter.setBrush(Qt::NoBrush);
    } else {
        // An edge in the ground's colour parts marks that overlap.
        painter.setPen(style.isRaised ? QPen(colors.text, 1.6) : QPen(colors.panel, 0.75));
        painter.setBrush(color);
    }
    painter.drawPath(markPath(series, radius));
    painter.restore();
}

QPixmap markPixmap(std::size_t series, const MarkStyle& style, double ratio)
{
    const int side = 2 * static_cast<int>(std::ceil(style.radius * 1.8 + 2));
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    drawMark(painter, QPointF(side / 2.0, side / 2.0), series, style);
    return pixmap;
}

} // namespace bubblescope::ui
