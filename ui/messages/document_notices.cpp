// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/document_notices.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/what_if_notice.h"
#include "ui/widgets/message_bar.h"

#include <QBoxLayout>

namespace bubblescope::ui {

DocumentNotices::DocumentNotices(Document& document, QBoxLayout& layout)
    : m_document(document)
    , m_broken(new MessageBar(layout.parentWidget()))
    , m_misfit(new MessageBar(layout.parentWidget()))
    , m_doubts(new MessageBar(layout.parentWidget()))
    , m_whatIf(new WhatIfNotice(document, layout.parentWidget()))
{
    m_broken->setObjectName(QStringLiteral("broken-notice"));
    m_doubts->setObjectName(QStringLiteral("doubts-notice"));
    for (QWidget* bar : std::initializer_list<QWidget*>{m_broken, m_misfit, m_doubts, m_whatIf})
        layout.addWidget(bar);
}

void DocumentNotices::showBroken(const Sentence& reason)
{
    if (const UnreadCellsPtr unread = m_document.unread()) {
        const QString error = errorText(unread->first);
        QString text = tr("%1 could not be read. The order is shown without it; saving or exporting the "
                          "order loses what is there.",
                          "2 cells of a file")
                           .arg(unreadCellsName(*unread));
        if (!reason.empty())
            text += QLatin1Char('\n') + tr("This order cannot run: the times are those of a broken order.");
        show(text + QLatin1Char('\n') + error.section(QLatin1Char('\n'), 0, 0),
             error.section(QLatin1Char('\n'), 1));
        return;
    }
    if (reason.empty()) {
        m_broken->clear();
        return;
    }
    // A deadlock over many ranks is long; the list has all of it.
    constexpr qsizetype kMostCharacters = 220;
    QString text = coreSentence(reason);
    if (text.size() > kMostCharacters)
        text = text.left(kMostCharacters).trimmed() + QStringLiteral("…");
    show(tr("This order cannot run: the times are those of a broken order.") + QLatin1Char('\n') + text, {});
}

void DocumentNotices::show(const QString& headline, const QString& excerpt)
{
    m_broken->showMessage(MessageBar::Kind::Warning, headline, excerpt);
    m_broken->offer(tr("Show problems"), [this] { emit problemsAsked(); });
    emit shownBroken();
}

void DocumentNotices::showMisfit(CostForm& costs)
{
    const QString misfit = costs.misfitText();
    if (misfit.isEmpty()) {
        m_misfitSaid.clear();
        m_misfit->clear();
        return;
    }
    const QString headline = tr("%1 The previous schedule is shown.", "which lists do not fit").arg(misfit);
    // Once closed, the same words stay closed.
    if (headline == m_misfitSaid)
        return;
    m_misfitSaid = headline;
    m_misfit->showMessage(MessageBar::Kind::Warning, headline);
    m_misfit->offer(costs.fitText(), [&costs] { costs.fitLists(); });
}

void DocumentNotices::showDoubts(const std::vector<Sentence>& doubts)
{
    QStringList lines;
    for (const Sentence& doubt : doubts)
        lines << capitalized(coreSentence(doubt));
    const QString headline = lines.join(QLatin1Char('\n'));
    if (m_document.filePath() != m_doubtsFile)
        m_doubtsSaid.clear();
    m_doubtsFile = m_document.filePath();
    if (headline.isEmpty())
        m_doubts->clear();
    else if (headline != m_doubtsSaid) // once closed, the same words stay closed for this file
        m_doubts->showMessage(MessageBar::Kind::Warning, headline);
    m_doubtsSaid = headline;
}

void DocumentNotices::hideEmpty()
{
    for (MessageBar* bar : {m_broken, m_misfit, m_doubts})
        if (bar->headline().isEmpty())
            bar->hide();
    m_whatIf->follow();
}

} // namespace bubblescope::ui
