// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline view's tools: who takes the pointer, and what else is asked of them in turn.
#include "ui/timeline/timeline_view_p.h"

#include <algorithm>

namespace bubblescope::ui {

bool TimelineView::Private::pressTool(const QPointF& position, Qt::MouseButton button,
                                      Qt::KeyboardModifiers modifiers)
{
    const auto taker = std::find_if(tools.begin(), tools.end(), [&](TimelineTool* tool) {
        return tool->press(position, button, modifiers);
    });
    heldTool = taker == tools.end() ? nullptr : *taker;
    return heldTool != nullptr;
}

std::optional<Qt::CursorShape> TimelineView::Private::toolCursor(const QPointF& position) const
{
    for (const TimelineTool* tool : tools)
        if (const auto shape = tool->cursorAt(position))
            return shape;
    return std::nullopt;
}

bool TimelineView::Private::clearTool()
{
    return std::any_of(tools.begin(), tools.end(), [](TimelineTool* tool) { return tool->clear(); });
}

void TimelineView::fitArea()
{
    constexpr double kFitShare = 0.8;
    const auto& area = d->measureTool->area();
    if (!area || !d->isShowing())
        return;
    d->goTo(d->viewport.around(area->range.from, area->range.to, kFitShare), ViewHistory::Step::Jump, true);
    if (const auto row = geometry().rowOf(area->ranks.front()))
        d->scrollTo(d->viewport.scrollRevealing(*row));
}

MeasureTool& TimelineView::measure() const
{
    return *d->measureTool;
}

NoteMarks& TimelineView::notes() const
{
    return *d->noteMarks;
}

LaneHeaders& TimelineView::laneHeaders() const
{
    return *d->laneHeaders;
}

MatchMarks& TimelineView::matches() const
{
    return *d->matchMarks;
}

MoveTool& TimelineView::moves() const
{
    return *d->moveTool;
}

void TimelineView::cancelDrag()
{
    d->cancelDrag();
}

void TimelineView::revealTime(Time from, Time to, std::optional<RankId> rank)
{
    if (!d->isShowing())
        return;
    d->goTo(d->viewport.revealing(d->destination(), from, to), ViewHistory::Step::Follow, true);
    if (const auto row = rank ? geometry().rowOf(*rank) : std::nullopt)
        d->scrollTo(d->viewport.scrollRevealing(*row));
}

void TimelineView::scrollToLane(double rows)
{
    d->scrollTo(std::min(rows * d->viewport.lanePitch(), d->viewport.maxScrollY()));
}

Hit TimelineView::hitAt(const QPointF& position) const
{
    if (!d->isShowing())
        return {};
    return d->hitAt(position);
}

bool TimelineView::isRuler(const QPointF& position) const
{
    return d->viewport.isRuler(position.x(), position.y());
}

} // namespace bubblescope::ui
