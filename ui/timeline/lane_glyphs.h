// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace bubblescope::ui {

enum class LaneGlyph : std::uint8_t { Folded, Unfolded, Pin, Pinned, Hide };

/// Drawn in lines, in the middle of `rect` and no larger than 12 pixels, so that it is sharp at every scale.
void paintLaneGlyph(QPainter& painter, LaneGlyph glyph, const QRectF& rect, const QColor& color);

} // namespace bubblescope::ui
