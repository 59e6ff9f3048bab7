// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline view's mouse, wheel and Space: what is held, dragged and pointed at.
#include "ui/timeline/hover_card.h"
#include "ui/timeline/timeline_view_p.h"

#include <QApplication>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kWheelZoom = 1.25;   ///< a notch of the wheel
constexpr double kWheelPanPx = 80;    ///< along, a notch
constexpr double kWheelScrollPx = 60; ///< across the lanes, a notch
constexpr double kFitShare = 0.6;

bool isDrag(const QPointF& from, const QPointF& to)
{
    return (to - from).manhattanLength() >= 4;
}

} // namespace

void TimelineView::Private::press(const QPointF& position, Qt::MouseButton button,
                                  Qt::KeyboardModifiers modifiers)
{
    menuIsTaken = button == Qt::RightButton && moveTool->isMoving();
    if (menuIsTaken)
        return cancelDrag();
    if (!isShowing() || m_drag != Drag::None)
        return;
    if (button == Qt::BackButton)
        return q->viewBack();
    if (button == Qt::ForwardButton)
        return q->viewForward();
    m_pressed = m_dragged = position;
    if (button == Qt::MiddleButton || (button == Qt::LeftButton && m_spaceHeld)) {
        m_drag = Drag::Pan;
        history.setHeld(true);
        stopEasing();
    } else if (pressTool(position, button, modifiers)) {
        m_drag = Drag::Tool;
        stopEasing();
    } else if (button == Qt::LeftButton) {
        m_drag = viewport.isRuler(position.x(), position.y()) ? Drag::Ruler : Drag::Click;
    }
    refreshHover();
    updateCursor();
}

void TimelineView::Private::offerDrag(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (m_drag != Drag::Click || !isDrag(m_pressed, position))
        return;
    const auto taker = std::find_if(tools.begin(), tools.end(),
                                    [&](TimelineTool* tool) { return tool->drag(m_pressed, modifiers); });
    if (taker == tools.end())
        return;
    heldTool = *taker;
    m_drag = Drag::Tool;
    stopEasing();
    updateCursor();
}

void TimelineView::Private::move(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    offerDrag(position, modifiers);
    if (m_drag == Drag::Tool) {
        heldTool->move(position, modifiers);
    } else if (m_drag == Drag::Pan) {
        const QPointF by = position - m_dragged;
        m_dragged = position;
        panBy(-by.x() / viewport.geometry().pixelsPerUnit(), false);
        scrollTo(viewport.geometry().scrollY - by.y());
    } else if (m_drag == Drag::Ruler) {
        m_dragged = position;
    }
    pointAt(position);
}

void TimelineView::Private::release(const QPointF& position, Qt::MouseButton button,
                                    Qt::KeyboardModifiers modifiers)
{
    if (button != Qt::LeftButton && button != Qt::MiddleButton)
        return;
    offerDrag(position, modifiers);
    const Drag drag = std::exchange(m_drag, Drag::None);
    history.setHeld(false);
    if (drag == Drag::Tool)
        std::exchange(heldTool, nullptr)->release(position, modifiers);
    const TimelineGeometry& geometry = viewport.geometry();
    const auto timeAt = [&](double x) {
        return geometry.timeAt(std::clamp(x, geometry.plot.x, geometry.plot.right()));
    };
    if (drag == Drag::Ruler && isDrag(m_pressed, position)) {
        const auto [from, to] = std::minmax({timeAt(m_pressed.x()), timeAt(position.x())});
        if (from < to)
            goTo({from, to}, ViewHistory::Step::Jump, true);
    } else if (drag == Drag::Click && !isDrag(m_pressed, position) && isShowing()) {
        const Hit hit = hitAt(m_pressed);
        if (hit.gap)
            chooseGap(hit.gap);
        else
            select(hit.memory && memory() ? visibleMaker(*hit.memory) : hit.action);
    }
    pointAt(position);
    updateCursor();
}

/// What made the level at a spot of a memory strip, if it can be seen: nobody looks for it elsewhere.
std::optional<ActionPosition> TimelineView::Private::visibleMaker(const MemorySpot& spot) const
{
    const auto maker = levelMaker(*index(), *memory(), spot);
    const TimeRange range = viewport.range();
    const Timeline& timeline = index()->timeline();
    const bool seen = maker && timeline.endOf(*maker) >= range.from && timeline.startOf(*maker) <= range.to;
    return seen ? maker : std::nullopt;
}

void TimelineView::Private::doubleClick(const QPointF& position)
{
    if (!isShowing() || std::any_of(tools.begin(), tools.end(),
                                    [&](TimelineTool* tool) { return tool->doubleClick(position); }))
        return;
    const Hit hit = q->hitAt(position);
    if (hit.gap) {
        chooseGap(hit.gap);
        q->fitGap();
    }
    if (!hit.action)
        return;
    select(hit.action);
    const Timeline& timeline = index()->timeline();
    goTo(viewport.around(timeline.startOf(*hit.action), timeline.endOf(*hit.action), kFitShare),
         ViewHistory::Step::Jump, true);
}

