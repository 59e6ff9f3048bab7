// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/scatter_picture.h"

#include "ui/widgets/look.h"
#include "ui/widgets/painted_picture.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

void paintPicture(const ScatterPicture& picture, QPainter& painter)
{
    constexpr int kPictureText = 12;
    ScatterStyle style{picture.theme, windowFont(), picture.title, 0};
    style.font.setPixelSize(kPictureText);
    painter.fillRect(QRectF(QPointF(), picture.size), LookColors::of(picture.theme).panel);
    paintScatter(painter, picture.content, ScatterLayout::of(picture.content, picture.size, style), style);
}

} // namespace

Result<QByteArray> scatterPng(const ScatterPicture& picture, double scale)
{
    return paintedPng(picture.size, scale, [&](QPainter& painter) { paintPicture(picture, painter); });
}

Result<QByteArray> scatterSvg(const ScatterPicture& picture)
{
    return paintedSvg(picture.size, picture.title, {},
                      [&](QPainter& painter) { paintPicture(picture, painter); });
}

} // namespace bubblescope::ui
