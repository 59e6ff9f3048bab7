// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_selection.h"

#include "core/time/step_phases.h"
#include "ui/timeline/bubble_search.h"
#include "ui/timeline/selection_moves.h"
#include "ui/timeline/timeline_navigation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

/// How much of the plot a fitted action and a fitted gap fill.
constexpr double kActionShare = 0.6;
constexpr double kGapShare = 0.4;
/// A narrower gap is not seen as one.
constexpr double kLeastGapPx = 3;

std::optional<ActionPosition> positionOf(const Place& place)
{
    return place ? std::optional(place.position()) : std::nullopt;
}

} // namespace

TimelineSelection::TimelineSelection(TimelineNavigation& navigation, QObject* parent)
    : QObject(parent)
    , m_navigation(navigation)
{}

bool TimelineSelection::isShowing() const
{
    return m_evaluation && m_evaluation->index && index().laneCount() > 0;
}

void TimelineSelection::beginEvaluation(const EvaluationPtr& evaluation)
{
    m_before = {std::exchange(m_evaluation, evaluation), m_places.action, {}, m_places.gap.has_value()};
    if (m_before.action && m_before.evaluation && isShowing()) {
        const ActionId id = m_before.evaluation->timeline->schedule->at(*m_before.action).id();
        m_before.followed = findOnRank(*index().timeline().schedule, *m_before.action, id);
    }
    m_places = {};
    m_bubble.reset();
    m_explanation.reset();
}

void TimelineSelection::endEvaluation(bool isPassing)
{
    const Before before = std::exchange(m_before, {});
    choose(before.followed);
    if (!isPassing)
        retimeChoices(before.evaluation.get());
    emit changed();
    if (before.followed != before.action)
        emit actionChanged(before.followed);
    if (before.hadGap)
        emit gapChanged(std::nullopt);
}

void TimelineSelection::setExplanation(const ExplanationPtr& explanation)
{
    m_explanation = explanation;
    if (!m_places.gap)
        return;
    findBubble();
    m_history.amend(*m_places.gap);
    emit gapChanged(m_places.gap);
}

std::optional<Gap> TimelineSelection::stretch() const
{
    if (!m_places.action)
        return m_places.gap;
    const ActionExtent extent = extentOf(index().timeline(), *m_places.action);
    return Gap{m_places.action->rank, extent.begin, extent.end};
}

void TimelineSelection::choose(const std::optional<ActionPosition>& action)
{
    m_places = {};
    m_places.action = action;
    m_bubble.reset();
    if (!action)
        return;
    const Timeline& timeline = index().timeline();
    m_places.links = dependencyLinks(*timeline.schedule, *action);
    addTransfers(m_places.links, timeline, m_evaluation->costs, *action);
    const ActionExtent extent = extentOf(timeline, *action);
    m_anchorTime = (extent.begin + extent.end) / 2;
}

void TimelineSelection::select(const std::optional<ActionPosition>& action)
{
    std::optional<ActionPosition> chosen;
    if (action && isShowing() && action->rank.value < index().laneCount() &&
        action->index < index().timeline().schedule->rows[action->rank.value].size() &&
        !index().timeline().schedule->at(*action).isBubble())
        chosen = action;
    const bool hadGap = m_places.gap.has_value();
    const bool isNew = chosen != m_places.action;
    if (isNew || hadGap || !m_places.cycle.empty() || m_places.missing)
        choose(chosen);
    emit changed();
    if (isNew)
        emit actionChanged(chosen);
    if (hadGap)
        emit gapChanged(std::nullopt);
    if (isNew || hadGap)
        noteChoice();
    if (!chosen)
        emit historyChanged();
}

void TimelineSelection::setGap(const std::optional<Gap>& gap)
{
    const std::optional<Gap> chosen =
        gap && isShowing() && gap->rank.value < index().laneCount() ? gap : std::nullopt;
    if (chosen == m_places.gap)
        return;
    const bool hadAction = m_places.action.has_value();
    choose(std::nullopt);
    m_places.gap = chosen;
    findBubble();
    emit changed();
    if (hadAction)
        emit actionChanged(std::nullopt);
    emit gapChanged(m_places.gap);
    noteChoice();
    if (!chosen)
        emit historyChanged();
}

void TimelineSelection::findBubble()
{
    m_bubble.reset();
    m_places.gapWaitsFor.reset();
    m_places.chain.clear();
    if (!m_places.gap || !m_explanation)
        return;
    const Gap& gap = *m_places.gap;
    m_bubble = bubbleAt(m_explanation->ledger, gap.rank, gap.from + (gap.to - gap.from) / 2);
    if (!m_bubble)
        return;
    const Bubble& found = m_explanation->ledger.bubbles[*m_bubble];
    m_places.gap = Gap{found.rank, found.start, found.end()};
    m_places.gapWaitsFor = positionOf(found.waitsFor);
    m_places.gapTransfer = found.transfer;
    for (const Place& step : m_explanation->ledger.chains.of(*m_bubble))
        m_places.chain.push_back(step.position());
}

void TimelineSelection::showBubble(std::size_t number)
{
    if (!m_explanation || number >= m_explanation->ledger.bubbles.size())
        return;
    const Bubble& bubble = m_explanation->ledger.bubbles[number];
    setGap(Gap{bubble.rank, bubble.start, bubble.end()});
    const double width = bubble.length * m_navigation.geometry().pixelsPerUnit();
    if (width < kLeastGapPx)
        fit(); // it is no more than a line
    else
        m_navigation.reveal(bubble.rank, bubble.start, bubble.end());
}

void TimelineSelection::showCycle(std::vector<ActionPosition> cycle)
{
    m_places.cycle = std::move(cycle);
    emit changed();
}

