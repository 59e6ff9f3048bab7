// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/exact_text.h"

#include <QFocusEvent>
#include <QHelpEvent>
#include <QLineEdit>
#include <QToolTip>

namespace bubblescope::ui {

ExactText::ExactText(QLineEdit& line, QWidget& host, Shorten shorten)
    : QObject(&host)
    , m_line(line)
    , m_host(host)
    , m_shorten(std::move(shorten))
{
    line.installEventFilter(this);
    if (&host != &line)
        host.installEventFilter(this);
    connect(&line, &QLineEdit::textChanged, this, [this] { m_isShort = false; });
}

void ExactText::set(const QString& text)
{
    m_line.setText(text);
    if (!m_host.hasFocus())
        showShort();
}

QString ExactText::text() const
{
    return m_isShort ? m_text : m_line.text();
}

void ExactText::showShort()
{
    const QString all = text();
    const QString brief = m_shorten(all);
    if (brief != all) {
        m_line.setText(brief);
        m_text = all;
        m_isShort = true;
    }
    // What does not fit either is read from its begin.
    m_line.setCursorPosition(0);
}

void ExactText::showAll()
{
    if (m_isShort)
        m_line.setText(m_text);
}

bool ExactText::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_isShort) {
        const QString help = m_host.toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           help.isEmpty() ? m_text : m_text + QLatin1Char('\n') + help, &m_host);
        return true;
    }
    if (watched == &m_host && event->type() == QEvent::FocusIn)
        showAll();
    // A menu over the field leaves it what is selected there.
    if (watched == &m_host && event->type() == QEvent::FocusOut &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        showShort();
    return QObject::eventFilter(watched, event);
}

} // namespace bubblescope::ui
