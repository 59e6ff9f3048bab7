// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_input.h"

#include "core/time/step_phases.h"
#include "ui/timeline/hover_card.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/move_tool.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kTimelineInputWheelZoom = 1.25; ///< a notch of the wheel
constexpr double kLaneZoom = 1.15;               ///< likewise, of the lanes' height
constexpr double kWheelPanPx = 80;               ///< along, a notch
constexpr double kWheelScrollPx = 60;            ///< across the lanes, a notch
constexpr double kTimelineInputFitShare = 0.6;

bool isDrag(const QPointF& from, const QPointF& to)
{
    return (to - from).manhattanLength() >= 4;
}

} // namespace

TimelineInput::TimelineInput(TimelineView& view, std::vector<TimelineTool*> tools)
    : QObject(&view)
    , m_view(view)
    , m_navigation(view.navigation())
    , m_selection(view.chosen())
    , m_tools(std::move(tools))
{}

void TimelineInput::press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    m_menuIsTaken = button == Qt::RightButton && m_view.moves().isMoving();
    if (m_menuIsTaken)
        return cancelDrag();
    if (m_view.index() == nullptr || m_drag != Drag::None)
        return;
    if (button == Qt::BackButton)
        return m_navigation.back();
    if (button == Qt::ForwardButton)
        return m_navigation.forward();
    m_pressed = m_dragged = position;
    if (button == Qt::MiddleButton || (button == Qt::LeftButton && m_spaceHeld)) {
        m_drag = Drag::Pan;
        m_navigation.setHeld(true);
        m_navigation.stop();
    } else if (pressTool(position, button, modifiers)) {
        m_drag = Drag::Tool;
        m_navigation.stop();
    } else if (button == Qt::LeftButton) {
        m_drag = m_navigation.viewport().isRuler(position.x(), position.y()) ? Drag::Ruler : Drag::Click;
    }
    refreshHover();
    updateCursor();
}

bool TimelineInput::pressTool(const QPointF& position, Qt::MouseButton button,
                              Qt::KeyboardModifiers modifiers)
{
    const auto taker = std::find_if(m_tools.begin(), m_tools.end(), [&](TimelineTool* tool) {
        return tool->press(position, button, modifiers);
    });
    m_heldTool = taker == m_tools.end() ? nullptr : *taker;
    return m_heldTool != nullptr;
}

void TimelineInput::offerDrag(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (m_drag != Drag::Click || !isDrag(m_pressed, position))
        return;
    const auto taker = std::find_if(m_tools.begin(), m_tools.end(),
                                    [&](TimelineTool* tool) { return tool->drag(m_pressed, modifiers); });
    if (taker == m_tools.end())
        return;
    m_heldTool = *taker;
    m_drag = Drag::Tool;
    m_navigation.stop();
    updateCursor();
}

void TimelineInput::move(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    offerDrag(position, modifiers);
    if (m_drag == Drag::Tool) {
        m_heldTool->move(position, modifiers);
    } else if (m_drag == Drag::Pan) {
        const QPointF by = position - m_dragged;
        m_dragged = position;
        m_navigation.panBy(-by.x() / m_view.geometry().pixelsPerUnit(), false);
        m_navigation.scrollTo(m_view.geometry().scrollY - by.y());
    } else if (m_drag == Drag::Ruler) {
        m_dragged = position;
    }
    pointAt(position);
}

void TimelineInput::release(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (button != Qt::LeftButton && button != Qt::MiddleButton)
        return;
    offerDrag(position, modifiers);
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_navigation.setHeld(false);
    if (drag == Drag::Tool)
        std::exchange(m_heldTool, nullptr)->release(position, modifiers);
    const TimelineGeometry& geometry = m_view.geometry();
    const auto timeAt = [&](double x) {
        return geometry.timeAt(std::clamp(x, geometry.plot.x, geometry.plot.right()));
    };
    if (drag == Drag::Ruler && isDrag(m_pressed, position)) {
        const auto [from, to] = std::minmax({timeAt(m_pressed.x()), timeAt(position.x())});
        if (from < to)
            m_navigation.jumpTo({from, to});
    } else if (drag == Drag::Click && !isDrag(m_pressed, position) && m_view.index() != nullptr) {
        const Hit hit = m_view.hitAt(m_pressed);
        if (hit.gap)
            m_selection.setGap(hit.gap);
        else
            m_selection.select(hit.memory && m_view.memory() ? visibleMaker(*hit.memory) : hit.action);
    }
    pointAt(position);
    updateCursor();
}

