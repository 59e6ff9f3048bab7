// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_headers.h"

#include "ui/timeline/timeline_view.h"
#include "ui/timeline/timeline_viewport.h"

#include <QHelpEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kScrollMs = 16;
constexpr int kMarkedMs = 1600;
/// So near to a border of the lanes a dragged one scrolls them, the faster the nearer.
constexpr double kScrollZone = 28;

} // namespace

LaneHeaders::LaneHeaders(TimelineView& view) : TimelineTool(view)
{
    m_scrolling.setInterval(kScrollMs);
    connect(&m_scrolling, &QTimer::timeout, this, &LaneHeaders::scrollAtBorder);
    m_markTimer.setSingleShot(true);
    m_markTimer.setInterval(kMarkedMs);
    connect(&m_markTimer, &QTimer::timeout, this, &LaneHeaders::unmark);
    connect(&view.chosen(), &TimelineSelection::actionChanged, this,
            [this](std::optional<ActionPosition> action) {
                if (action)
                    select(std::nullopt);
            });
    connect(&view.chosen(), &TimelineSelection::gapChanged, this, [this](std::optional<Gap> gap) {
        if (gap)
            select(std::nullopt);
    });
    view.viewport()->installEventFilter(this);
}

std::uint32_t LaneHeaders::ranks() const
{
    const EvaluationPtr evaluation = m_view.evaluation();
    return evaluation ? evaluation->index->laneCount() : 0;
}

std::size_t LaneHeaders::hiddenCount() const
{
    return ranks() - m_view.geometry().lanes.size();
}

void LaneHeaders::setArrangement(const LaneArrangement& asked)
{
    const LaneArrangement arrangement = ranks() > 0 ? withSomeShown(asked, ranks()) : asked;
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    emit arrangementChanged(m_arrangement);
    if (m_selected && !m_view.geometry().rowOf(*m_selected))
        select(std::nullopt);
    hover(m_pointer);
    m_view.viewport()->update();
}

void LaneHeaders::select(std::optional<RankId> rank)
{
    if (rank == m_selected)
        return;
    m_selected = rank;
    if (rank)
        m_view.chosen().select(std::nullopt);
    repaintHeaders();
    emit selectedChanged(rank);
}

std::optional<RankId> LaneHeaders::target() const
{
    if (m_menuRank)
        return m_menuRank;
    if (const auto chosen = m_view.chosen().stretch())
        return chosen->rank;
    if (m_selected)
        return m_selected;
    const TimelineGeometry& geometry = m_view.geometry();
    const auto row = m_pointer ? geometry.rowSlotAt(m_pointer->y()) : std::nullopt;
    return row ? std::optional(geometry.lanes[*row]) : std::nullopt;
}

void LaneHeaders::hide(RankId rank)
{
    const TimelineGeometry& geometry = m_view.geometry();
    const auto row = geometry.rowOf(rank);
    if (!row)
        return;
    if (geometry.lanes.size() == 1) {
        emit lastLaneKept();
        return;
    }
    // Who hides lane after lane by keys goes on with the next one.
    const std::optional<Gap> chosen = m_view.chosen().stretch();
    const bool wasChosen = !m_menuRank && (m_selected == rank || (chosen && chosen->rank == rank));
    const RankId next = geometry.lanes[*row + 1 < geometry.lanes.size() ? *row + 1 : *row - 1];
    setArrangement(withHidden(m_arrangement, rank, true));
    if (wasChosen)
        select(next);
}

void LaneHeaders::moveToTop(RankId rank)
{
    const std::size_t pinned = shownLanes(m_arrangement, ranks()).pinned;
    const bool isAmongPinned = isPinned(m_arrangement, rank);
    setArrangement(movedTo(m_arrangement, ranks(), rank, isAmongPinned ? 0 : pinned, isAmongPinned));
}

void LaneHeaders::reveal(RankId rank, bool unfolded)
{
    const bool wasHidden = !m_view.geometry().rowOf(rank) && isHidden(m_arrangement, rank);
    LaneArrangement shown = withHidden(m_arrangement, rank, false);
    if (unfolded)
        shown = withFolded(shown, rank, false);
    setArrangement(shown);
    if (wasHidden)
        emit rankRevealed(rank);
}

