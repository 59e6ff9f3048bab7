// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/theme.h"

#include <QBrush>
#include <QImage>
#include <QTransform>

class QPainter;
class QRectF;

namespace bubblescope::ui {

/// Hatches idle stretches: stripes from lower left to upper right whose phase is the picture's, so that
/// neighbours line up. On pixels it fills with a tile that is drawn once.
class IdleHatch
{
public:
    IdleHatch(const Theme& theme, const QTransform& toDevice, bool onPixels);
    void paint(QPainter& painter, const QRectF& rect);

private:
    [[nodiscard]] QImage tile(double scale) const;

    const Theme& m_theme;
    QTransform m_toDevice;
    bool m_onPixels;
    QBrush m_brush{Qt::NoBrush};
};

} // namespace bubblescope::ui
