// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

namespace bubblescope::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::setWholeText(const QString& text)
{
    m_whole = text;
    setAccessibleName(text);
    fit();
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit()
{
    // Of figures one behind the other the last go first, whole.
    const QString between = QStringLiteral(" · ");
    const int room = contentsRect().width();
    QString shown = m_whole;
    for (qsizetype last = shown.lastIndexOf(between);
         last > 0 && fontMetrics().horizontalAdvance(shown) > room; last = shown.lastIndexOf(between))
        shown.truncate(last);
    shown = fontMetrics().elidedText(shown, Qt::ElideRight, room);
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_whole ? QString() : m_whole);
}

} // namespace bubblescope::ui
