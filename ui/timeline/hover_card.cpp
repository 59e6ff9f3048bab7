// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hover_card.h"

#include "ui/export/scene_painter.h"
#include "ui/timeline/colors.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kTextPx = 12;
constexpr double kPadding = 10;
constexpr double kTitleHeight = 22;
constexpr double kRowHeight = 18;
constexpr double kSwatch = 10;
constexpr double kColumnGap = 20;
constexpr double kPointerGap = 14;

} // namespace

QSizeF hoverCardSize(const HoverCard& card)
{
    const QFontMetricsF bold(sceneFont(kTextPx, true));
    const QFontMetricsF plain(sceneFont(kTextPx));
    double names = 0;
    double values = 0;
    for (const auto& [name, value] : card.rows) {
        names = std::max(names, plain.horizontalAdvance(name));
        values = std::max(values, plain.horizontalAdvance(value));
    }
    const double title = kSwatch + 8 + bold.horizontalAdvance(card.title);
    const double width = std::max({title, names + kColumnGap + values, 120.0});
    const double rows = static_cast<double>(card.rows.size()) * kRowHeight;
    return {std::ceil(width + 2 * kPadding), kTitleHeight + rows + kPadding + 4};
}

QRectF hoverCardRect(const QSizeF& size, const QPointF& pointer, const QRectF& bounds)
{
    double x = pointer.x() + kPointerGap;
    if (x + size.width() > bounds.right())
        x = pointer.x() - kPointerGap - size.width();
    double y = pointer.y() + kPointerGap;
    if (y + size.height() > bounds.bottom())
        y = pointer.y() - kPointerGap - size.height();
    x = std::max(bounds.left(), std::min(x, bounds.right() - size.width()));
    y = std::max(bounds.top(), std::min(y, bounds.bottom() - size.height()));
    return {std::round(x), std::round(y), size.width(), size.height()};
}

void paintHoverCard(QPainter& painter, const HoverCard& card, const QRectF& rect, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toColor(theme.color(Role::QuietText), 0.5));
    painter.setBrush(toColor(theme.color(Role::Panel)));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);

    const double left = rect.left() + kPadding;
    const double right = rect.right() - kPadding;
    double y = rect.top() + 6;
    const QRectF swatch(left, y + (kTitleHeight - kSwatch) / 2, kSwatch, kSwatch);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(theme.color(card.fill.role == Role::Idle ? Fill{Role::IdleHatch} : card.fill)));
    painter.drawRoundedRect(swatch, 2, 2);
    painter.setFont(sceneFont(kTextPx, true));
    painter.setPen(toColor(theme.color(Role::Text)));
    painter.drawText(QRectF(left + kSwatch + 8, y, right - left, kTitleHeight),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, card.title);
    y += kTitleHeight;
    painter.setFont(sceneFont(kTextPx));
    for (const auto& [name, value] : card.rows) {
        const QRectF line(left, y, right - left, kRowHeight);
        painter.setPen(toColor(theme.color(Role::QuietText)));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(toColor(theme.color(Role::Text)));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, value);
        y += kRowHeight;
    }
    painter.restore();
}

} // namespace bubblescope::ui
