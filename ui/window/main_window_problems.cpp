// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the shown order: the notice, the dock's title, the marks, the jumps.
#include "ui/panels/cost_form.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_panel.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QFileInfo>

namespace bubblescope::ui {

void MainWindow::showBroken()
{
    const Sentence& reason = shownEvaluation()->brokenBecause;
    if (const UnreadCellsPtr unread = m_document.unread()) {
        const QString error = errorText(unread->first);
        QString text = tr("%1 could not be read. The order is shown without; saving or exporting it does not "
                          "keep what stands there.",
                          "2 cells of a file")
                           .arg(unreadCellsName(*unread));
        if (!reason.empty())
            text += QLatin1Char('\n') + tr("This order cannot run: the times are of a broken order.");
        showNotice(text + QLatin1Char('\n') + error.section(QLatin1Char('\n'), 0, 0),
                   error.section(QLatin1Char('\n'), 1));
        return;
    }
    if (reason.empty()) {
        m_brokenNotice->clear();
        return;
    }
    // A deadlock over many ranks is long; the list has all of it.
    constexpr qsizetype kMostCharacters = 220;
    QString text = coreSentence(reason);
    if (text.size() > kMostCharacters)
        text = text.left(kMostCharacters).trimmed() + QStringLiteral("…");
    showNotice(tr("This order cannot run: the times are of a broken order.") + QLatin1Char('\n') + text, {});
}

void MainWindow::showNotice(const QString& headline, const QString& excerpt)
{
    m_brokenNotice->showMessage(MessageBar::Kind::Warning, headline, excerpt);
    m_brokenNotice->offer(tr("Show problems"), [this] {
        m_problemsDock->show();
        m_problemsDock->raise();
        m_problems->setFocus(Qt::OtherFocusReason);
    });
    m_problemsDock->show();
    m_problemsDock->raise();
}

void MainWindow::showMisfit()
{
    CostForm* costs = m_schedulePanel->costs();
    const QString misfit = costs->misfitText();
    if (misfit.isEmpty()) {
        m_misfitSaid.clear();
        m_misfitNotice->clear();
        return;
    }
    const QString headline = tr("%1 The schedule before is shown.", "which lists do not fit").arg(misfit);
    // Once closed, the same words stay closed.
    if (headline == m_misfitSaid)
        return;
    m_misfitSaid = headline;
    m_misfitNotice->showMessage(MessageBar::Kind::Warning, headline);
    m_misfitNotice->offer(costs->fitText(), [costs] { costs->fitLists(); });
}

bool MainWindow::mayReplace(const QString& path)
{
    const UnreadCellsPtr unread = m_document.unread();
    if (!unread || QFileInfo(path) != QFileInfo(unread->path))
        return true;
    const Hold hold(*this);
    return questions.replaceUnread &&
           questions.replaceUnread(
               tr("%1 could not be read. If the file is replaced, what stands there is lost.",
                  "2 cells of a file")
                   .arg(unreadCellsName(*unread)));
}

bool MainWindow::tellUnread(const QString& written)
{
    const UnreadCellsPtr unread = m_document.unread();
    if (unread)
        m_messages->showMessage(MessageBar::Kind::Warning, tr("%1, without what could not be read: %2.",
                                                              "saved to a file; 2 cells of a file")
                                                               .arg(written, unreadCellsName(*unread)));
    return unread != nullptr;
}

void MainWindow::showProblems()
{
    const std::optional<std::size_t> count = m_problems->problemCount();
    m_metrics->setProblemCount(count);
    m_problemsDock->setWindowTitle(count && *count > 0 ? tr("Problems %1").arg(countText(*count))
                                                       : tr("Problems"));
    m_pane->view()->setProblems(m_problems->report());
    m_problems->setCurrent(m_pane->view()->selection());
}

void MainWindow::goToProblem(const ProblemTarget& target)
{
    TimelineView* view = m_pane->view();
    if (target.action) {
        view->setSelection(target.action);
        view->approach(*target.action);
        if (target.cycle.size() > 1)
            view->showCycle(target.cycle);
    } else if (target.missing) {
        view->showMissing(*target.missing);
        // Nothing stands there that could be selected and told about.
        say(tr("%1 · the mark shows where it belongs.", "what is missing").arg(target.what));
    }
}

} // namespace bubblescope::ui
