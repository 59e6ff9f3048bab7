// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shown/shown_panels.h"

#include "ui/actions/command_group.h"
#include "ui/docks/docks.h"
#include "ui/document/settings.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/idle_bar.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/what_if_notice.h"
#include "ui/panels/what_if_panel.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"
#include "ui/timeline/gap_marks.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/figures.h"

#include <QDockWidget>
#include <QPushButton>
#include <algorithm>

namespace bubblescope::ui {

ShownPanels::ShownPanels(WindowServices& window, ShownTimes& shown, const Parts& parts)
    : m_window(window)
    , m_shown(shown)
    , m_parts(parts)
{}

void ShownPanels::addCommands()
{
    TimelineView* view = m_window.pane()->view();
    view->chosen().setDependenciesShown(Settings::dependencies());
    CommandGroup group(m_window.commands(), tr("View"), "view", tr("arrows links waited for needed by"),
                       CommandScope::Timeline);
    group.like.shortText = tr("Dependencies");
    group.like.section = 3;
    QAction* arrows = group.addChoice("timeline.dependencies", tr("&Dependencies"),
                                      view->chosen().areDependenciesShown(), {}, {QKeySequence(Qt::Key_E)});
    connect(arrows, &QAction::toggled, view, [view](bool shown) {
        Settings::dependencies.set(shown);
        view->chosen().setDependenciesShown(shown);
    });
    connect(m_parts.metrics, &MetricsStrip::memoryAnswered, m_parts.inspector,
            &InspectorPanel::setMemoryAnswer);
    connectLists();
    connectReasons();
    makeWhatIf();
}

/// A reason that is chosen in the figures is the one that lanes and list show.
void ShownPanels::connectReasons()
{
    IdleBar* idle = m_parts.metrics->idle();
    GapMarks* gaps = &m_window.pane()->view()->gaps();
    connect(idle, &IdleBar::chosenChanged, this, [this, idle, gaps] {
        gaps->setShown(idle->chosen());
        m_parts.bubbles->setWhy(idle->chosen());
    });
    const auto showAll = [idle] { idle->choose(std::nullopt); };
    connect(gaps, &GapMarks::cleared, idle, showAll);
    connect(m_parts.bubbles, &BubblesPanel::everyWhyAsked, idle, showAll);
}

void ShownPanels::makeWhatIf()
{
    CommandGroup group(m_window.commands(), tr("View"), "view", tr("scale times sliders factors"));
    group.like.section = 3;
    QPushButton* fold = m_parts.metrics->whatIf();
    QAction* action = group.addChoice("view.whatIf", tr("&What if"), false);
    connect(action, &QAction::toggled, fold, &QPushButton::setChecked);
    connect(fold, &QPushButton::toggled, action, &QAction::setChecked);
    connect(fold, &QPushButton::toggled, this, [this](bool isOpen) {
        m_parts.whatIf->setVisible(isOpen);
        m_parts.notices->whatIf()->setNeedless(isOpen);
        Settings::whatIf.set(isOpen);
    });
    m_parts.whatIf->hide();
    fold->setChecked(Settings::whatIf());
}

void ShownPanels::connectLists()
{
    TimelineView* view = m_window.pane()->view();
    connect(m_parts.inspector, &InspectorPanel::actionPointed, view,
            [view](const std::optional<ActionPosition>& action) {
                view->setPointedAt(Hit{action, {}});
            });
    connect(m_parts.bubbles, &BubblesPanel::pointed, view, &TimelineView::setPointedAt);
    connect(m_parts.problems, &ProblemsPanel::pointed, view, &TimelineView::setPointedAt);
    connect(m_parts.problems, &ProblemsPanel::fitAsked, this, [this, view](const ProblemTarget& target) {
        goToProblem(target);
        // Once brings it to the middle, twice fits it.
        for (int i = 0; target.action && i < 2; ++i)
            view->fitSelection();
    });
    connect(&view->chosen(), &TimelineSelection::lastBubbleReached, this, [this, view](bool forward) {
        const QString rank =
            view->chosen().gap() ? QString::number(view->chosen().gap()->rank.value) : QString();
        m_window.say(
            forward ? tr("This is the last bubble: rank %1 and the ranks below it have no more.").arg(rank)
                    : tr("This is the first bubble: rank %1 and the ranks above it have none before it.")
                          .arg(rank));
    });
    // A list that is filtered by what is shown waits until the view rests.
    constexpr int kRestMs = 100;
    m_rangeRest.setSingleShot(true);
    m_rangeRest.setInterval(kRestMs);
    connect(&m_rangeRest, &QTimer::timeout, this, &ShownPanels::showWantedRange);
    const auto rest = [this] { m_rangeRest.start(); };
    connect(&view->navigation(), &TimelineNavigation::rangeChanged, &m_rangeRest, rest);
    connect(view, &TimelineView::evaluationChanged, &m_rangeRest, rest);
    connect(&view->measure(), &MeasureTool::areaChanged, &m_rangeRest, rest);
}

void ShownPanels::follow()
{
    TimelineView* view = m_window.pane()->view();
    const Document* document = &m_window.document();
    connect(document, &Document::evaluationChanged, this, &ShownPanels::showEvaluation);
    connect(&m_shown, &ShownTimes::evaluationWanted, this, &ShownPanels::showEvaluation);
    connect(document, &Document::explanationChanged, this, &ShownPanels::showExplanation);
    connect(&m_shown, &ShownTimes::explanationWanted, this, &ShownPanels::showExplanation);
    connect(&view->chosen(), &TimelineSelection::actionChanged, this, &ShownPanels::showSelection);
    connect(&view->chosen(), &TimelineSelection::gapChanged, this, &ShownPanels::showGap);
    connect(m_parts.inspector, &InspectorPanel::actionAsked, this, &ShownPanels::select);
    connect(m_parts.problems, &ProblemsPanel::problemAsked, this, &ShownPanels::goToProblem);
    connect(m_parts.problems, &ProblemsPanel::reportChanged, this, &ShownPanels::showProblems);
    connect(m_parts.bubbles, &BubblesPanel::bubbleAsked, &view->chosen(), &TimelineSelection::showBubble);
    connect(m_parts.bubbles, &BubblesPanel::fitAsked, view, [view](std::size_t bubble) {
        view->chosen().showBubble(bubble);
        view->chosen().fit();
    });
    const auto raiseProblems = [this] { m_window.docks().raise(m_parts.problems); };
    connect(m_parts.metrics, &MetricsStrip::actionAsked, this, &ShownPanels::select);
    connect(m_parts.metrics, &MetricsStrip::problemsAsked, this, raiseProblems);
    connect(m_parts.notices, &DocumentNotices::shownBroken, this, raiseProblems);
    connect(m_parts.notices, &DocumentNotices::problemsAsked, this, [this, raiseProblems] {
        raiseProblems();
        m_parts.problems->setFocus(Qt::OtherFocusReason);
    });
}

void ShownPanels::select(const ActionPosition& action)
{
    m_window.pane()->view()->chosen().select(action);
    m_window.pane()->view()->navigation().reveal(action);
}

void ShownPanels::showEvaluation()
{
    const EvaluationPtr& evaluation = m_shown.evaluation();
    if (!evaluation)
        return;
    TimelineView* view = m_window.pane()->view();
    BubblesPanel* bubbles = m_parts.bubbles;
    view->setEvaluation(evaluation);
    // What explained the same order stays until it is known what comes of the new times.
    const bool keepsExplanation = view->explanation() != nullptr;
    emit timelineTaken();
    m_parts.metrics->setEvaluation(evaluation);
    if (!keepsExplanation) {
        m_parts.metrics->setExplanation(nullptr, evaluation->brokenBecause.empty());
        // Those of the order before stay until the new one's are there; of a very large one they cost too
        // much.
        constexpr std::size_t kMostKept = 2'000'000;
        if (bubbles->bubbleCount() && evaluation->brokenBecause.empty() &&
            evaluation->actionCount <= kMostKept)
            bubbles->keepContent();
        else
            bubbles->setContent(evaluation, nullptr);
    }
    // A bar that came and went would move the lanes from under the pointer.
    if (!m_shown.isDragged()) {
        m_parts.notices->showBroken(evaluation->brokenBecause);
        m_parts.notices->showDoubts(evaluation->doubts);
    }
    showSelection();
    m_parts.problems->setEvaluation(evaluation, m_window.document().unread());
}

void ShownPanels::showExplanation()
{
    const ExplanationPtr& explanation = m_shown.explanation();
    const bool isComing = m_shown.isExplaining();
    BubblesPanel* bubbles = m_parts.bubbles;
    TimelineView* view = m_window.pane()->view();
    if (!explanation && isComing && view->explanation()) {
        bubbles->keepContent();
        return;
    }
    view->setExplanation(explanation);
    m_parts.metrics->setExplanation(explanation, isComing);
    if (!explanation && isComing && bubbles->bubbleCount())
        bubbles->keepContent();
    else
        bubbles->setContent(m_shown.evaluation(), explanation, !explanation && !isComing);
    const std::optional<std::size_t> count = bubbles->bubbleCount();
    m_window.docks().dockOf(bubbles)->setWindowTitle(
        count && *count > 0 ? tr("Bubbles %1").arg(countText(*count)) : tr("Bubbles"));
    const bool canWalk = explanation && !explanation->ledger.bubbles.empty();
    for (const char* id : {"timeline.nextBubble", "timeline.previousBubble"})
        m_window.commands().setEnabled(QLatin1String(id), canWalk);
    showGap();
}

void ShownPanels::showSelection()
{
    const TimelineView* view = m_window.pane()->view();
    m_parts.inspector->setContent(view->evaluation(), view->chosen().action(), view->chosen().links());
    m_parts.problems->setCurrent(view->chosen().action());
    showGap();
}

void ShownPanels::showGap()
{
    const TimelineView* view = m_window.pane()->view();
    m_parts.inspector->setExplanation(view->explanation(), view->chosen().bubble());
    m_parts.bubbles->setCurrent(view->chosen().bubble());
}

void ShownPanels::showProblems()
{
    TimelineView* view = m_window.pane()->view();
    ProblemsPanel* problems = m_parts.problems;
    const std::optional<std::size_t> count = problems->problemCount();
    m_parts.metrics->setProblemCount(count);
    m_window.docks().dockOf(problems)->setWindowTitle(
        count && *count > 0 ? tr("Problems %1").arg(countText(*count)) : tr("Problems"));
    view->setProblems(problems->report());
    problems->setCurrent(view->chosen().action());
}

void ShownPanels::showWantedRange()
{
    const TimelineView* view = m_window.pane()->view();
    const std::optional<MeasuredArea>& area = view->measure().area();
    std::vector<RankId> ranks = area ? area->ranks : std::vector<RankId>{};
    std::sort(ranks.begin(), ranks.end());
    m_parts.bubbles->setScope(area ? area->range : view->navigation().range(), ranks, area.has_value());
}

void ShownPanels::goToProblem(const ProblemTarget& target)
{
    TimelineView* view = m_window.pane()->view();
    if (target.action) {
        view->chosen().select(target.action);
        view->navigation().approach(*target.action);
        if (target.cycle.size() > 1)
            view->chosen().showCycle(target.cycle);
    } else if (target.missing) {
        view->chosen().showMissing(*target.missing);
        // Nothing stands there that could be selected and told about.
        m_window.say(tr("%1 · the mark shows where it belongs.", "what is missing").arg(target.what));
    }
}

} // namespace bubblescope::ui
