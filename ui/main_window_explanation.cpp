// SPDX-License-Identifier: GPL-3.0-or-later
// Why the shown order takes as long as it does: the bubbles, the critical path, and who follows whom there.
#include "ui/main_window.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/dock_title.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/timeline/timeline_pane.h"

#include <QDockWidget>

namespace bubblescope::ui {

void MainWindow::showExplanation()
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    const ExplanationPtr& explanation = m_document.explanation();
    const bool isComing = m_document.isExplaining();
    if (!explanation && isComing && m_pane->view()->explanation()) {
        m_bubbles->keepContent();
        return;
    }
    m_pane->view()->setExplanation(explanation);
    m_metrics->setExplanation(explanation, isComing);
    m_bubbles->setContent(evaluation, explanation, !explanation && !isComing);
    const std::optional<std::size_t> count = m_bubbles->bubbleCount();
    m_bubblesDock->setWindowTitle(count && *count > 0 ? tr("Bubbles %1").arg(countText(*count))
                                                      : tr("Bubbles"));
    for (const char* id : {"timeline.nextBubble", "timeline.previousBubble"})
        m_commands->setEnabled(QLatin1String(id), count.value_or(0) > 0);
    showGap();
}

void MainWindow::showGap()
{
    const TimelineView* view = m_pane->view();
    m_inspector->setExplanation(view->explanation(), view->bubble());
    m_bubbles->setCurrent(view->bubble());
}

void MainWindow::addDependencyCommands() {}

void MainWindow::showBottomTitles()
{
    for (QDockWidget* dock : {m_bubblesDock, m_problemsDock}) {
        bool isTab = false;
        for (const QDockWidget* other : tabifiedDockWidgets(dock))
            isTab = isTab || !other->isHidden();
        isTab = isTab && !dock->isFloating();
        // A tab has the title already.
        if (auto* title = dynamic_cast<DockTitle*>(dock->titleBarWidget()))
            title->setFolded(isTab);
    }
}

} // namespace bubblescope::ui