void LaneHeaders::mark(RankId rank)
{
    m_marked = rank;
    m_markTimer.start();
    repaintHeaders();
}

void LaneHeaders::unmark()
{
    m_markTimer.stop();
    m_marked.reset();
    repaintHeaders();
}

bool LaneHeaders::openMenuOfSelected()
{
    const auto row = m_selected ? m_view.geometry().rowOf(*m_selected) : std::nullopt;
    if (!row)
        return false;
    const QRectF header = headerRect(*row);
    return contextMenu(header.center(), m_view.viewport()->mapToGlobal(header.center().toPoint()));
}

bool LaneHeaders::press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers /*modifiers*/)
{
    const auto spot = button == Qt::LeftButton ? spotAt(position) : std::nullopt;
    if (!spot)
        return false;
    m_pressed = spot;
    m_pressedAt = m_draggedTo = position;
    m_dragging = false;
    if (spot->part != Part::ShowAll)
        m_dragged = m_view.geometry().lanes[spot->row];
    repaintHeaders();
    return true;
}

void LaneHeaders::move(const QPointF& position, Qt::KeyboardModifiers /*modifiers*/)
{
    constexpr double kDragPx = 4;
    m_draggedTo = position;
    if (!m_dragging && m_pressed && m_pressed->part == Part::Name &&
        std::abs(position.y() - m_pressedAt.y()) >= kDragPx) {
        m_dragging = true;
        m_scrolling.start();
        QToolTip::hideText();
        m_view.viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_dragging)
        m_view.viewport()->update();
}

void LaneHeaders::release(const QPointF& position, Qt::KeyboardModifiers /*modifiers*/)
{
    m_draggedTo = position;
    const std::optional<Spot> pressed = m_pressed;
    const bool dragged = m_dragging;
    const LaneArrangement wanted = dragged ? dropped() : m_arrangement;
    endDrag();
    if (dragged)
        setArrangement(wanted);
    else if (pressed && spotAt(position) == pressed)
        act(*pressed);
}

void LaneHeaders::cancel()
{
    endDrag();
}

void LaneHeaders::endDrag()
{
    m_scrolling.stop();
    m_dragging = false;
    m_pressed.reset();
    m_view.viewport()->update();
}

void LaneHeaders::act(const Spot& spot)
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (spot.part == Part::ShowAll)
        return showAll();
    if (spot.row >= geometry.lanes.size())
        return;
    const RankId rank = geometry.lanes[spot.row];
    switch (spot.part) {
    case Part::Name:
        return select(rank);
    case Part::Fold:
        return toggleFolded(rank);
    case Part::Pin:
        return togglePinned(rank);
    case Part::Hide:
        return hide(rank);
    case Part::ShowAll:
        break;
    }
}

bool LaneHeaders::doubleClick(const QPointF& position)
{
    const auto spot = spotAt(position);
    if (!spot)
        return false;
    if (spot->part == Part::Name)
        toggleFolded(m_view.geometry().lanes[spot->row]);
    else
        act(*spot);
    return true;
}

bool LaneHeaders::clear()
{
    if (!m_selected)
        return false;
    select(std::nullopt);
    return true;
}

std::optional<Qt::CursorShape> LaneHeaders::cursorAt(const QPointF& position) const
{
    if (m_dragging)
        return Qt::ClosedHandCursor;
    const auto spot = spotAt(position);
    if (!spot)
        return std::nullopt;
    return spot->part == Part::Name ? Qt::ArrowCursor : Qt::PointingHandCursor;
}

void LaneHeaders::hover(const std::optional<QPointF>& position)
{
    m_pointer = position;
    const std::optional<Spot> spot = position && !m_dragging ? spotAt(*position) : std::nullopt;
    if (spot == m_hovered)
        return;
    m_hovered = spot;
    repaintHeaders();
}

