// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRect>
#include <QRectF>
#include <QRgb>
#include <span>

class QPainter;
class QTransform;

namespace bubblescope::ui {

/// The rect with its borders on whole pixels of the device, at least one wide and high.
[[nodiscard]] QRectF onWholePixels(const QRectF& rect, const QTransform& toDevice);

/// The pixels of the image that a painter paints on, be it a widget's, inside its clip: they are written
/// without the painter. There are none where the device is no image of 32 bits, or the painter's state is not
/// plain.
class ImagePixels
{
public:
    ImagePixels() = default;
    /// Holds for as long as the painter paints on that image and keeps its clip.
    explicit ImagePixels(const QPainter& painter);

    explicit operator bool() const { return m_bits != nullptr; }
    [[nodiscard]] const QRect& clip() const { return m_clip; } ///< in device pixels
    [[nodiscard]] int top() const { return m_clip.top(); }
    [[nodiscard]] int bottom() const { return m_clip.top() + m_clip.height(); }
    /// From column `x` on; cut at the clip's sides. Requires a row inside it.
    void write(int row, int x, std::span<const QRgb> pixels) const;
    /// Inside the clip only.
    [[nodiscard]] QRgb* row(int row) const
    {
        return reinterpret_cast<QRgb*>(m_bits + static_cast<qsizetype>(row) * m_bytesPerLine);
    }

    /// What of some rows is inside the clip, for a painter of its own. Requires rows inside it, and holds as
    /// long as this.
    [[nodiscard]] QImage lines(int top, int count) const;

private:
    uchar* m_bits = nullptr;
    qsizetype m_bytesPerLine = 0;
    QImage::Format m_format = QImage::Format_Invalid;
    QRect m_clip;
};

} // namespace bubblescope::ui
