// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/level_bar.h"

#include "ui/widgets/look.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kLevelBarHeight = 4;

} // namespace

LevelBar::LevelBar(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(kLevelBarHeight);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void LevelBar::setLevel(std::optional<double> level, bool isTooMuch)
{
    m_level = level;
    m_isTooMuch = isTooMuch;
    update();
}

void LevelBar::paintEvent(QPaintEvent* /*event*/)
{
    if (!m_level)
        return;
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(c.panel, c.quiet, 0.18));
    painter.drawRoundedRect(rect(), 2, 2);
    painter.setBrush(m_isTooMuch ? c.warning : mixed(c.panel, c.accent, 0.65));
    const double used = width() * std::clamp(*m_level, 0.0, 1.0);
    painter.drawRoundedRect(QRectF(0, 0, std::max(used, 4.0), height()), 2, 2);
}

} // namespace bubblescope::ui
