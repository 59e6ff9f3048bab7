// SPDX-License-Identifier: GPL-3.0-or-later
// The measured area by mouse: dragged out, its edges moved, snapping to the edges of actions.
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/move_tool.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kSnapPx = 6;
/// More lanes than are ever told apart on a screen; keeps a move's cost in bounds.
constexpr std::size_t kMostSnapLanes = 256;

Qt::CursorShape cursorFor(AreaEdges edges)
{
    if (edges == (kLeftEdge | kTopEdge) || edges == (kRightEdge | kBottomEdge))
        return Qt::SizeFDiagCursor;
    if (edges == (kRightEdge | kTopEdge) || edges == (kLeftEdge | kBottomEdge))
        return Qt::SizeBDiagCursor;
    return (edges & (kLeftEdge | kRightEdge)) != 0 ? Qt::SizeHorCursor : Qt::SizeVerCursor;
}

} // namespace

Time MeasureTool::timeAt(double x) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const Time t = geometry.timeAt(std::clamp(x, geometry.plot.x, geometry.plot.right()));
    return std::clamp(t, 0.0, index()->timeline().makespan);
}

std::vector<LaneId> MeasureTool::lanesOf(const std::vector<RankId>& ranks) const
{
    std::vector<LaneId> lanes;
    for (const RankId rank : ranks) {
        lanes.emplace_back(rank);
        for (const Track track : m_view.geometry().subLanes)
            lanes.emplace_back(rank, track);
    }
    return lanes;
}

std::vector<RankId> MeasureTool::ranksBetween(RankId a, RankId b) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const std::size_t at = geometry.rowOf(a).value_or(0);
    const auto [first, last] = std::minmax({at, geometry.rowOf(b).value_or(at)});
    return {geometry.lanes.begin() + static_cast<std::ptrdiff_t>(first),
            geometry.lanes.begin() + static_cast<std::ptrdiff_t>(last) + 1};
}

std::optional<ActionEdge> MeasureTool::edgeNear(Time t, RankId at, const std::vector<RankId>& ranks) const
{
    const Time within = kSnapPx / m_view.geometry().pixelsPerUnit();
    // What the pointer is on counts before what lies beside it, and the area's lanes before others.
    std::vector<RankId> order{at};
    for (const RankId rank : ranks)
        if (order.size() < kMostSnapLanes && rank != at)
            order.push_back(rank);
    if (const auto edge = nearestEdge(*index(), lanesOf(order), t, within))
        return edge;
    const TimelineGeometry& geometry = m_view.geometry();
    order.clear();
    for (std::size_t row = nearestRow(geometry, geometry.plot.y);
         row < geometry.lanes.size() && order.size() < kMostSnapLanes &&
         geometry.laneTop(row) < geometry.plot.bottom();
         ++row)
        order.push_back(geometry.lanes[row]);
    if (const auto edge = nearestEdge(*index(), lanesOf(order), t, within))
        return edge;
    const Time makespan = index()->timeline().makespan;
    if (t <= within)
        return ActionEdge{0, at};
    if (makespan - t <= within)
        return ActionEdge{makespan, at};
    return std::nullopt;
}

bool MeasureTool::drag(const QPointF& from, Qt::KeyboardModifiers modifiers)
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (index() == nullptr || geometry.lanes.empty() || !geometry.plot.contains(from.x(), from.y()))
        return false;
    Dragging dragging{edgesAt(rects(), geometry, from), false, 0, m_area, m_anchor, m_head};
    if (dragging.edges != kNoEdge) {
        dragging.fixedTime = (dragging.edges & kLeftEdge) != 0 ? m_area->range.to : m_area->range.from;
        // The edge that stays is the rows' anchor.
        m_anchor = (dragging.edges & kTopEdge) != 0 ? m_area->ranks.back() : m_area->ranks.front();
        m_head = (dragging.edges & kTopEdge) != 0 ? m_area->ranks.front() : m_area->ranks.back();
        m_dragging = dragging;
        return true;
    }
    if (m_mode == PointerMode::Select && isInSelectedCell(m_view, from))
        return false;
    dragging.edges = kRightEdge | kBottomEdge;
    dragging.isNew = true;
    m_anchor = m_head = geometry.lanes[nearestRow(geometry, from.y())];
    dragging.fixedTime = timeAt(from.x());
    if (!(modifiers & Qt::AltModifier))
        if (const auto edge = edgeNear(dragging.fixedTime, m_anchor, {}))
            dragging.fixedTime = edge->time;
    m_dragging = dragging;
    return true;
}

