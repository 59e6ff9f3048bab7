// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/side_tab.h"

#include "ui/widgets/look.h"

#include <QContextMenuEvent>
#include <QPainter>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

constexpr int kTabHeight = 38, kTabMargin = 14, kTabGap = 8, kTabDot = 7, kTabClose = 20;
constexpr int kLeastTab = 72;

} // namespace

SideTab::SideTab(QWidget* parent) : QAbstractButton(parent), m_close(new QToolButton(this))
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_close->setText(QStringLiteral("×"));
    m_close->setProperty("quiet", true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->setFixedSize(kTabClose, kTabClose);
    m_close->setProperty("tight", true);
    connect(m_close, &QToolButton::clicked, this, &SideTab::removeAsked);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void SideTab::show(const QString& title, const QString& mark, bool isCurrent)
{
    setText(title);
    m_mark = mark;
    m_isCurrent = isCurrent;
    m_close->setVisible(!isCurrent);
    m_close->setToolTip(tr("Remove %1 from the comparison", "title").arg(title));
    m_close->setAccessibleName(m_close->toolTip());
    QString name = isCurrent ? tr("%1, the current one", "title").arg(title) : title;
    if (!mark.isEmpty())
        name = tr("%1, %2", "title, frozen").arg(name, mark);
    setAccessibleName(name);
    setToolTip(isCurrent        ? tr("%1: this one is edited", "title").arg(title)
               : mark.isEmpty() ? tr("%1: click to compare with it", "title").arg(title)
                                : tr("%1: keeps the costs that it was taken with", "title").arg(title));
    updateGeometry();
    update();
}

int SideTab::markWidth() const
{
    return m_mark.isEmpty() ? 0 : kTabGap + QFontMetrics(figuresFont(11, false)).horizontalAdvance(m_mark);
}

QSize SideTab::sizeHint() const
{
    // An advance is rounded: without room to spare some names would be cut.
    const int name = QFontMetrics(figuresFont(13, true)).horizontalAdvance(text()) + 2;
    return {2 * kTabMargin + name + markWidth() + kTabGap + (m_isCurrent ? kTabDot : kTabClose), kTabHeight};
}

QSize SideTab::minimumSizeHint() const
{
    return {std::min(kLeastTab, sizeHint().width()), kTabHeight};
}

void SideTab::resizeEvent(QResizeEvent* /*event*/)
{
    m_close->move(width() - kTabMargin + 4 - kTabClose, (height() - kTabClose) / 2);
}

void SideTab::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_isCurrent)
        emit menuAsked(event->globalPos());
}

void SideTab::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_isCurrent ? c.accentSoft : underMouse() ? c.hover : c.panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), c.hairline);
    if (isChecked() || m_isCurrent)
        painter.fillRect(QRect(0, height() - 2, width(), 2), m_isCurrent ? c.accent : c.quiet);
    const int end = m_isCurrent ? kTabDot : kTabClose;
    const int room = width() - 2 * kTabMargin - markWidth() - kTabGap - end;
    painter.setFont(figuresFont(13, m_isCurrent || isChecked()));
    painter.setPen(m_isCurrent ? c.accent : c.text);
    const QString name = painter.fontMetrics().elidedText(text(), Qt::ElideRight, room);
    const int width = painter.fontMetrics().horizontalAdvance(name);
    painter.drawText(QRect(kTabMargin, 0, room, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    if (!m_mark.isEmpty()) {
        painter.setFont(figuresFont(11, false));
        painter.setPen(c.quiet);
        painter.drawText(QRect(kTabMargin + width + kTabGap, 0, markWidth(), height()),
                         Qt::AlignLeft | Qt::AlignVCenter, m_mark);
    }
    if (m_isCurrent) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.accent);
        painter.drawEllipse(
            QRectF(kTabMargin + width + markWidth() + kTabGap, (height() - kTabDot) / 2.0, kTabDot, kTabDot));
    }
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -2.5, -1.5));
    }
}

} // namespace bubblescope::ui
