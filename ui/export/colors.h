// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/theme.h"

#include <QColor>
#include <QRectF>

namespace bubblescope::ui {

[[nodiscard]] inline QColor toColor(Rgb color)
{
    return {color.r, color.g, color.b};
}
[[nodiscard]] inline QColor toColor(Rgb color, double alpha)
{
    QColor result = toColor(color);
    result.setAlphaF(static_cast<float>(alpha));
    return result;
}
[[nodiscard]] inline QRgb toQRgb(Rgb color)
{
    return qRgb(color.r, color.g, color.b);
}
[[nodiscard]] inline QRectF toRect(const RectF& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

} // namespace bubblescope::ui
