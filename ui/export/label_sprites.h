// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"
#include "ui/export/image_pixels.h"

#include <QTransform>

class QPainter;

namespace bubblescope::ui {

/// Short texts on an opaque image, put together from pictures of single glyphs: thousands of numbers that
/// differ from frame to frame are a few hundred glyphs. Each picture is what Qt itself draws on that ground
/// in that colour at that quarter of a pixel, so that the result is Qt's own; where glyphs overlap, or the
/// ground is another one, it is within a few units of it.
class LabelPainter
{
public:
    /// Holds for as long as the painter paints on its image and keeps its clip and transform.
    explicit LabelPainter(const QPainter& painter);

    /// False, and nothing painted, where that cannot be done: no opaque image of 32 bits, a transform that
    /// does more than scale, or a text of other characters than ASCII's.
    bool paint(const SceneText& text, Rgb color, Rgb ground);

private:
    struct Sprite;
    struct Tint;
    struct Face;
    void choose(const SceneText& text, QRgb color, QRgb ground);
    void blend(const Sprite& sprite, int x, int baseline) const;

    QTransform m_toDevice;
    ImagePixels m_pixels;
    Face* m_face = nullptr; ///< of the last text
    Tint* m_tint = nullptr; ///< of the last text
};

} // namespace bubblescope::ui