void TimelineView::Private::wheel(const QPointF& position, const QPointF& notches, const QPointF& pixels,
                                  Qt::KeyboardModifiers modifiers)
{
    if (!isShowing())
        return;
    const double along = notches.y() != 0 ? notches.y() : notches.x();
    // A touchpad's small steps are smooth by themselves; easing would only drag behind the fingers.
    const bool eased = pixels.isNull() && std::abs(along) >= 1;
    if (modifiers & Qt::ControlModifier) {
        zoomAt(position.x(), std::pow(kWheelZoom, along), eased);
        return;
    }
    const double pixelsPerUnit = viewport.geometry().pixelsPerUnit();
    if (modifiers & Qt::ShiftModifier) {
        const double px = pixels.isNull() ? along * kWheelPanPx : (pixels.x() != 0 ? pixels.x() : pixels.y());
        panBy(-px / pixelsPerUnit, eased);
        return;
    }
    const QPointF by =
        pixels.isNull() ? QPointF(notches.x() * kWheelPanPx, notches.y() * kWheelScrollPx) : pixels;
    if (by.x() != 0)
        panBy(-by.x() / pixelsPerUnit, eased);
    if (by.y() != 0)
        scrollTo(viewport.geometry().scrollY - by.y());
}

void TimelineView::Private::setSpaceHeld(bool held)
{
    m_spaceHeld = held;
    updateCursor();
}

void TimelineView::Private::cancelDrag()
{
    if (m_drag == Drag::None)
        return;
    if (heldTool)
        std::exchange(heldTool, nullptr)->cancel();
    m_drag = Drag::None;
    history.setHeld(false);
    refreshHover();
    updateCursor();
}

void TimelineView::Private::pointAt(const std::optional<QPointF>& position)
{
    if (position != m_pointer)
        m_cardHidden = false;
    m_pointer = position;
    for (TimelineTool* tool : tools)
        tool->hover(position);
    refreshHover();
    if (m_drag == Drag::None)
        updateCursor();
}

void TimelineView::Private::refreshHover()
{
    OverlayState next = overlay;
    next.pointer.reset();
    next.rubberBand.reset();
    next.hovered = {};
    if (isShowing() && m_pointer && viewport.isPlotColumn(m_pointer->x()) &&
        m_pointer->y() < viewport.geometry().plot.bottom()) {
        // A measured area says its own times on the ruler.
        if (heldTool != measureTool)
            next.pointer = m_pointer;
        if (m_drag == Drag::None || m_drag == Drag::Click)
            next.hovered = hitAt(*m_pointer);
    }
    if (m_drag == Drag::Ruler && isDrag(m_pressed, m_dragged)) {
        const RectF& plot = viewport.geometry().plot;
        next.rubberBand = {m_pressed.x(), std::clamp(m_dragged.x(), plot.x, plot.right())};
    }
    const QString before = hoverText;
    hoverText = isShowing() ? HoverText::line(*index(), next.hovered, memory().get()) : QString();
    HoverCard card = isShowing() ? HoverText::card(*index(), next.hovered, memory().get(), explanation.get())
                                 : HoverCard();
    tellResidual(next.hovered, card);
    if (m_cardHidden)
        card = {};
    if (card != next.card) {
        next.cardSize = card.isEmpty() ? QSizeF() : hoverCardSize(card, q->viewport()->height() - 8.0);
        next.card = std::move(card);
    }
    updateOverlay(next);
    if (hoverText != before)
        emit q->hoverTextChanged(hoverText);
}

void TimelineView::Private::hideCard()
{
    m_cardHidden = true;
    refreshHover();
}

void TimelineView::Private::updateOverlay(const OverlayState& state)
{
    if (!isShowing()) {
        overlay = state;
        return;
    }
    const QRegion before = pointerRegion(overlay, place());
    overlay = state;
    q->viewport()->update(before + pointerRegion(overlay, place()));
}

void TimelineView::Private::updateCursor()
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    if (m_drag == Drag::Pan)
        shape = Qt::ClosedHandCursor;
    else if (m_spaceHeld)
        shape = Qt::OpenHandCursor;
    else if (const auto wanted = m_pointer ? toolCursor(*m_pointer) : std::nullopt)
        shape = *wanted;
    else if (m_drag == Drag::Ruler || (m_pointer && viewport.isRuler(m_pointer->x(), m_pointer->y())))
        shape = Qt::SizeHorCursor;
    if (q->viewport()->cursor().shape() != shape)
        q->viewport()->setCursor(shape);
}

} // namespace bubblescope::ui