bool LaneHeaders::contextMenu(const QPointF& position, const QPoint& globalPosition)
{
    const auto spot = spotAt(position);
    if (!spot)
        return false;
    if (spot->part != Part::ShowAll)
        m_menuRank = m_view.geometry().lanes[spot->row];
    repaintHeaders();
    emit menuAsked(globalPosition);
    m_menuRank.reset();
    repaintHeaders();
    return true;
}

void LaneHeaders::evaluationChanged()
{
    m_hovered.reset();
    unmark();
    // What hid some of eight ranks may hide all of four.
    setArrangement(m_arrangement);
    if (m_selected && !m_view.geometry().rowOf(*m_selected))
        select(std::nullopt);
}

bool LaneHeaders::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return TimelineTool::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = spotAt(help->pos());
    // A name needs no words, and they would cover the lanes.
    if (!spot || spot->part == Part::Name)
        return TimelineTool::eventFilter(watched, event);
    QToolTip::showText(help->globalPos(), tipOf(*spot), m_view.viewport());
    return true;
}

std::optional<LaneHeaders::Drop> LaneHeaders::dropAt(double y) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (geometry.lanes.empty())
        return std::nullopt;
    const double inside = std::clamp(y, geometry.plot.y, geometry.plot.bottom() - 1e-3);
    const std::size_t row = geometry.rowSlotAt(inside).value_or(geometry.lanes.size() - 1);
    const bool pinned = isPinned(m_arrangement, geometry.lanes[row]);
    const double top = geometry.laneTop(row);
    if (inside < top + geometry.rowHeight(row) / 2)
        return Drop{row, pinned, row == 0 ? top - 1 : top - geometry.gapBelow(row - 1) / 2};
    return Drop{row + 1, pinned, top + geometry.rowHeight(row) + geometry.gapBelow(row) / 2};
}

LaneArrangement LaneHeaders::dropped() const
{
    const auto drop = dropAt(m_draggedTo.y());
    return drop ? movedTo(m_arrangement, ranks(), m_dragged, drop->row, drop->pinned) : m_arrangement;
}

void LaneHeaders::scrollAtBorder()
{
    const TimelineGeometry& geometry = m_view.geometry();
    const double y = m_draggedTo.y();
    const double top = geometry.plot.y + geometry.pinnedHeight();
    double by = 0;
    if (y > geometry.plot.bottom() - kScrollZone)
        by = y - (geometry.plot.bottom() - kScrollZone);
    else if (y < top + kScrollZone && (geometry.pinnedRows == 0 || y >= top))
        by = y - (top + kScrollZone);
    if (by == 0)
        return;
    QScrollBar* bar = m_view.verticalScrollBar();
    bar->setValue(bar->value() + static_cast<int>(std::clamp(by / 3, -24.0, 24.0)));
    m_view.viewport()->update();
}

void LaneHeaders::repaintHeaders()
{
    const TimelineGeometry& geometry = m_view.geometry();
    m_view.viewport()->update(
        QRectF(0, 0, std::max(geometry.plot.x, hiddenLineRect().right()) + 1, m_view.viewport()->height())
            .toAlignedRect());
}

QString LaneHeaders::tipOf(const Spot& spot) const
{
    if (spot.part == Part::ShowAll)
        return tr("Show all lanes (Shift+H)");
    const RankId rank = m_view.geometry().lanes[spot.row];
    switch (spot.part) {
    case Part::Fold:
        return isFolded(m_arrangement, rank) ? tr("Unfold rank %1 (Shift+F)").arg(rank.value)
                                             : tr("Fold rank %1 (Shift+F)").arg(rank.value);
    case Part::Pin:
        return isPinned(m_arrangement, rank) ? tr("Unpin rank %1 (P)").arg(rank.value)
                                             : tr("Keep rank %1 on top (P)").arg(rank.value);
    case Part::Hide:
        return tr("Hide rank %1 (H)").arg(rank.value);
    case Part::Name:
    case Part::ShowAll:
        break;
    }
    return {};
}

} // namespace bubblescope::ui
