// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/overlay_painter.h"
#include "ui/timeline/timeline_tool.h"

#include <vector>

namespace bubblescope::ui {

class TimelineNavigation;

/// The mouse, the wheel and Space on a timeline: what is held, dragged and pointed at. Its functions take
/// plain values, not events.
class TimelineInput : public QObject
{
    Q_OBJECT

public:
    /// `tools`: as they are asked for a press.
    TimelineInput(TimelineView& view, std::vector<TimelineTool*> tools);

    void press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void release(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void doubleClick(const QPointF& position);
    void wheel(const QPointF& position, const QPointF& notches, const QPointF& pixels,
               Qt::KeyboardModifiers modifiers);
    void setSpaceHeld(bool held);
    /// What is held or dragged is as it was before.
    void cancelDrag();
    [[nodiscard]] bool isToolHeld() const { return m_heldTool != nullptr; }
    /// What the button went down on stands elsewhere now.
    void forgetClick();
    /// True once after a right button that has ended a drag.
    [[nodiscard]] bool takeMenu();

    /// Nothing = the pointer has left.
    void pointAt(const std::optional<QPointF>& position);
    void refreshHover();
    /// The card is its title alone: what is selected is explained beside the lanes.
    void setCardsShort(bool shortened);
    /// Until the pointer moves: who works by keys looks at what they did.
    void hideCard();
    void updateCursor();
    void setPointedAt(const Hit& place);
    void setFocusFrame(bool shown);
    /// Drops what refers to places of an evaluation that is gone.
    void forgetPlaces();
    /// What the pointer is on, as one line; empty for nothing.
    [[nodiscard]] const QString& hoverText() const { return m_hoverText; }
    [[nodiscard]] const HoverCard& card() const { return m_overlay.card; }
    void paint(QPainter& painter) const;

signals:
    void hoverTextChanged(const QString& text);

private:
    /// What a held mouse button is doing.
    enum class Drag : std::uint8_t { None, Click, Pan, Ruler, Tool };

    [[nodiscard]] bool pressTool(const QPointF& position, Qt::MouseButton button,
                                 Qt::KeyboardModifiers modifiers);
    /// A click that has become a drag goes to the tool that wants it.
    void offerDrag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] std::optional<Qt::CursorShape> toolCursor() const;
    [[nodiscard]] std::optional<ActionPosition> visibleMaker(const MemorySpot& spot) const;
    [[nodiscard]] OverlayPlace place() const;
    void tellResidual(const Hit& hit, HoverCard& card);
    void updateOverlay(const OverlayState& state);

    TimelineView& m_view;
    TimelineNavigation& m_navigation;
    TimelineSelection& m_selection;
    const std::vector<TimelineTool*> m_tools;
    TimelineTool* m_heldTool = nullptr; ///< has the pointer until the button is released
    OverlayState m_overlay;
    QString m_hoverText;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_dragged;
    std::optional<QPointF> m_pointer;
    bool m_menuIsTaken = false; ///< the right button has ended a drag
    bool m_cardHidden = false;
    bool m_cardsShort = false;
    bool m_spaceHeld = false;
};

} // namespace bubblescope::ui
