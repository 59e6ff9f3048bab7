// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline view's commands do: zoom, pan, fit, walk along lanes, scroll.
#include "ui/timeline/timeline_view_p.h"

#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kPanShare = 0.15;
/// How much of the plot a fitted action fills.
constexpr double kFitShare = 0.6;

} // namespace

void TimelineView::zoomIn()
{
    d->zoomAt(d->zoomCenter(), kZoomStep, true);
}

void TimelineView::zoomOut()
{
    d->zoomAt(d->zoomCenter(), 1 / kZoomStep, true);
}

void TimelineView::fitAll()
{
    d->goTo(fitted(d->viewport.makespan()), ViewHistory::Step::Jump, true);
}

void TimelineView::fitAllRanks()
{
    const bool showsAll = d->destination() == fitted(d->viewport.makespan());
    fitAll();
    const bool isAskedAgain = std::exchange(d->hasAskedForAll, true) && showsAll;
    if (areRanksFitted() || (isAskedAgain && d->viewport.maxScrollY() > 0))
        setRanksFitted(!areRanksFitted());
}

void TimelineView::setRanksFitted(bool fitted)
{
    if (fitted == areRanksFitted())
        return;
    d->viewport.setRanksFitted(fitted);
    d->layOut();
}

bool TimelineView::areRanksFitted() const
{
    return d->viewport.areRanksFitted();
}

void TimelineView::fitSelection()
{
    if (d->measureTool->area()) {
        fitArea();
        return;
    }
    if (d->overlay.gap && d->isShowing()) {
        fitGap();
        return;
    }
    if (!d->overlay.selection || !d->isShowing()) {
        fitAll();
        return;
    }
    const ActionPosition selected = *d->overlay.selection;
    const Timeline& timeline = d->index()->timeline();
    const Time start = timeline.startOf(selected);
    const Time end = timeline.endOf(selected);
    const TimeRange now = d->destination();
    const Time width = now.to - now.from;
    const Time middle = start + (end - start) / 2;
    const TimeRange centered = d->viewport.centered(middle, width);
    // At the ends the view cannot bring it to the middle: then it counts as brought there.
    const bool isThere = std::abs(centered.from - now.from) <= width * 0.01;
    d->goTo(isThere ? d->viewport.around(start, end, kFitShare) : centered, ViewHistory::Step::Jump, true);
    d->scrollToLane(d->index()->laneOfAction(selected));
}

void TimelineView::panLeft()
{
    const TimeRange now = d->destination();
    d->panBy(-(now.to - now.from) * kPanShare, true);
}

void TimelineView::panRight()
{
    const TimeRange now = d->destination();
    d->panBy((now.to - now.from) * kPanShare, true);
}

void TimelineView::selectNext()
{
    d->moveAlong(1);
}

void TimelineView::selectPrevious()
{
    d->moveAlong(-1);
}

void TimelineView::selectLaneAbove()
{
    d->moveAcross(-1);
}

void TimelineView::selectLaneBelow()
{
    d->moveAcross(1);
}

void TimelineView::selectWaitedFor()
{
    if (d->isShowing())
        d->follow(latestProducer(links(), d->index()->timeline()));
}

void TimelineView::selectNeedingIt()
{
    if (d->isShowing())
        d->follow(firstConsumer(links(), d->index()->timeline()));
}

void TimelineView::Private::follow(const std::optional<ActionPosition>& link)
{
    if (!link)
        return;
    select(link);
    q->reveal(*link);
}

void TimelineView::scrollLanes(int lanes)
{
    d->scrollTo(geometry().scrollY + lanes * d->viewport.lanePitch());
}

void TimelineView::scrollPageUp()
{
    d->scrollTo(geometry().scrollY - geometry().plot.height + geometry().pinnedHeight() +
                d->viewport.lanePitch());
}

void TimelineView::scrollPageDown()
{
    d->scrollTo(geometry().scrollY + geometry().plot.height - geometry().pinnedHeight() -
                d->viewport.lanePitch());
}

} // namespace bubblescope::ui