void TimelineSelection::showMissing(const LaneMoment& place)
{
    if (!isShowing() || place.rank.value >= index().laneCount())
        return;
    emit dragEndAsked();
    select(std::nullopt);
    m_places.missing = place;
    m_navigation.reveal(place.rank, place.time, place.time);
    emit changed();
}

void TimelineSelection::fit()
{
    if (const auto gap = m_places.gap) {
        m_navigation.fit(gap->from, gap->to, kGapShare);
        m_navigation.scrollToLane({gap->rank, Track::Compute});
        return;
    }
    const ActionPosition action = *m_places.action;
    const auto [start, end] = extentOf(index().timeline(), action);
    const TimeRange now = m_navigation.range();
    const Time width = now.to - now.from;
    const TimeRange centered = m_navigation.viewport().centered(start + (end - start) / 2, width);
    // At the ends the view cannot bring it to the middle: then it counts as brought there.
    if (std::abs(centered.from - now.from) <= width * 0.01)
        m_navigation.fit(start, end, kActionShare);
    else
        m_navigation.jumpTo(centered);
    m_navigation.scrollToLane(index().laneOfAction(action));
}

void TimelineSelection::setDependenciesShown(bool shown)
{
    if (std::exchange(m_linksShown, shown) != shown)
        emit changed();
}

void TimelineSelection::selectByKey(const std::optional<ActionPosition>& action, bool keepAnchor)
{
    if (!action)
        return;
    const Time anchor = m_anchorTime;
    select(action);
    if (keepAnchor)
        m_anchorTime = anchor;
    m_navigation.reveal(*action);
}

void TimelineSelection::moveAlong(int step)
{
    if (isShowing())
        selectByKey(m_places.action ? alongLane(index(), *m_places.action, step) : firstInView(), false);
}

void TimelineSelection::moveAcross(int step)
{
    if (!isShowing())
        return;
    if (!m_places.action)
        selectByKey(firstInView(), false);
    else
        selectByKey(acrossLanes(index(), m_navigation.geometry(), *m_places.action, step, m_anchorTime),
                    true);
}

void TimelineSelection::toWaitedFor()
{
    if (isShowing())
        selectByKey(latestProducer(links(), index().timeline()), false);
}

void TimelineSelection::toNeedingIt()
{
    if (isShowing())
        selectByKey(firstConsumer(links(), index().timeline()), false);
}

std::size_t TimelineSelection::firstRowInView() const
{
    const TimelineGeometry& geometry = m_navigation.geometry();
    if (geometry.pinnedRows > 0 || geometry.lanes.empty())
        return 0;
    const std::size_t row = geometry.scrolledRowsInView().first;
    return std::min(geometry.laneTop(row) < geometry.plot.y ? row + 1 : row, geometry.lanes.size() - 1);
}

std::optional<ActionPosition> TimelineSelection::firstInView() const
{
    const TimelineGeometry& geometry = m_navigation.geometry();
    std::optional<std::size_t> chosen;
    if (m_chosenLane)
        chosen = geometry.rowOf(*m_chosenLane);
    for (std::size_t row = chosen.value_or(firstRowInView()); row < geometry.lanes.size(); ++row)
        if (auto found = nearestOnLane(index(), geometry.lanes[row], m_navigation.range().from))
            return found;
    return std::nullopt;
}

void TimelineSelection::moveToBubble(bool forward)
{
    if (!m_explanation || m_explanation->ledger.bubbles.empty() || !isShowing())
        return;
    const TimelineGeometry& geometry = m_navigation.geometry();
    std::size_t row = firstRowInView();
    Time t = forward ? m_navigation.range().from : m_navigation.range().to;
    std::optional<RankId> rank = m_chosenLane;
    if (m_places.gap) {
        rank = m_places.gap->rank;
        t = m_places.gap->from;
    } else if (m_places.action) {
        rank = m_places.action->rank;
        t = index().timeline().startOf(*m_places.action);
    }
    if (rank)
        row = geometry.rowOf(*rank).value_or(row);
    if (const auto next = bubbleAlong(m_explanation->ledger, geometry.lanes, row, t, m_bubble, forward))
        showBubble(*next);
    else
        emit lastBubbleReached(forward);
}

void TimelineSelection::back()
{
    if (canGoBack())
        recall(m_history.back(isChosen()));
}

void TimelineSelection::forward()
{
    if (canGoForward())
        recall(m_history.forward());
}

void TimelineSelection::noteChoice()
{
    if (!isChosen())
        return;
    const Choice choice = m_places.gap ? Choice(*m_places.gap) : Choice(*m_places.action);
    if (m_isRecalling)
        m_history.amend(choice);
    else
        m_history.visit(choice);
    emit historyChanged();
}

void TimelineSelection::recall(Choice choice)
{
    m_isRecalling = true;
    if (const auto* action = std::get_if<ActionPosition>(&choice)) {
        select(*action);
        m_navigation.reveal(*action);
    } else {
        const Gap gap = std::get<Gap>(choice);
        setGap(gap);
        m_navigation.reveal(gap.rank, gap.from, gap.to);
    }
    m_isRecalling = false;
    emit historyChanged();
}

/// The choices of the evaluation before, in the present one.
void TimelineSelection::retimeChoices(const Evaluation* before)
{
    const bool sameOrder = before != nullptr && isShowing() && before->index &&
                           before->timeline->schedule == m_evaluation->timeline->schedule;
    if (sameOrder)
        m_history.retime([&](const Gap& gap) { return gapAfterRetiming(*before->index, index(), gap); });
    else
        m_history.clear();
    // Nothing was chosen anew, but of another order this is the first that is.
    if (m_places.action && !sameOrder)
        m_history.visit(*m_places.action);
    emit historyChanged();
}

} // namespace bubblescope::ui
