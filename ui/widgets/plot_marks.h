// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"

#include <QColor>
#include <QPainterPath>
#include <QPixmap>

class QPainter;

namespace bubblescope::ui {

/// So many series differ in colour or in shape; neighbours differ in both.
inline constexpr std::size_t kMarkCount = 56;
inline constexpr std::size_t kMarkColors = 8;

/// Told apart without red, green or blue cones as well; at least 3:1 against the panel.
[[nodiscard]] QColor markColor(std::size_t series, ThemeName theme);
/// Around 0, so large that all shapes look equally heavy.
[[nodiscard]] QPainterPath markPath(std::size_t series, double radius);

/// How marks of a series look.
struct MarkStyle
{
    ThemeName theme = ThemeName::Light;
    double radius = 4;
    double opacity = 1;
    bool isHollow = false; ///< beyond the limit
    bool isRaised = false; ///< larger, with an edge: on the front
};
void drawMark(QPainter& painter, const QPointF& at, std::size_t series, const MarkStyle& style);
/// The same in the middle of a square picture, to be drawn many times.
[[nodiscard]] QPixmap markPixmap(std::size_t series, const MarkStyle& style, double ratio);

} // namespace bubblescope::ui