/// What made the level at a spot of a memory strip, if it can be seen: nobody looks for it elsewhere.
std::optional<ActionPosition> TimelineInput::visibleMaker(const MemorySpot& spot) const
{
    const auto maker = levelMaker(*m_view.index(), *m_view.memory(), spot);
    const TimeRange range = m_navigation.viewport().range();
    const Timeline& timeline = m_view.index()->timeline();
    const bool seen = maker && timeline.endOf(*maker) >= range.from && timeline.startOf(*maker) <= range.to;
    return seen ? maker : std::nullopt;
}

void TimelineInput::doubleClick(const QPointF& position)
{
    if (m_view.index() == nullptr || std::any_of(m_tools.begin(), m_tools.end(), [&](TimelineTool* tool) {
            return tool->doubleClick(position);
        }))
        return;
    const Hit hit = m_view.hitAt(position);
    if (hit.gap) {
        m_selection.setGap(hit.gap);
        m_selection.fit();
    }
    if (!hit.action)
        return;
    m_selection.select(hit.action);
    const ActionExtent extent = extentOf(m_view.index()->timeline(), *hit.action);
    m_navigation.fit(extent.begin, extent.end, kTimelineInputFitShare);
}

void TimelineInput::wheel(const QPointF& position, const QPointF& notches, const QPointF& pixels,
                          Qt::KeyboardModifiers modifiers)
{
    if (m_view.index() == nullptr)
        return;
    const double along = notches.y() != 0 ? notches.y() : notches.x();
    // A touchpad's small steps are smooth by themselves; easing would only drag behind the fingers.
    const bool eased = pixels.isNull() && std::abs(along) >= 1;
    if ((modifiers & Qt::ControlModifier) && (modifiers & Qt::ShiftModifier)) {
        m_navigation.scaleLanes(position.y(), std::pow(kLaneZoom, along));
        return;
    }
    if (modifiers & Qt::ControlModifier) {
        m_navigation.zoomAt(position.x(), std::pow(kTimelineInputWheelZoom, along), eased);
        return;
    }
    const double pixelsPerUnit = m_view.geometry().pixelsPerUnit();
    if (modifiers & Qt::ShiftModifier) {
        const double px = pixels.isNull() ? along * kWheelPanPx : (pixels.x() != 0 ? pixels.x() : pixels.y());
        m_navigation.panBy(-px / pixelsPerUnit, eased);
        return;
    }
    const QPointF by =
        pixels.isNull() ? QPointF(notches.x() * kWheelPanPx, notches.y() * kWheelScrollPx) : pixels;
    if (by.x() != 0)
        m_navigation.panBy(-by.x() / pixelsPerUnit, eased);
    if (by.y() != 0)
        m_navigation.scrollTo(m_view.geometry().scrollY - by.y());
}

void TimelineInput::setSpaceHeld(bool held)
{
    m_spaceHeld = held;
    updateCursor();
}

void TimelineInput::cancelDrag()
{
    if (m_drag == Drag::None)
        return;
    if (m_heldTool)
        std::exchange(m_heldTool, nullptr)->cancel();
    m_drag = Drag::None;
    m_navigation.setHeld(false);
    refreshHover();
    updateCursor();
}

void TimelineInput::pointAt(const std::optional<QPointF>& position)
{
    if (position != m_pointer)
        m_cardHidden = false;
    m_pointer = position;
    m_navigation.setPointerColumn(position ? std::optional(position->x()) : std::nullopt);
    for (TimelineTool* tool : m_tools)
        tool->hover(position);
    refreshHover();
    if (m_drag == Drag::None)
        updateCursor();
}

void TimelineInput::refreshHover()
{
    OverlayState next = m_overlay;
    next.pointer.reset();
    next.rubberBand.reset();
    next.hovered = {};
    if (m_view.index() != nullptr && m_pointer && m_navigation.viewport().isPlotColumn(m_pointer->x()) &&
        m_pointer->y() < m_view.geometry().plot.bottom()) {
        // A measured area says its own times on the ruler.
        if (m_heldTool != &m_view.measure())
            next.pointer = m_pointer;
        if (m_drag == Drag::None || m_drag == Drag::Click)
            next.hovered = m_view.hitAt(*m_pointer);
    }
    if (m_drag == Drag::Ruler && isDrag(m_pressed, m_dragged)) {
        const RectF& plot = m_view.geometry().plot;
        next.rubberBand = {m_pressed.x(), std::clamp(m_dragged.x(), plot.x, plot.right())};
    }
    const QString before = m_hoverText;
    m_hoverText.clear();
    HoverCard card;
    if (const LaneIndex* index = m_view.index(); index != nullptr) {
        const MemoryCurves* memory = m_view.memory().get();
        m_hoverText = HoverText::line(*index, next.hovered, memory);
        card = HoverText::card(*index, next.hovered, memory, m_view.explanation().get());
        if (const MemoryStackPtr stack = next.hovered.memory ? m_view.memoryStack() : nullptr)
            for (auto& row : HoverText::partRows(*next.hovered.memory, *stack))
                card.rows.push_back(std::move(row));
        tellResidual(next.hovered, card);
    }
    if (m_cardHidden)
        card = {};
    if (m_cardsShort)
        card.rows.clear();
    if (card != next.card) {
        next.cardSize = card.isEmpty() ? QSizeF() : hoverCardSize(card, m_view.viewport()->height() - 8.0);
        next.card = std::move(card);
    }
    updateOverlay(next);
    if (m_hoverText != before)
        emit hoverTextChanged(m_hoverText);
}

