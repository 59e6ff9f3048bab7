// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "ui/timeline/hover_text.h"

#include <QRectF>
#include <QSizeF>

class QPainter;

namespace bubblescope::ui {

/// The size that a card needs; O(rows), so taken when the card changes, not at each paint. Where its rows do
/// not fit into `mostHeight` below each other, they stand in as many columns as that takes.
[[nodiscard]] QSizeF hoverCardSize(const HoverCard& card, double mostHeight = 1e9);
/// Beside the pointer, on the side on which it fits into `bounds`.
[[nodiscard]] QRectF hoverCardRect(const QSizeF& size, const QPointF& pointer, const QRectF& bounds);
/// As near to the pointer as it goes without lying over `explained`, which the pointer is on: under, above,
/// right or left of it. Beside the pointer where that leaves no room.
[[nodiscard]] QRectF hoverCardRect(const QSizeF& size, const QPointF& pointer, const QRectF& bounds,
                                   const QRectF& explained);
/// `rect` is of the size that was asked for.
void paintHoverCard(QPainter& painter, const HoverCard& card, const QRectF& rect, const Theme& theme);

} // namespace bubblescope::ui
