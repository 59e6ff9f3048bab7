// SPDX-License-Identifier: Apache-2.0
#include "ui/export/image_pixels.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope::ui {

namespace {

/// The clip as the raster engine rounds it; nothing where it is no rectangle.
QRect deviceClip(const QPainter& painter, QRect device)
{
    // Of a widget that is painted anew in parts.
    const QRegion system = painter.paintEngine()->systemClip();
    if (system.rectCount() > 1)
        return {};
    if (!system.isEmpty())
        device &= system.boundingRect();
    if (!painter.hasClipping())
        return device;
    if (painter.clipRegion().rectCount() > 1)
        return {};
    return painter.deviceTransform().mapRect(painter.clipBoundingRect()).toRect().intersected(device);
}

} // namespace

QRectF onWholePixels(const QRectF& rect, const QTransform& toDevice)
{
    const QRectF device = toDevice.mapRect(rect);
    const double left = std::round(device.left());
    const double top = std::round(device.top());
    const QRectF whole(left, top, std::max(1.0, std::round(device.right()) - left),
                       std::max(1.0, std::round(device.bottom()) - top));
    return toDevice.inverted().mapRect(whole);
}

ImagePixels::ImagePixels(const QPainter& painter)
{
    QPaintDevice* const device = painter.isActive() ? painter.paintEngine()->paintDevice() : nullptr;
    if (device == nullptr || device->devType() != QInternal::Image || painter.opacity() < 1 ||
        painter.compositionMode() != QPainter::CompositionMode_SourceOver ||
        painter.deviceTransform().type() > QTransform::TxScale)
        return;
    auto* const image = static_cast<QImage*>(device);
    if (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied &&
        image->format() != QImage::Format_ARGB32)
        return;
    m_clip = deviceClip(painter, image->rect());
    if (m_clip.isEmpty())
        return;
    m_bits = image->bits();
    m_bytesPerLine = image->bytesPerLine();
    m_format = image->format();
}

void ImagePixels::write(int at, int x, std::span<const QRgb> pixels) const
{
    const int left = std::max(x, m_clip.left());
    const int right = std::min(x + static_cast<int>(pixels.size()), m_clip.left() + m_clip.width());
    if (left < right)
        std::memcpy(row(at) + left, pixels.data() + (left - x),
                    static_cast<std::size_t>(right - left) * sizeof(QRgb));
}

QImage ImagePixels::lines(int top, int count) const
{
    return {reinterpret_cast<uchar*>(row(top) + m_clip.left()), m_clip.width(), count, m_bytesPerLine,
            m_format};
}

} // namespace bubblescope::ui
