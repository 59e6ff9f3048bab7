// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/move_tool.h"

#include "ui/timeline/area_geometry.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/move_marks.h"
#include "ui/timeline/move_words.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kMoveToolScrollMs = 16;
constexpr double kEdgePx = 28;       ///< from a border of the plot where it begins to scroll
constexpr double kMostScrollPx = 18; ///< a step

/// How far to scroll with the pointer there: more, the farther it is over the edge.
double pushAt(double position, double from, double to)
{
    const double edge = std::min(kEdgePx, (to - from) / 4);
    const double over = position < from + edge ? position - (from + edge)
                        : position > to - edge ? position - (to - edge)
                                               : 0;
    return std::clamp(over / kEdgePx, -1.0, 1.0) * kMostScrollPx;
}

} // namespace

bool isInSelectedCell(const TimelineView& view, const QPointF& position)
{
    const auto selected = view.chosen().action();
    if (!selected)
        return false;
    const Hit hit = view.hitAt(position);
    if (!hit.action || hit.phase || hit.isResidual || hit.action->rank != selected->rank)
        return false;
    const Row& row = view.evaluation()->timeline->schedule->rows[selected->rank.value];
    return cellSpan(row, hit.action->index) == cellSpan(row, selected->index);
}

MoveTool::MoveTool(TimelineView& view) : TimelineTool(view)
{
    m_scroll.setInterval(kMoveToolScrollMs);
    connect(&m_scroll, &QTimer::timeout, this, &MoveTool::scrollAtEdges);
}

void MoveTool::setGuard(std::function<bool()> mayMove)
{
    m_mayMove = std::move(mayMove);
}

void MoveTool::setLegalPlaces(LegalPlacesPtr places)
{
    if (!m_move)
        return;
    m_legal = std::move(places);
    aim();
    m_view.viewport()->update();
}

std::optional<bool> MoveTool::isLegal() const
{
    // Which places it has on the rank that it belongs to is not known.
    if (m_move->target.rank != m_move->action.rank)
        return m_legal && m_legal->home != m_move->target.rank ? std::optional(false) : std::nullopt;
    return m_legal ? std::optional(m_legal->contains(m_move->target.index)) : std::nullopt;
}

bool MoveTool::isShown() const
{
    const bool isPlaceOfOwn = isOwnPlace(*m_move->base->timeline, m_move->action, m_move->target);
    if (isPlaceOfOwn)
        return m_view.evaluation() == m_move->base;
    return m_view.evaluation()->timeline->schedule == m_expected && m_expectedAs == Expected::Preview &&
           m_shownAt == m_move->target;
}

void MoveTool::expect(const SchedulePtr& order, Expected as, const MoveTarget& at)
{
    m_expected = order;
    m_expectedAs = as;
    m_shownAt = at;
}

void MoveTool::rememberRange()
{
    m_wasFitted = m_view.navigation().range() == fitted(m_view.axisEnd());
}

MoveTool::Expected MoveTool::expectationOf(const Evaluation* evaluation) const
{
    return evaluation != nullptr && m_expected && evaluation->timeline->schedule == m_expected
               ? m_expectedAs
               : Expected::Not;
}

bool MoveTool::drag(const QPointF& from, Qt::KeyboardModifiers /*modifiers*/)
{
    if (!canMove() || m_view.measure().mode() != PointerMode::Select || !isInSelectedCell(m_view, from))
        return false;
    if (!m_mayMove())
        return false;
    // Asking may have shown something else.
    if (!isInSelectedCell(m_view, from))
        return false;
    Move move;
    move.action = *m_view.chosen().action();
    move.base = m_view.evaluation();
    const Row& row = move.base->timeline->schedule->rows[move.action.rank.value];
    const CellSpan cell = cellSpan(row, move.action.index);
    move.target = {move.action.rank, cell.begin};
    move.pointer = from;
    if (const auto rect = actionRect(*move.base->index, m_view.geometry(), {move.action.rank, cell.begin})) {
        move.grabbed = from.x() - rect->x;
        move.width = rect->width;
    }
    move.end = m_view.axisEnd();
    rememberRange();
    m_move = std::move(move);
    m_legal.reset();
    m_expected.reset();
    emit begun();
    m_view.viewport()->update();
    return true;
}

void MoveTool::move(const QPointF& position, Qt::KeyboardModifiers /*modifiers*/)
{
    if (!m_move)
        return;
    m_move->pointer = position;
    aim();
    if (!scrollStep().isNull() && !m_scroll.isActive())
        m_scroll.start();
    m_view.viewport()->update();
}

