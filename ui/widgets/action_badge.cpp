// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_badge.h"

#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

ActionBadge::ActionBadge(const Action& action, std::uint8_t chunk, bool large, QWidget* parent)
    : QWidget(parent)
    , m_action(action)
    , m_chunk(chunk)
    , m_large(large)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFixedSize(sizeHint());
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

QSize ActionBadge::sizeHint() const
{
    const QFontMetrics metrics(figuresFont(m_large ? 13 : 12, true));
    const int textWidth = metrics.horizontalAdvance(QString::fromStdString(actionText(m_action.id())));
    return {std::max(m_large ? 40 : 36, textWidth + 14), m_large ? 26 : 20};
}

void ActionBadge::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::get(Look::instance().theme());
    const Fill fill{roleOf(m_action.kind()), m_chunk, false};
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colorOf(theme.color(Fill{fill.role, fill.chunk, true})), 1));
    painter.setBrush(colorOf(theme.color(fill)));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(colorOf(theme.textOn(fill)));
    painter.setFont(figuresFont(m_large ? 13 : 12, true));
    painter.drawText(rect(), Qt::AlignCenter, QString::fromStdString(actionText(m_action.id())));
}

} // namespace bubblescope::ui
