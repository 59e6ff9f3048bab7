// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/painted_picture.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>

namespace bubblescope::ui {

Result<QByteArray> paintedPng(const QSize& size, double scale, const PaintPicture& paint)
{
    scale = std::clamp(scale, 0.1, 8.0);
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return failure(ErrorKind::OutputFailed,
                       {"window.memory-does-not-suffice", "not enough memory for a picture of that size"});
    QPainter painter(&image);
    painter.scale(scale, scale);
    paint(painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return failure(ErrorKind::OutputFailed,
                       {"window.picture-could-not-packed", "could not encode the picture as PNG"});
    return bytes;
}

Result<QByteArray> paintedSvg(const QSize& size, const QString& title, const QString& description,
                              const PaintPicture& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(title);
    generator.setDescription(description);
    QPainter painter;
    if (!painter.begin(&generator))
        return failure(ErrorKind::OutputFailed,
                       {"window.picture-could-not-drawn", "could not draw the picture as SVG"});
    paint(painter);
    painter.end();
    return bytes;
}

} // namespace bubblescope::ui
