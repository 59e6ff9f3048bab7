// SPDX-License-Identifier: Apache-2.0
#include "ui/export/idle_hatch.h"

#include "ui/export/colors.h"

#include <QPainter>
#include <QtMath>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kPeriodPx = 8;
constexpr double kWidthPx = 2;

/// Rising stripes at whole multiples of `period` of x + y that touch the rect.
void drawStripes(QPainter& painter, const QRectF& rect, double period)
{
    const double low = rect.bottom() + period;
    const double high = rect.top() - period;
    const double first = std::floor((rect.left() + rect.top()) / period - 1) * period;
    for (double sum = first; sum <= rect.right() + rect.bottom() + period; sum += period)
        painter.drawLine(QPointF(sum - low, low), QPointF(sum - high, high));
}

} // namespace

IdleHatch::IdleHatch(const Theme& theme, const QTransform& toDevice, bool onPixels)
    : m_theme(theme)
    , m_toDevice(toDevice)
    , m_onPixels(onPixels)
{}

void IdleHatch::paint(QPainter& painter, const QRectF& rect)
{
    painter.save();
    if (m_onPixels) {
        if (m_brush.style() == Qt::NoBrush)
            m_brush = QBrush(tile(m_toDevice.m11()));
        const QRectF device = m_toDevice.mapRect(rect);
        const QPoint topLeft(qCeil(device.left() - 1e-6), qRound(device.top()));
        const QPoint bottomRight(qFloor(device.right() + 1e-6), qRound(device.bottom()));
        painter.setWorldTransform(m_toDevice.inverted() * painter.worldTransform());
        painter.setBrushOrigin(0, 0);
        painter.fillRect(QRect(topLeft, bottomRight - QPoint(1, 1)), m_brush);
    } else {
        painter.setClipRect(rect, Qt::IntersectClip);
        painter.setPen(QPen(toColor(m_theme.color(Role::IdleHatch)), kWidthPx, Qt::SolidLine, Qt::FlatCap));
        drawStripes(painter, rect, kPeriodPx);
    }
    painter.restore();
}

/// One period of the hatch in device pixels, on the idle colour.
QImage IdleHatch::tile(double scale) const
{
    const int period = std::max(2, qRound(kPeriodPx * scale));
    QImage image(period, period, QImage::Format_RGB32);
    image.fill(toColor(m_theme.color(Role::Idle)));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(
        QPen(toColor(m_theme.color(Role::IdleHatch)), kWidthPx * scale, Qt::SolidLine, Qt::FlatCap));
    drawStripes(painter, QRectF(0, 0, period, period), period);
    return image;
}

} // namespace bubblescope::ui
