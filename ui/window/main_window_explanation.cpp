// SPDX-License-Identifier: GPL-3.0-or-later
// Why the shown order takes as long as it does: the bubbles, the critical path, and who follows whom there.
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/dock_title.h"
#include "ui/window/main_window.h"
#include "ui/window/order_mover.h"

#include <QDockWidget>
#include <algorithm>

namespace bubblescope::ui {

void MainWindow::showExplanation()
{
    const EvaluationPtr& evaluation = shownEvaluation();
    const ExplanationRunner* other = nullptr;
    if (m_mover->preview())
        other = &m_mover->explainer();
    else if (evaluation != m_document.evaluation())
        other = &m_traces->measuredExplanation();
    const ExplanationPtr& explanation = other ? other->explanation() : m_document.explanation();
    const bool isComing = other ? other->isBusy() : m_document.isExplaining();
    if (!explanation && isComing && m_pane->view()->explanation()) {
        m_bubbles->keepContent();
        return;
    }
    m_pane->view()->setExplanation(explanation);
    m_metrics->setExplanation(explanation, isComing);
    if (!explanation && isComing && m_bubbles->bubbleCount())
        m_bubbles->keepContent();
    else
        m_bubbles->setContent(evaluation, explanation, !explanation && !isComing);
    const std::optional<std::size_t> count = m_bubbles->bubbleCount();
    m_bubblesDock->setWindowTitle(count && *count > 0 ? tr("Bubbles %1").arg(countText(*count))
                                                      : tr("Bubbles"));
    const bool canWalk = explanation && !explanation->ledger.bubbles.empty();
    for (const char* id : {"timeline.nextBubble", "timeline.previousBubble"})
        m_commands->setEnabled(QLatin1String(id), canWalk);
    showGap();
}

void MainWindow::showGap()
{
    const TimelineView* view = m_pane->view();
    m_inspector->setExplanation(view->explanation(), view->bubble());
    m_bubbles->setCurrent(view->bubble());
}

void MainWindow::addDependencyCommands()
{
    TimelineView* view = m_pane->view();
    view->setDependenciesShown(Settings::dependencies());
    Command arrows{QStringLiteral("timeline.dependencies"), tr("View"), tr("&Dependencies"),
                   QList<QKeySequence>{QKeySequence(Qt::Key_E)}, CommandScope::Timeline};
    arrows.checkable = true;
    arrows.checked = view->areDependenciesShown();
    arrows.shortText = tr("Dependencies");
    arrows.menu = QStringLiteral("view");
    arrows.section = 3;
    arrows.searchWords = tr("arrows links waited for needed by");
    connect(m_commands->add(arrows), &QAction::toggled, view, [view](bool shown) {
        Settings::setDependencies(shown);
        view->setDependenciesShown(shown);
    });
    connectDocks();
}

void MainWindow::connectDocks()
{
    TimelineView* view = m_pane->view();
    connect(m_inspector, &InspectorPanel::actionPointed, view,
            [view](const std::optional<ActionPosition>& action) {
                view->setPointedAt(Hit{action, {}});
            });
    connect(m_bubbles, &BubblesPanel::pointed, view, &TimelineView::setPointedAt);
    connect(m_problems, &ProblemsPanel::pointed, view, &TimelineView::setPointedAt);
    connect(m_problems, &ProblemsPanel::fitAsked, this, [this, view](const ProblemTarget& target) {
        goToProblem(target);
        // Once brings it to the middle, twice fits it.
        for (int i = 0; target.action && i < 2; ++i)
            view->fitSelection();
    });
    connect(view, &TimelineView::lastBubbleReached, this, [this, view](bool forward) {
        const QString rank = view->gap() ? QString::number(view->gap()->rank.value) : QString();
        say(forward ? tr("This is the last bubble: rank %1 has no more, nor has any rank below.").arg(rank)
                    : tr("This is the first bubble: rank %1 has none before it, nor has any rank above.")
                          .arg(rank));
    });
    // A list that is filtered by what is shown waits until the view rests.
    constexpr int kRestMs = 100;
    m_rangeRest.setSingleShot(true);
    m_rangeRest.setInterval(kRestMs);
    connect(&m_rangeRest, &QTimer::timeout, this, &MainWindow::showWantedRange);
    const auto rest = [this] { m_rangeRest.start(); };
    connect(view, &TimelineView::rangeChanged, &m_rangeRest, rest);
    connect(view, &TimelineView::evaluationChanged, &m_rangeRest, rest);
    connect(&view->measure(), &MeasureTool::areaChanged, &m_rangeRest, rest);
}

void MainWindow::showWantedRange()
{
    const TimelineView* view = m_pane->view();
    const std::optional<MeasuredArea>& area = view->measure().area();
    std::vector<RankId> ranks = area ? area->ranks : std::vector<RankId>{};
    std::sort(ranks.begin(), ranks.end());
    m_bubbles->setScope(area ? area->range : view->range(), ranks, area.has_value());
}

void MainWindow::showBottomTitles()
{
    for (QDockWidget* dock : {m_bubblesDock, m_problemsDock, m_compareDock, m_chartsDock, m_traceDock}) {
        if (!dock)
            continue;
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
