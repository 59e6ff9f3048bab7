// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_tool.h"

#include "ui/timeline/timeline_view.h"

namespace bubblescope::ui {

TimelineTool::TimelineTool(TimelineView& view) : QObject(&view), m_view(view) {}

void TimelineTool::paint(QPainter& /*painter*/) const {}

bool TimelineTool::press(const QPointF& /*position*/, Qt::MouseButton /*button*/,
                         Qt::KeyboardModifiers /*modifiers*/)
{
    return false;
}

bool TimelineTool::drag(const QPointF& /*from*/, Qt::KeyboardModifiers /*modifiers*/)
{
    return false;
}

void TimelineTool::move(const QPointF& /*position*/, Qt::KeyboardModifiers /*modifiers*/) {}

void TimelineTool::release(const QPointF& /*position*/, Qt::KeyboardModifiers /*modifiers*/) {}

void TimelineTool::cancel() {}

bool TimelineTool::doubleClick(const QPointF& /*position*/)
{
    return false;
}

bool TimelineTool::clear()
{
    return false;
}

std::optional<Qt::CursorShape> TimelineTool::cursorAt(const QPointF& /*position*/) const
{
    return std::nullopt;
}

void TimelineTool::hover(const std::optional<QPointF>& /*position*/) {}

bool TimelineTool::contextMenu(const QPointF& /*position*/, const QPoint& /*globalPosition*/)
{
    return false;
}

void TimelineTool::evaluationChanged() {}

} // namespace bubblescope::ui
