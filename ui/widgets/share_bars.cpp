// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/share_bars.h"

#include "ui/widgets/look.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kTextHeight = 18;
constexpr int kBarHeight = 6;
constexpr int kRowHeight = kTextHeight + kBarHeight + 8;
constexpr int kTextPx = 12;

} // namespace

ShareBars::ShareBars(QWidget* parent) : PlotWidget({}, {}, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ShareBars::setBars(std::vector<Bar> bars, const QString& rest)
{
    const bool sameHeight = bars.size() == m_bars.size() && rest.isEmpty() == m_rest.isEmpty();
    m_bars = std::move(bars);
    m_rest = rest;
    if (!sameHeight)
        updateGeometry();
    QStringList said;
    for (const Bar& bar : m_bars)
        said << bar.name + QStringLiteral(": ") + bar.figure;
    setAccessibleDescription(said.join(QStringLiteral(", ")));
    update();
}

QSize ShareBars::sizeHint() const
{
    return {160, static_cast<int>(m_bars.size()) * kRowHeight + (m_rest.isEmpty() ? 0 : kTextHeight)};
}

QSize ShareBars::minimumSizeHint() const
{
    return {120, sizeHint().height()};
}

void ShareBars::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(figuresFont(kTextPx, false));
    int top = 0;
    for (const Bar& bar : m_bars) {
        paintBar(painter, bar, top);
        top += kRowHeight;
    }
    painter.setPen(Look::instance().colors().quiet);
    painter.drawText(QRect(0, top, width(), kTextHeight), Qt::AlignLeft | Qt::AlignVCenter, m_rest);
}

void ShareBars::paintBar(QPainter& painter, const Bar& bar, int top) const
{
    const LookColors& colors = Look::instance().colors();
    const QRect text(0, top, width(), kTextHeight);
    const int figure = painter.fontMetrics().horizontalAdvance(bar.figure);
    painter.setPen(colors.text);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, bar.figure);
    painter.setPen(colors.quiet);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.name, Qt::ElideRight, width() - figure - 8));
    const QRectF ground(0, top + kTextHeight, width(), kBarHeight);
    painter.fillRect(ground, Look::instance().role(Role::Idle));
    const QRectF part(ground.left(), ground.top(), ground.width() * std::clamp(bar.share, 0.0, 1.0),
                      ground.height());
    const Look& look = Look::instance();
    // Idle time in its own colour would not show on its own ground.
    painter.fillRect(part, bar.role == Role::Idle
                               ? mixed(look.role(Role::IdleHatch), look.role(Role::QuietText), 0.5)
                               : look.role(bar.role));
}

} // namespace bubblescope::ui
