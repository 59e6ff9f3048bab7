// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the shown order: the notice, the dock's title, the marks, the jumps.
#include "ui/main_window.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/timeline/timeline_pane.h"

#include <QDockWidget>

namespace bubblescope::ui {

void MainWindow::showBroken()
{
    const std::string& reason = m_document.evaluation()->brokenBecause;
    if (reason.empty()) {
        m_brokenNotice->clear();
        return;
    }
    // A deadlock over many ranks is long; the list has all of it.
    constexpr qsizetype kMostCharacters = 220;
    QString text = QString::fromStdString(reason);
    if (text.size() > kMostCharacters)
        text = text.left(kMostCharacters).trimmed() + QStringLiteral("…");
    m_brokenNotice->showMessage(MessageBar::Kind::Warning,
                                tr("This order cannot run: the times are of a broken order.") +
                                    QLatin1Char('\n') + text);
    m_brokenNotice->offer(tr("Show problems"), [this] {
        m_problemsDock->show();
        m_problemsDock->raise();
        m_problems->setFocus(Qt::OtherFocusReason);
    });
    m_problemsDock->show();
}

void MainWindow::showProblems()
{
    const std::optional<std::size_t> count = m_problems->problemCount();
    m_metrics->setProblemCount(count);
    m_problemsDock->setWindowTitle(count && *count > 0 ? tr("Problems (%1)").arg(*count) : tr("Problems"));
    m_pane->view()->setProblems(m_problems->report());
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
    }
}

} // namespace bubblescope::ui
