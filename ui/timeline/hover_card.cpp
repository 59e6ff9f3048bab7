// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hover_card.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kHoverCardTextPx = 12;
constexpr double kPadding = 10;
constexpr double kTitleHeight = 22;
constexpr double kHoverCardRowHeight = 18;
constexpr double kSwatch = 10;
constexpr double kCardColumnGap = 20;
constexpr double kPointerGap = 14;
constexpr double kBetweenColumns = 24;
/// Above the title and below the last row.
constexpr double kEdges = kPadding + 4;

std::size_t rowsThatFit(double height)
{
    const double rows = std::floor((height - kTitleHeight - kEdges) / kHoverCardRowHeight + 1e-6);
    return rows >= 1e6 ? std::size_t{1'000'000} : static_cast<std::size_t>(std::max(1.0, rows));
}

} // namespace

QSizeF hoverCardSize(const HoverCard& card, double mostHeight)
{
    const QFontMetricsF bold(sceneFont(kHoverCardTextPx, true));
    const QFontMetricsF plain(sceneFont(kHoverCardTextPx));
    double names = -kCardColumnGap;
    double values = 0;
    for (const auto& [name, value] : card.rows) {
        names = std::max(names, name.isEmpty() ? -kCardColumnGap : plain.horizontalAdvance(name));
        values = std::max(values, plain.horizontalAdvance(value));
    }
    const double title = kSwatch + 8 + bold.horizontalAdvance(card.title);
    const std::size_t rows = std::max<std::size_t>(1, card.rows.size());
    const std::size_t columns = (rows - 1) / rowsThatFit(mostHeight) + 1;
    // Columns of one height, as nearly as it goes.
    const std::size_t most = card.rows.empty() ? 0 : (rows - 1) / columns + 1;
    const double body =
        static_cast<double>(columns) * (names + kCardColumnGap + values + kBetweenColumns) - kBetweenColumns;
    const double width = std::max({title, body, 120.0});
    return {std::ceil(width + 2 * kPadding),
            kTitleHeight + static_cast<double>(most) * kHoverCardRowHeight + kEdges};
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

QRectF hoverCardRect(const QSizeF& size, const QPointF& pointer, const QRectF& bounds,
                     const QRectF& explained)
{
    constexpr double kApart = 6;
    const double w = size.width();
    const double h = size.height();
    if (explained.isEmpty() || w > bounds.width() || h > bounds.height())
        return hoverCardRect(size, pointer, bounds);
    const double x = std::clamp(std::round(pointer.x() + kPointerGap), bounds.left(),
                                std::max(bounds.left(), bounds.right() - w));
    const double y = std::clamp(std::round(pointer.y() + kPointerGap), bounds.top(),
                                std::max(bounds.top(), bounds.bottom() - h));
    const std::array<QRectF, 4> places{QRectF{x, std::ceil(explained.bottom() + kApart), w, h},
                                       QRectF{x, std::floor(explained.top() - kApart - h), w, h},
                                       QRectF{std::ceil(explained.right() + kApart), y, w, h},
                                       QRectF{std::floor(explained.left() - kApart - w), y, w, h}};
    constexpr double kLess = 10; ///< of two that are about as near, the earlier one
    const auto far = [&](const QRectF& place) {
        const double dx = std::max({place.left() - pointer.x(), pointer.x() - place.right(), 0.0});
        const double dy = std::max({place.top() - pointer.y(), pointer.y() - place.bottom(), 0.0});
        return std::hypot(dx, dy) + kLess * static_cast<double>(&place - places.data());
    };
    const QRectF* nearest = nullptr;
    for (const QRectF& place : places)
        if (bounds.contains(place) && (nearest == nullptr || far(place) < far(*nearest)))
            nearest = &place;
    return nearest != nullptr ? *nearest : hoverCardRect(size, pointer, bounds);
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
    painter.setFont(sceneFont(kHoverCardTextPx, true));
    painter.setPen(toColor(theme.color(Role::Text)));
    painter.drawText(QRectF(left + kSwatch + 8, y, right - left, kTitleHeight),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, card.title);
    y += kTitleHeight;
    painter.setFont(sceneFont(kHoverCardTextPx));
    const std::size_t rows = rowsThatFit(rect.height());
    const auto columns = static_cast<double>((std::max<std::size_t>(1, card.rows.size()) - 1) / rows + 1);
    const double width = (right - left + kBetweenColumns) / columns - kBetweenColumns;
    for (std::size_t i = 0; i < card.rows.size(); ++i) {
        const auto& [name, value] = card.rows[i];
        const double x = left + static_cast<double>(i / rows) * (width + kBetweenColumns);
        const QRectF line(x, y + static_cast<double>(i % rows) * kHoverCardRowHeight, width,
                          kHoverCardRowHeight);
        painter.setPen(toColor(theme.color(Role::QuietText)));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(toColor(theme.color(Role::Text)));
        painter.drawText(line, (name.isEmpty() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, value);
    }
    painter.restore();
}

} // namespace bubblescope::ui
