// SPDX-License-Identifier: GPL-3.0-or-later
// What compares a timeline with another: beside it on a common axis, under its lanes, or as their colours.
#include "ui/timeline/timeline_view_p.h"

#include <algorithm>

namespace bubblescope::ui {

Time TimelineView::Private::axisEnd() const
{
    return index() != nullptr ? std::max(index()->timeline().makespan, sharedEnd) : 0;
}

void TimelineView::setSharedEnd(Time end)
{
    if (end == d->sharedEnd)
        return;
    const bool showedAll = d->destination() == fitted(d->viewport.makespan());
    d->sharedEnd = end;
    if (d->axisEnd() != d->viewport.makespan())
        d->showContent(d->axisEnd(), !showedAll);
}

void TimelineView::setLaneRoom(std::optional<double> height)
{
    if (height == d->viewport.laneRoom())
        return;
    d->viewport.setLaneRoom(height);
    d->layOut();
}

bool TimelineView::Private::isRecolored() const
{
    return recolored && evaluation && &recolored->timeline() == evaluation->timeline.get();
}

void TimelineView::setEcho(LaneIndexPtr echo)
{
    if (echo == d->echo)
        return;
    d->echo = std::move(echo);
    d->viewport.setEcho(d->echo != nullptr);
    d->layOut();
}

const LaneIndexPtr& TimelineView::echo() const
{
    return d->echo;
}

void TimelineView::setRecolored(LaneIndexPtr index)
{
    if (index == d->recolored)
        return;
    d->recolored = std::move(index);
    viewport()->update();
}

bool TimelineView::showsDifference() const
{
    return d->isRecolored();
}

void TimelineView::setCompact(bool compact)
{
    if (compact == d->compact)
        return;
    d->compact = compact;
    d->layOut();
}

Time TimelineView::axisEnd() const
{
    return d->axisEnd();
}

bool TimelineView::isMotionReduced() const
{
    return d->reducedMotion;
}

double TimelineView::lanePitch() const
{
    return d->viewport.lanePitch();
}

} // namespace bubblescope::ui