void MeasureTool::move(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (!m_dragging || index() == nullptr)
        return;
    const TimelineGeometry& geometry = m_view.geometry();
    if (position.y() > geometry.plot.bottom())
        m_view.navigation().scrollLanes(1);
    else if (position.y() < geometry.plot.y)
        m_view.navigation().scrollLanes(-1);
    const bool movesRows = (m_dragging->edges & (kTopEdge | kBottomEdge)) != 0;
    const RankId at = geometry.lanes[nearestRow(geometry, position.y())];
    MeasuredArea next;
    if (movesRows)
        m_head = at;
    next.ranks = movesRows || !m_area ? ranksBetween(m_anchor, m_head) : m_area->ranks;
    m_snap.reset();
    if ((m_dragging->edges & (kLeftEdge | kRightEdge)) != 0) {
        Time t = timeAt(position.x());
        if (!(modifiers & Qt::AltModifier))
            m_snap = edgeNear(t, at, next.ranks);
        // One edge of an action cannot hold both ends.
        if (m_snap && m_snap->time == m_dragging->fixedTime)
            m_snap.reset();
        t = m_snap ? m_snap->time : t;
        const auto [from, to] = std::minmax(t, m_dragging->fixedTime);
        next.range = {from, to};
    } else if (m_area) {
        next.range = m_area->range;
    }
    if (next.range.from < next.range.to)
        change(std::move(next));
    else
        change(std::nullopt);
}

void MeasureTool::release(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    move(position, modifiers);
    if (!m_area)
        cancel();
    m_dragging.reset();
    m_snap.reset();
    m_view.viewport()->update();
}

void MeasureTool::cancel()
{
    if (!m_dragging)
        return;
    const Dragging dragging = *std::exchange(m_dragging, std::nullopt);
    m_anchor = dragging.anchorBefore;
    m_head = dragging.headBefore;
    m_snap.reset();
    std::optional<MeasuredArea> before = dragging.before;
    // Lanes may have been hidden since that were not in what was dragged.
    if (before)
        before->ranks = shownRanks(m_view.geometry(), before->ranks);
    change(before && !before->ranks.empty() ? std::move(before) : std::nullopt);
}

bool MeasureTool::doubleClick(const QPointF& position)
{
    const auto within = rects();
    const bool isIn = std::any_of(within.begin(), within.end(),
                                  [&](const QRectF& rect) { return rect.contains(position); });
    if (!isIn || !m_view.geometry().plot.contains(position.x(), position.y()))
        return false;
    if (const Hit hit = m_view.hitAt(position); m_mode == PointerMode::Select && (hit.action || hit.gap))
        return false;
    fit();
    return true;
}

std::optional<Qt::CursorShape> MeasureTool::cursorAt(const QPointF& position) const
{
    if (index() == nullptr)
        return std::nullopt;
    if (m_dragging && !m_dragging->isNew)
        return cursorFor(m_dragging->edges);
    if (!m_dragging)
        if (const AreaEdges edges = edgesAt(rects(), m_view.geometry(), position); edges != kNoEdge)
            return cursorFor(edges);
    const bool measures = m_mode == PointerMode::Measure || m_dragging;
    return measures && m_view.geometry().plot.contains(position.x(), position.y())
               ? std::optional(Qt::CrossCursor)
               : std::nullopt;
}

} // namespace bubblescope::ui
