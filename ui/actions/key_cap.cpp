// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/key_cap.h"

#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

void drawCap(QPainter& painter, const QRectF& rect)
{
    const LookColors& c = Look::instance().colors();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.field);
    painter.drawRoundedRect(rect, 4, 4);
}

} // namespace

KeyCap::KeyCap(const QString& text, QWidget* parent) : QLabel(text, parent)
{
    setAlignment(Qt::AlignCenter);
    setContentsMargins(6, 1, 6, 1);
    setFont(figuresFont(12, false));
}

void KeyCap::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    drawCap(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.end();
    QLabel::paintEvent(event);
}

int drawKeyCap(QPainter& painter, int right, int middle, const QString& text, bool enabled)
{
    const LookColors& c = Look::instance().colors();
    painter.setFont(figuresFont(11, false));
    const int width = std::max(20, painter.fontMetrics().horizontalAdvance(text) + 12);
    const QRectF cap(right - width + 0.5, middle - 9.5, width - 1, 19);
    drawCap(painter, cap);
    painter.setPen(enabled ? c.text : mixed(c.quiet, c.panel, 0.35));
    painter.drawText(cap, Qt::AlignCenter, text);
    return right - width;
}

} // namespace bubblescope::ui
