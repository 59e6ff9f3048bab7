// SPDX-License-Identifier: GPL-3.0-or-later
// What lets a timeline stand beside another: a common end of the axis and lanes of one height.
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