/// Beside its own lane it stays on that: another rank has to be pointed at.
void MoveTool::aim()
{
    const TimelineGeometry& geometry = m_view.geometry();
    const double x = std::clamp(m_move->pointer.x(), geometry.plot.x, geometry.plot.right());
    RankId rank = m_move->action.rank;
    if (const auto place = geometry.placeAt(m_move->pointer.y()))
        rank = geometry.lanes[place->row];
    const Timeline& timeline = *m_move->base->timeline;
    MoveTarget next = moveTarget(timeline, m_move->action, rank, geometry.timeAt(x), m_legal.get());
    // What takes no time stands beside others at one spot: held where it is drawn, it stays.
    const Row& row = timeline.schedule->rows[m_move->action.rank.value];
    constexpr double kSpotPx = 6;
    if (rank == m_move->action.rank && !isCompute(row[m_move->action.index].kind()) &&
        x >= geometry.xOf(timeline.startOf(m_move->action)) - kSpotPx &&
        x <= geometry.xOf(timeline.endOf(m_move->action)) + kSpotPx)
        next = {rank, cellSpan(row, m_move->action.index).begin};
    if (next == m_move->target)
        return;
    m_move->target = next;
    emit targetChanged();
}

QPointF MoveTool::scrollStep() const
{
    const RectF& plot = m_view.geometry().plot;
    return {pushAt(m_move->pointer.x(), plot.x, plot.right()),
            pushAt(m_move->pointer.y(), plot.y, plot.bottom())};
}

void MoveTool::scrollAtEdges()
{
    const QPointF step = m_move ? scrollStep() : QPointF();
    if (step.isNull()) {
        m_scroll.stop();
        return;
    }
    if (step.x() != 0) {
        const TimeRange range = m_view.navigation().range();
        const Time by = step.x() / m_view.geometry().pixelsPerUnit();
        m_view.navigation().setRange(panned(range, by, m_view.axisEnd()));
    }
    const RectF& plot = m_view.geometry().plot;
    const bool isOver = m_move->pointer.y() > plot.bottom() || m_move->pointer.y() < plot.y;
    if (isOver)
        m_view.navigation().scrollLanes(step.y() > 0 ? 1 : -1);
    aim();
    m_view.viewport()->update();
}

void MoveTool::release(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    move(position, modifiers);
    m_scroll.stop();
    if (!m_move)
        return;
    const Move done = *std::exchange(m_move, std::nullopt);
    m_legal.reset();
    if (isOwnPlace(*done.base->timeline, done.action, done.target))
        emit cancelled();
    else
        emit dropped(done.base, done.action, done.target);
    m_view.viewport()->update();
}

void MoveTool::cancel()
{
    m_scroll.stop();
    if (!m_move)
        return;
    m_move.reset();
    m_legal.reset();
    emit cancelled();
    m_view.viewport()->update();
}

std::optional<Qt::CursorShape> MoveTool::cursorAt(const QPointF& position) const
{
    if (m_move)
        return Qt::ClosedHandCursor;
    if (canMove() && m_view.measure().mode() == PointerMode::Select && isInSelectedCell(m_view, position))
        return Qt::OpenHandCursor;
    return std::nullopt;
}

HoverCard MoveTool::card() const
{
    return m_move ? MoveWords::card(*this, m_view.evaluation()) : HoverCard();
}

void MoveTool::paint(QPainter& painter) const
{
    if (!m_move || !m_view.evaluation())
        return;
    MovePicture picture{*m_view.evaluation()->index, m_view.geometry(), Theme::get(m_view.themeName()),
                        QSizeF(m_view.viewport()->size())};
    const Schedule& order = *m_move->base->timeline->schedule;
    const bool isBase = m_view.evaluation() == m_move->base;
    const MoveTarget shownAt = isBase ? MoveTarget{m_move->action.rank, m_move->action.index} : m_shownAt;
    const RankId own = m_move->action.rank;
    const Schedule& shownOrder = *m_view.evaluation()->timeline->schedule;
    const std::size_t whole = order.rows[own.value].size();
    const std::size_t lost = whole - std::min(whole, shownOrder.rows[own.value].size());
    picture.shownPosition = [&, lost](const ActionPosition& action) -> ActionPosition {
        if (isBase)
            return action;
        // On another rank's lane it is missing from its own row.
        if (shownAt.rank != own && action.rank == own && action.index > m_move->action.index)
            return {own, action.index - lost};
        return shownPosition(order, m_move->action, shownAt, action);
    };
    picture.base = &order;
    picture.action = m_move->action;
    picture.target = m_move->target;
    picture.legal = m_legal.get();
    picture.isLegal = isLegal();
    picture.isShown = isShown();
    picture.pointer = m_move->pointer;
    picture.grabbed = m_move->grabbed;
    picture.width = m_move->width;
    picture.card = card();
    paintMove(painter, picture);
}

} // namespace bubblescope::ui
