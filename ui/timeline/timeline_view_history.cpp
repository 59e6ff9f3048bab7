// SPDX-License-Identifier: GPL-3.0-or-later
// Back and forward: the ranges that were looked at, and what was chosen.
#include "ui/timeline/timeline_view_p.h"

#include <algorithm>

namespace bubblescope::ui {

bool TimelineView::canViewBack() const
{
    return d->history.canGoBack();
}

bool TimelineView::canViewForward() const
{
    return d->history.canGoForward();
}

bool TimelineView::canSelectBack() const
{
    return d->isShowing() && d->selections.canGoBack(d->isChosen());
}

bool TimelineView::canSelectForward() const
{
    return d->isShowing() && d->selections.canGoForward();
}

void TimelineView::viewBack()
{
    if (!canViewBack())
        return;
    d->goTo(d->history.back(), ViewHistory::Step::Jump, true);
    emit historyChanged();
}

void TimelineView::viewForward()
{
    if (!canViewForward())
        return;
    d->goTo(d->history.forward(), ViewHistory::Step::Jump, true);
    emit historyChanged();
}

void TimelineView::selectionBack()
{
    if (canSelectBack())
        d->recall(d->selections.back(d->isChosen()));
}

void TimelineView::selectionForward()
{
    if (canSelectForward())
        d->recall(d->selections.forward());
}

void TimelineView::revealLane(RankId rank)
{
    if (!d->isShowing() || rank.value >= d->index()->laneCount())
        return;
    d->laneHeaders->reveal(rank, false);
    if (const auto row = geometry().rowOf(rank))
        d->scrollTo(d->viewport.scrollRevealing(*row));
    d->laneHeaders->select(rank);
    d->beacon->pointAt(rank);
}

std::optional<RankId> TimelineView::markedLane() const
{
    return d->beacon->rank();
}

bool TimelineView::Private::isChosen() const
{
    return overlay.selection.has_value() || overlay.gap.has_value();
}

void TimelineView::Private::noteChoice()
{
    if (!isChosen())
        return;
    const Choice choice = overlay.gap ? Choice(*overlay.gap) : Choice(*overlay.selection);
    if (m_recalling)
        selections.amend(choice);
    else
        selections.visit(choice);
    emit q->historyChanged();
}

void TimelineView::Private::recall(Choice choice)
{
    m_recalling = true;
    if (const auto* action = std::get_if<ActionPosition>(&choice)) {
        select(*action);
        q->reveal(*action);
    } else {
        const Gap gap = std::get<Gap>(choice);
        chooseGap(gap);
        goTo(viewport.revealing(destination(), gap.from, gap.to), ViewHistory::Step::Follow, true);
        scrollToLane({gap.rank, Track::Compute});
    }
    m_recalling = false;
    emit q->historyChanged();
}

void TimelineView::Private::retimeChoices(const Evaluation* before)
{
    const bool sameOrder = before != nullptr && isShowing() && before->index &&
                           before->timeline->schedule == evaluation->timeline->schedule;
    if (sameOrder)
        selections.retime([&](const Gap& gap) { return gapAfterRetiming(*before->index, *index(), gap); });
    else
        selections.clear();
    // Nothing was chosen anew, but of another order this is the first that is.
    if (overlay.selection && !sameOrder)
        selections.visit(*overlay.selection);
    emit q->historyChanged();
}

} // namespace bubblescope::ui
