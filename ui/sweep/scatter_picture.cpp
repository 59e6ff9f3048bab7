// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/scatter_picture.h"

#include "ui/panels/look.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>

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
    scale = std::clamp(scale, 0.1, 8.0);
    QImage image((QSizeF(picture.size) * scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return failure(ErrorKind::OutputFailed, "memory does not suffice for a picture of that size");
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintPicture(picture, painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return failure(ErrorKind::OutputFailed, "the picture could not be packed as PNG");
    return bytes;
}

Result<QByteArray> scatterSvg(const ScatterPicture& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    generator.setTitle(picture.title);
    QPainter painter;
    if (!painter.begin(&generator))
        return failure(ErrorKind::OutputFailed, "the picture could not be drawn as SVG");
    paintPicture(picture, painter);
    painter.end();
    return bytes;
}

} // namespace bubblescope::ui
