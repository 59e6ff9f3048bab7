// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "ui/document/problem_report.h"
#include "ui/timeline/dependency_links.h"
#include "ui/timeline/hit_test.h"
#include "ui/timeline/selection_history.h"

#include <QObject>
#include <optional>
#include <vector>

namespace bubblescope::ui {

class TimelineNavigation;

/// What is chosen in a timeline, and what is shown with it: an action with its links, or a gap with what it
/// waited for; and places that were asked for from elsewhere, which stay until something else is chosen.
struct ChosenPlaces
{
    std::optional<ActionPosition> action;
    DependencyLinks links;                     ///< of the action
    std::optional<Gap> gap;                    ///< a marked idle stretch, in place of an action
    std::optional<ActionPosition> gapWaitsFor; ///< what it waited for last
    Time gapTransfer = 0;                      ///< part of it in which that was on its way
    std::vector<ActionPosition> chain;         ///< all that it waited for: BubbleChains
    std::vector<ActionPosition> cycle;         ///< of a deadlock, in order
    std::optional<LaneMoment> missing;         ///< where an action belongs that is not there
};

/// Chooses actions and gaps of a timeline, walks from one to another, and knows what was chosen before.
class TimelineSelection : public QObject
{
    Q_OBJECT

public:
    explicit TimelineSelection(TimelineNavigation& navigation, QObject* parent = nullptr);

    /// Another evaluation, or none, takes the place of the present one: nothing is chosen until end(), and
    /// the action then stays chosen where its rank still runs it. What was chosen before is kept of the same
    /// order in other times, unless `isPassing`: the old order comes back.
    void beginEvaluation(const EvaluationPtr& evaluation);
    void endEvaluation(bool isPassing);
    /// Gives the marked gap its cause.
    void setExplanation(const ExplanationPtr& explanation);
    /// Walks without a selection begin on this lane.
    void setChosenLane(std::optional<RankId> lane) { m_chosenLane = lane; }

    [[nodiscard]] const ChosenPlaces& places() const { return m_places; }
    [[nodiscard]] std::optional<ActionPosition> action() const { return m_places.action; }
    /// Of the action, found once when it was chosen; empty without one.
    [[nodiscard]] const DependencyLinks& links() const { return m_places.links; }
    [[nodiscard]] std::optional<Gap> gap() const { return m_places.gap; }
    /// From when to when the chosen action or gap is, and where.
    [[nodiscard]] std::optional<Gap> stretch() const;
    /// The marked gap's number in the explanation's ledger; nothing while there is none.
    [[nodiscard]] std::optional<std::size_t> bubble() const { return m_bubble; }
    [[nodiscard]] const std::vector<ActionPosition>& cycle() const { return m_places.cycle; }
    [[nodiscard]] std::optional<LaneMoment> missingPlace() const { return m_places.missing; }

    /// A position that holds no action (a bubble, or outside the schedule) clears the selection.
    void select(const std::optional<ActionPosition>& action);
    /// Marks an idle stretch in place of an action; one that is a bubble of the explanation becomes that.
    void setGap(const std::optional<Gap>& gap);
    /// Marks a bubble, by its number in the ledger, and scrolls and pans until it is to be seen.
    void showBubble(std::size_t number);
    /// Draws actions that wait for each other, in order, the last for the first, until the selection changes.
    void showCycle(std::vector<ActionPosition> cycle);
    /// Points at a moment on a lane where something is missing, scrolled and panned into view, until the
    /// selection changes.
    void showMissing(const LaneMoment& place);
    /// Brings what is chosen to the middle; an action that already is there, and a gap, fill much of the
    /// plot. Requires that something is chosen.
    void fit();
    /// Arrows between the action and what it waits for and who waits for it; on by default.
    void setDependenciesShown(bool shown);
    [[nodiscard]] bool areDependenciesShown() const { return m_linksShown; }

    [[nodiscard]] bool canGoBack() const { return isShowing() && m_history.canGoBack(isChosen()); }
    [[nodiscard]] bool canGoForward() const { return isShowing() && m_history.canGoForward(); }

public slots:
    void toNext() { moveAlong(1); } ///< along the lane
    void toPrevious() { moveAlong(-1); }
    void toLaneAbove() { moveAcross(-1); }
    void toLaneBelow() { moveAcross(1); }
    void toWaitedFor(); ///< of what the action waited for, what came last
    void toNeedingIt(); ///< of what waits for the action, what goes first
    /// Along the lane of the gap or action, else from the begin of the view; then on the next lane.
    void toNextBubble() { moveToBubble(true); }
    void toPreviousBubble() { moveToBubble(false); }
    /// Among the actions and gaps that were chosen before.
    void back();
    void forward();

signals:
    void actionChanged(std::optional<bubblescope::ActionPosition> action);
    /// A gap was marked, no longer is, or its cause became known.
    void gapChanged(std::optional<bubblescope::ui::Gap> gap);
    /// There is no further bubble that way: the rank that the marked one is on was the last.
    void lastBubbleReached(bool forward);
    /// What back() and forward() can go to.
    void historyChanged();
    /// Comes before the others: what is shown of it may be something else.
    void changed();
    /// What is dragged has to end: something is shown elsewhere.
    void dragEndAsked();

private:
    [[nodiscard]] const LaneIndex& index() const { return *m_evaluation->index; }
    [[nodiscard]] bool isShowing() const;
    [[nodiscard]] bool isChosen() const { return m_places.action || m_places.gap; }
    /// Chooses without a check and without telling.
    void choose(const std::optional<ActionPosition>& action);
    void selectByKey(const std::optional<ActionPosition>& action, bool keepAnchor);
    void moveAlong(int step);
    void moveAcross(int step);
    void moveToBubble(bool forward);
    /// The first row that is to be seen whole.
    [[nodiscard]] std::size_t firstRowInView() const;
    [[nodiscard]] std::optional<ActionPosition> firstInView() const;
    /// The bubble that the marked gap is, and what it waits for.
    void findBubble();
    void noteChoice();
    void recall(Choice choice);
    void retimeChoices(const Evaluation* before);

    TimelineNavigation& m_navigation;
    EvaluationPtr m_evaluation;
    ExplanationPtr m_explanation;
    ChosenPlaces m_places;
    std::optional<std::size_t> m_bubble;
    std::optional<RankId> m_chosenLane;
    SelectionHistory m_history;
    Time m_anchorTime = 0; ///< where up and down look, however far the chosen blocks lie from it
    bool m_linksShown = true;
    bool m_isRecalling = false; ///< what is chosen now was chosen before

    /// What was chosen before beginEvaluation().
    struct Before
    {
        EvaluationPtr evaluation;
        std::optional<ActionPosition> action, followed;
        bool hadGap = false;
    } m_before;
};

} // namespace bubblescope::ui