/// Adds how much longer a pointed-at action took to its card; in the residual lane itself the card is about
/// that.
void TimelineInput::tellResidual(const Hit& hit, HoverCard& card)
{
    const ResidualLanePtr& lanes = m_view.comparison().residuals();
    if (!lanes || !hit.action || !lanes->tell)
        return;
    const ResidualWords words = lanes->tell(*hit.action);
    if (!hit.isResidual) {
        if (!words.longer.isEmpty())
            card.rows.front().second += QStringLiteral(" · ") + words.longer;
        return;
    }
    m_hoverText = words.line;
    card.title = words.line;
    card.rows.clear();
    if (!words.other.isEmpty())
        card.rows.emplace_back(QString(), words.other);
}

void TimelineInput::setCardsShort(bool shortened)
{
    m_cardsShort = shortened;
    refreshHover();
}

void TimelineInput::hideCard()
{
    m_cardHidden = true;
    refreshHover();
}

void TimelineInput::setPointedAt(const Hit& place)
{
    if (place == m_overlay.pointedAt)
        return;
    m_overlay.pointedAt = m_view.index() != nullptr ? place : Hit{};
    m_view.viewport()->update();
}

void TimelineInput::setFocusFrame(bool shown)
{
    m_overlay.focusFrame = shown;
    m_view.viewport()->update();
}

void TimelineInput::forgetPlaces()
{
    m_overlay.hovered = {};
    m_overlay.pointedAt = {};
    m_overlay.card = {};
}

void TimelineInput::forgetClick()
{
    if (m_drag == Drag::Click)
        m_drag = Drag::None;
}

bool TimelineInput::takeMenu()
{
    return std::exchange(m_menuIsTaken, false);
}

OverlayPlace TimelineInput::place() const
{
    const MeasureTool& measure = m_view.measure();
    return {*m_view.index(),
            m_view.geometry(),
            Theme::get(m_view.themeName()),
            m_view.viewport()->size(),
            [&measure](QPainter& painter) { measure.paintArea(painter); },
            measure.rulerChips(),
            m_selection.areDependenciesShown() && !m_view.moves().isMoving()};
}

void TimelineInput::paint(QPainter& painter) const
{
    if (m_view.index() != nullptr)
        paintOverlay(painter, m_overlay, m_selection.places(), place());
    else if (m_overlay.focusFrame)
        paintFocusFrame(painter, m_view.viewport()->size(), Theme::get(m_view.themeName()));
}

void TimelineInput::updateOverlay(const OverlayState& state)
{
    if (m_view.index() == nullptr) {
        m_overlay = state;
        return;
    }
    const QRegion before = pointerRegion(m_overlay, place());
    m_overlay = state;
    m_view.viewport()->update(before + pointerRegion(m_overlay, place()));
}

std::optional<Qt::CursorShape> TimelineInput::toolCursor() const
{
    if (m_pointer)
        for (const TimelineTool* tool : m_tools)
            if (const auto shape = tool->cursorAt(*m_pointer))
                return shape;
    return std::nullopt;
}

void TimelineInput::updateCursor()
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    if (m_drag == Drag::Pan)
        shape = Qt::ClosedHandCursor;
    else if (m_spaceHeld)
        shape = Qt::OpenHandCursor;
    else if (const auto wanted = toolCursor())
        shape = *wanted;
    else if (m_drag == Drag::Ruler ||
             (m_pointer && m_navigation.viewport().isRuler(m_pointer->x(), m_pointer->y())))
        shape = Qt::SizeHorCursor;
    if (m_view.viewport()->cursor().shape() != shape)
        m_view.viewport()->setCursor(shape);
}

} // namespace bubblescope::ui
