// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_status_bar.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// As panels keep from the window's border.
constexpr int kIndent = 13;
constexpr int kSpace = 8;

} // namespace

QRect MessageStatusBar::messageRect() const
{
    int right = width() - kIndent;
    // While a message is shown only what stays beside it is visible.
    for (const QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (child->isVisible())
            right = std::min(right, child->x() - kSpace);
    return {kIndent, 0, std::max(0, right - kIndent), height()};
}

void MessageStatusBar::paintEvent(QPaintEvent* event)
{
    if (currentMessage().isEmpty()) {
        QStatusBar::paintEvent(event);
        return;
    }
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect rect = messageRect();
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(currentMessage(), Qt::ElideRight, rect.width()));
}

} // namespace bubblescope::ui
