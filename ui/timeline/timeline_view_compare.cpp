// SPDX-License-Identifier: GPL-3.0-or-later
// What compares a timeline with another: beside it on a common axis, under its lanes, or as their colours;
// and how long its actions took against that, under their lanes.
#include "ui/timeline/timeline_view_p.h"

#include <algorithm>

namespace bubblescope::ui {

Time TimelineView::Private::axisEnd() const
{
    return index() != nullptr ? std::max({index()->timeline().makespan, sharedEnd, moveTool->heldEnd()}) : 0;
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

void TimelineView::setRulerShown(bool shown)
{
    if (shown == d->viewport.hasRuler())
        return;
    d->viewport.setRulerShown(shown);
    d->layOut();
}

bool TimelineView::hasRuler() const
{
    return d->viewport.hasRuler();
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
    d->makeRoomForEcho();
}

void TimelineView::Private::makeRoomForEcho()
{
    viewport.setEcho(echo        ? TimelineViewport::Echo::Schedule
                     : residuals ? TimelineViewport::Echo::Residuals
                                 : TimelineViewport::Echo::None);
    layOut();
}

void TimelineView::setResiduals(ResidualLanePtr residuals)
{
    if (residuals == d->residuals)
        return;
    d->residuals = std::move(residuals);
    d->makeRoomForEcho();
}

ResidualLanePtr TimelineView::residuals() const
{
    return d->shownResiduals();
}

const ResidualLanePtr& TimelineView::Private::shownResiduals() const
{
    static const ResidualLanePtr kNone;
    const bool isOfShown = residuals && !echo && isShowing() &&
                           &residuals->lanes.index->timeline() == evaluation->timeline.get();
    return isOfShown ? residuals : kNone;
}

Hit TimelineView::Private::hitAt(const QPointF& position) const
{
    const TimelineGeometry& geometry = viewport.geometry();
    const double ratio = viewport.devicePixelRatio();
    const ResidualLanePtr& lanes = shownResiduals();
    const auto row = lanes ? geometry.echoRowAt(position.y()) : std::nullopt;
    if (!row)
        return hitTest(*index(), geometry, position.x(), position.y(), ratio);
    const RankId rank = geometry.lanes[*row];
    if (rank.value >= lanes->lanes.hasLane.size() || lanes->lanes.hasLane[rank.value] == 0)
        return {};
    const double share = (position.y() - geometry.echoTop(*row)) / geometry.echoHeight;
    Hit hit = hitInLane(*index(), geometry, {rank, Track::Compute}, position.x(), share, ratio);
    hit.isResidual = hit.action.has_value();
    return hit;
}

void TimelineView::Private::tellResidual(const Hit& hit, HoverCard& card)
{
    const ResidualLanePtr& lanes = shownResiduals();
    if (!lanes || !hit.action || !lanes->tell)
        return;
    const ResidualWords words = lanes->tell(*hit.action);
    card.rows.insert(card.rows.end(), words.facts.begin(), words.facts.end());
    if (!hit.isResidual)
        return;
    hoverText = words.line;
    card.title = words.line;
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
    d->viewport.setCompact(compact);
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
