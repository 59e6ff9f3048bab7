// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's events turned into the plain values of timeline_view_input.cpp.
#include "ui/timeline/timeline_view_p.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kNotch = 120; ///< eighths of a degree

/// On many keyboards plus is shifted, and not every platform takes Shift off for the commands' keys.
bool triggerShiftedPlus(const QWidget& widget, const QKeyEvent& event)
{
    if (event.key() != Qt::Key_Plus || (event.modifiers() & ~Qt::KeypadModifier) != Qt::ShiftModifier)
        return false;
    for (QAction* action : widget.actions())
        if (action->shortcuts().contains(QKeySequence(Qt::Key_Plus))) {
            action->trigger();
            return true;
        }
    return false;
}

} // namespace

void TimelineView::wheelEvent(QWheelEvent* event)
{
    d->wheel(event->position(), QPointF(event->angleDelta()) / kNotch, event->pixelDelta(),
             event->modifiers());
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    d->press(event->position(), event->button(), event->modifiers());
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    d->move(event->position(), event->modifiers());
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    d->release(event->position(), event->button(), event->modifiers());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        d->doubleClick(event->position());
    else
        d->press(event->position(), event->button(), event->modifiers());
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat())
            d->setSpaceHeld(true);
    } else if (!triggerShiftedPlus(*this, *event)) {
        event->ignore();
    }
}

void TimelineView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        d->setSpaceHeld(false);
    else
        event->ignore();
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    // Only who moves by keys needs a frame to tell where the focus is.
    d->overlay.focusFrame = event->reason() == Qt::TabFocusReason ||
                            event->reason() == Qt::BacktabFocusReason ||
                            event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    d->overlay.focusFrame = false;
    d->setSpaceHeld(false);
    viewport()->update();
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!d->isShowing())
        return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (std::exchange(d->menuIsTaken, false))
            return;
        if (std::any_of(d->tools.begin(), d->tools.end(), [&](TimelineTool* tool) {
                return tool->contextMenu(event->pos(), event->globalPos());
            }))
            return;
        const Hit hit = d->hitAt(event->pos());
        // The menu is about what stands there.
        if (hit.gap)
            d->chooseGap(hit.gap);
        else if (hit.action)
            d->select(hit.action);
        emit contextMenuAsked(event->globalPos(), hit.action);
        return;
    }
    askContextMenu();
}

void TimelineView::askContextMenu()
{
    if (!d->isShowing() || d->laneHeaders->openMenuOfSelected() || notes().openMenuOfFocused())
        return;
    QPoint at = viewport()->rect().center();
    std::optional<RectF> about;
    if (d->overlay.selection) {
        about = actionRect(*d->index(), geometry(), *d->overlay.selection);
    } else if (d->overlay.gap) {
        if (const auto row = geometry().rowOf(d->overlay.gap->rank)) {
            const double x = geometry().xOf(d->overlay.gap->from);
            about = RectF{x, geometry().laneTop(*row), geometry().xOf(d->overlay.gap->to) - x,
                          geometry().laneHeightOf(*row)};
        }
    }
    if (about) {
        // In the middle of what is to be seen of it.
        const RectF& plot = geometry().plot;
        const double left = std::clamp(about->x, plot.x, plot.right());
        const double right = std::clamp(about->right(), plot.x, plot.right());
        at = {static_cast<int>((left + right) / 2),
              static_cast<int>(std::clamp(about->bottom(), 0.0, double(viewport()->height())))};
    }
    emit contextMenuAsked(viewport()->mapToGlobal(at), d->overlay.selection);
}

bool TimelineView::event(QEvent* event)
{
    // Comes before every key, be it a command's or not.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool isModifier = key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt ||
                                key == Qt::Key_Meta || key == Qt::Key_Space;
        if (!isModifier)
            d->hideCard();
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        d->pointAt(std::nullopt);
    } else if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            d->zoomAt(gesture->position().x(), 1 + gesture->value(), false);
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace bubblescope::ui
