// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline view's bubbles and critical path: what an explanation adds to the picture.
#include "ui/timeline/bubble_search.h"
#include "ui/timeline/timeline_view_p.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// How much of the plot a fitted gap fills.
constexpr double kFitShare = 0.4;

std::optional<ActionPosition> positionOf(const Place& place)
{
    return place ? std::optional(place.position()) : std::nullopt;
}

} // namespace

void TimelineView::setExplanation(ExplanationPtr explanation)
{
    if (explanation && (!d->isShowing() || explanation->slack.size() != d->index()->laneCount()))
        explanation.reset();
    if (explanation == d->explanation)
        return;
    d->explanation = std::move(explanation);
    d->makePathMarks();
    if (d->overlay.gap) {
        d->findBubble();
        d->selections.amend(*d->overlay.gap);
        emit gapChanged(d->overlay.gap);
    }
    d->refreshHover();
    viewport()->update();
}

void TimelineView::setCriticalPathShown(bool shown)
{
    if (shown == d->pathShown)
        return;
    d->pathShown = shown;
    d->makePathMarks();
    viewport()->update();
    emit criticalPathShownChanged(shown);
}

ExplanationPtr TimelineView::explanation() const
{
    return d->explanation;
}

bool TimelineView::isCriticalPathShown() const
{
    return d->pathShown;
}

const CriticalPathPicture& TimelineView::criticalPathPicture() const
{
    d->pathPicture.update(d->pathMarks, geometry(), d->viewport.devicePixelRatio());
    return d->pathPicture;
}

void TimelineView::setGap(std::optional<Gap> gap)
{
    d->chooseGap(gap);
}

std::optional<Gap> TimelineView::gap() const
{
    return d->overlay.gap;
}

std::optional<std::size_t> TimelineView::bubble() const
{
    return d->bubble;
}

void TimelineView::showBubble(std::size_t number)
{
    if (!d->explanation || number >= d->explanation->ledger.bubbles.size())
        return;
    const Bubble& bubble = d->explanation->ledger.bubbles[number];
    setGap(Gap{bubble.rank, bubble.start, bubble.end()});
    d->goTo(d->viewport.revealing(d->destination(), bubble.start, bubble.end()), ViewHistory::Step::Follow,
            true);
    d->scrollToLane({bubble.rank, Track::Compute});
}

void TimelineView::fitGap()
{
    if (!d->overlay.gap)
        return;
    const Gap gap = *d->overlay.gap;
    d->goTo(d->viewport.around(gap.from, gap.to, kFitShare), ViewHistory::Step::Jump, true);
    d->scrollToLane({gap.rank, Track::Compute});
}

void TimelineView::nextBubble()
{
    d->moveToBubble(true);
}

void TimelineView::previousBubble()
{
    d->moveToBubble(false);
}

void TimelineView::Private::makePathMarks()
{
    pathMarks = pathShown && explanation && isShowing()
                    ? CriticalPathMarks::build(*index(), explanation->criticalPath)
                    : nullptr;
}

void TimelineView::Private::chooseGap(const std::optional<Gap>& gap)
{
    const std::optional<Gap> chosen =
        gap && isShowing() && gap->rank.value < index()->laneCount() ? gap : std::nullopt;
    if (chosen == overlay.gap)
        return;
    const bool hadSelection = overlay.selection.has_value();
    setSelected(std::nullopt);
    overlay.gap = chosen;
    findBubble();
    describeSelection();
    if (hadSelection)
        emit q->selectionChanged(std::nullopt);
    emit q->gapChanged(overlay.gap);
    noteChoice();
    if (!chosen)
        emit q->historyChanged();
}

void TimelineView::Private::findBubble()
{
    bubble.reset();
    overlay.gapWaitsFor.reset();
    if (!overlay.gap || !explanation)
        return;
    const Gap& gap = *overlay.gap;
    bubble = bubbleAt(explanation->ledger, gap.rank, gap.from + (gap.to - gap.from) / 2);
    if (!bubble)
        return;
    const Bubble& found = explanation->ledger.bubbles[*bubble];
    overlay.gap = Gap{found.rank, found.start, found.end()};
    overlay.gapWaitsFor = positionOf(found.waitsFor);
    overlay.gapTransfer = found.transfer;
}

void TimelineView::Private::moveToBubble(bool forward)
{
    if (!explanation || explanation->ledger.bubbles.empty() || !isShowing())
        return;
    const TimelineGeometry& geometry = viewport.geometry();
    std::size_t row = firstRowInView();
    Time t = forward ? destination().from : destination().to;
    std::optional<RankId> rank;
    if (overlay.gap) {
        rank = overlay.gap->rank;
        t = overlay.gap->from;
    } else if (overlay.selection) {
        rank = overlay.selection->rank;
        t = index()->timeline().startOf(*overlay.selection);
    } else if (laneHeaders->selected()) {
        rank = laneHeaders->selected();
    }
    if (rank)
        row = geometry.rowOf(*rank).value_or(row);
    if (const auto next = bubbleAlong(explanation->ledger, geometry.lanes, row, t, bubble, forward))
        q->showBubble(*next);
    else
        emit q->lastBubbleReached(forward);
}

} // namespace bubblescope::ui
