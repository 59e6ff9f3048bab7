// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_parts.h"

#include "ui/widgets/action_badge.h"
#include "ui/widgets/look.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kLeastFactWidth = 24;

/// As it is broken into lines: a sign of percent stays with its number.
QString boundText(QString text)
{
    return text.replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
}

} // namespace

FactLabel::FactLabel(const QString& text, QWidget* parent) : QLabel(text, parent), m_whole(text)
{
    setFont(figuresFont(13, false));
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(text);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize FactLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_whole) + 2, fontMetrics().height()};
}

QSize FactLabel::minimumSizeHint() const
{
    return {kLeastFactWidth, fontMetrics().height()};
}

/// Whether every word has room in a line.
bool FactLabel::breaksInto(int width) const
{
    const QStringList words = boundText(m_whole).split(QLatin1Char(' '));
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return fontMetrics().horizontalAdvance(word) <= width; });
}

int FactLabel::heightForWidth(int width) const
{
    if (fontMetrics().horizontalAdvance(m_whole) <= width || !breaksInto(width))
        return fontMetrics().height();
    return fontMetrics()
        .boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, boundText(m_whole))
        .height();
}

void FactLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void FactLabel::fit()
{
    const bool breaks = breaksInto(width());
    const QString shown = fontMetrics().horizontalAdvance(m_whole) <= width() ? m_whole
                          : breaks                                            ? boundText(m_whole)
                                   : fontMetrics().elidedText(m_whole, Qt::ElideRight, width());
    setWordWrap(breaks);
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_whole || breaks ? QString() : m_whole);
}

LinkLine::LinkLine(const Action& action, std::uint8_t chunk, const QString& text, QWidget* parent)
    : QPushButton(parent)
{
    setProperty("dependency", true);
    setAccessibleName(QString::fromStdString(actionText(action.id())) + QStringLiteral(", ") + text);
    setCursor(Qt::PointingHandCursor);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->setSpacing(8);
    layout->addWidget(new ActionBadge(action, chunk, false, this));
    auto* label = new QLabel(text, this);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    label->setWordWrap(true);
    layout->addWidget(label, 1);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMinimumHeight(28);
}

QSize LinkLine::sizeHint() const
{
    return layout()->sizeHint();
}

QSize LinkLine::minimumSizeHint() const
{
    return layout()->minimumSize();
}

void LinkLine::enterEvent(QEnterEvent* event)
{
    QPushButton::enterEvent(event);
    emit pointed(true);
}

void LinkLine::leaveEvent(QEvent* event)
{
    QPushButton::leaveEvent(event);
    emit pointed(hasFocus());
}

void LinkLine::focusInEvent(QFocusEvent* event)
{
    QPushButton::focusInEvent(event);
    emit pointed(true);
}

void LinkLine::focusOutEvent(QFocusEvent* event)
{
    QPushButton::focusOutEvent(event);
    emit pointed(underMouse());
}

void LinkLine::hideEvent(QHideEvent* event)
{
    QPushButton::hideEvent(event);
    emit pointed(false);
}

void LinkLine::keyPressEvent(QKeyEvent* event)
{
    const bool isDown = event->key() == Qt::Key_Down;
    if ((!isDown && event->key() != Qt::Key_Up) || parentWidget() == nullptr)
        return QPushButton::keyPressEvent(event);
    const auto lines = parentWidget()->findChildren<LinkLine*>(QString(), Qt::FindDirectChildrenOnly);
    const qsizetype next = lines.indexOf(this) + (isDown ? 1 : -1);
    // Behind the last one the panel scrolls.
    if (next < 0 || next >= lines.size())
        return event->ignore();
    lines[next]->setFocus(Qt::TabFocusReason);
}

} // namespace bubblescope::ui
