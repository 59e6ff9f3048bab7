// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCursor>
#include <QObject>
#include <QPointF>
#include <optional>

class QPainter;

namespace bubblescope::ui {

class TimelineView;

/// A part of the timeline with a state of its own, a look over the content, and gestures. The view asks its
/// tools in turn; the first that takes a press gets the pointer until the button is released.
/// All places are viewport pixels.
class TimelineTool : public QObject
{
    Q_OBJECT

public:
    explicit TimelineTool(TimelineView& view);

    /// Over the content, under the pointer's line and card.
    virtual void paint(QPainter& /*painter*/) const {}
    /// True = taken: move(), then release() or cancel() follow.
    virtual bool press(const QPointF& /*position*/, Qt::MouseButton /*button*/,
                       Qt::KeyboardModifiers /*modifiers*/)
    {
        return false;
    }
    /// A left press on the lanes that nobody has taken has become a drag: true = taken, as press(). So a
    /// press that stays one is a click, whatever would be dragged from there.
    virtual bool drag(const QPointF& /*from*/, Qt::KeyboardModifiers /*modifiers*/) { return false; }
    virtual void move(const QPointF& /*position*/, Qt::KeyboardModifiers /*modifiers*/) {}
    virtual void release(const QPointF& /*position*/, Qt::KeyboardModifiers /*modifiers*/) {}
    virtual void cancel() {}
    virtual bool doubleClick(const QPointF& /*position*/) { return false; }
    /// Esc: true = something was cleared, nobody else is asked.
    virtual bool clear() { return false; }
    /// What the pointer would do there; nothing = not for this tool.
    [[nodiscard]] virtual std::optional<Qt::CursorShape> cursorAt(const QPointF& /*position*/) const
    {
        return std::nullopt;
    }
    /// Where the pointer is, be it held or not; nothing = it has left.
    virtual void hover(const std::optional<QPointF>& /*position*/) {}
    /// True = this tool has opened a menu of its own there.
    virtual bool contextMenu(const QPointF& /*position*/, const QPoint& /*globalPosition*/) { return false; }
    /// Another evaluation is shown, or none.
    virtual void evaluationChanged() {}

protected:
    TimelineView& m_view;
};

} // namespace bubblescope::ui
