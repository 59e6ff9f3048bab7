// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/swatch.h"

#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

Swatch::Swatch(Role role, QWidget* parent) : QWidget(parent), m_role(role)
{
    setFixedSize(kWidth, 16);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void Swatch::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Look::instance().role(m_role));
    painter.drawRoundedRect(QRectF(0, 3, 10, 10), 2, 2);
}

} // namespace bubblescope::ui
