// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/folded_label.h"

#include "ui/widgets/look.h"

#include <QEvent>
#include <QTextLayout>

namespace bubblescope::ui {

namespace {

/// Lines that a text takes.
int linesOf(const QString& text, const QFont& font, double width)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        ++lines;
    }
    layout.endLayout();
    return lines;
}

} // namespace

FoldedLabel::FoldedLabel(int lines, QWidget* parent) : QLabel(parent), m_lines(lines)
{
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, [this] { setUnfolded(!m_unfolded); });
    connect(&Look::instance(), &Look::changed, this, &FoldedLabel::renew);
}

void FoldedLabel::setParagraph(const QString& paragraph)
{
    if (paragraph == m_paragraph)
        return;
    m_paragraph = paragraph;
    m_unfolded = false;
    setAccessibleName(paragraph);
    renew();
}

void FoldedLabel::setUnfolded(bool unfolded)
{
    m_unfolded = unfolded;
    renew();
}

void FoldedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (!m_renewing)
        renew();
}

void FoldedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange && !m_renewing)
        renew();
}

void FoldedLabel::renew()
{
    m_renewing = true;
    const qsizetype length = fittingLength();
    const bool isLong = length < m_paragraph.size();
    m_isFolded = isLong && !m_unfolded;
    const auto link = [](const QString& words) {
        return QStringLiteral(" <a href=\"fold\" style=\"text-decoration:none; color:%1\">%2</a>")
            .arg(Look::instance().colors().accent.name(),
                 words.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")));
    };
    const QString shown = m_isFolded ? m_paragraph.left(length) + QStringLiteral("…") : m_paragraph;
    setText(shown.toHtmlEscaped() + (m_isFolded ? link(tr("more")) : isLong ? link(tr("less")) : QString()));
    m_renewing = false;
}

qsizetype FoldedLabel::fittingLength() const
{
    // The rich text's own layout may break a little earlier.
    const double room = contentsRect().width() - 2;
    if (room < 40 || linesOf(m_paragraph, font(), room) <= m_lines)
        return m_paragraph.size();
    const QString tail = QStringLiteral("… ") + tr("more");
    qsizetype fitting = 0;
    for (qsizetype at = m_paragraph.indexOf(u' '); at >= 0; at = m_paragraph.indexOf(u' ', at + 1)) {
        if (linesOf(m_paragraph.left(at) + tail, font(), room) > m_lines)
            break;
        fitting = at;
    }
    return fitting;
}

} // namespace bubblescope::ui
