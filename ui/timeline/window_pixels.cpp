// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/window_pixels.h"

#include <QPaintEngine>
#include <QPainter>
#include <cmath>

namespace bubblescope::ui {

std::optional<QImage> windowPixels(const QPainter& painter, const QSize& size, double devicePixelRatio)
{
    const QPaintEngine* const engine = painter.paintEngine();
    QPaintDevice* const device = engine != nullptr ? engine->paintDevice() : nullptr;
    if (device == nullptr || device->devType() != QInternal::Image)
        return std::nullopt;
    auto* const image = static_cast<QImage*>(device);
    const bool isPlain =
        image->format() == QImage::Format_RGB32 || image->format() == QImage::Format_ARGB32_Premultiplied;
    const QTransform toDevice = painter.deviceTransform();
    if (!isPlain || toDevice.type() > QTransform::TxScale || toDevice.m11() != devicePixelRatio ||
        toDevice.m22() != devicePixelRatio)
        return std::nullopt;
    const QPoint at(static_cast<int>(std::lround(toDevice.dx())),
                    static_cast<int>(std::lround(toDevice.dy())));
    const QRect where(at, (QSizeF(size) * devicePixelRatio).toSize());
    if (at.x() != toDevice.dx() || at.y() != toDevice.dy() || !image->rect().contains(where))
        return std::nullopt;
    constexpr int kBytesPerPixel = 4;
    uchar* const bits = image->scanLine(where.top()) + qsizetype{kBytesPerPixel} * where.left();
    return QImage(bits, where.width(), where.height(), image->bytesPerLine(), QImage::Format_RGB32);
}

} // namespace bubblescope::ui
