// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/drop_frame.h"

#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

DropFrame::DropFrame(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropFrame::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = c.accent;
    veil.setAlpha(20);
    painter.setBrush(veil);
    painter.setPen(QPen(c.accent, 3));
    painter.drawRoundedRect(QRectF(rect()).adjusted(6, 6, -6, -6), 8, 8);
    const QString text = tr("Drop a schedule CSV or a .bubble to open it");
    QFont font = windowFont();
    font.setPixelSize(15);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const QRectF pill = QRectF(0, 0, QFontMetrics(font).horizontalAdvance(text) + 40, 44);
    const QRectF placed = pill.translated(rect().center() - pill.center());
    painter.setPen(QPen(c.accent, 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(placed, 8, 8);
    painter.setPen(c.text);
    painter.drawText(placed, Qt::AlignCenter, text);
}

} // namespace bubblescope::ui
