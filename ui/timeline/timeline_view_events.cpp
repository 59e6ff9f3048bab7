// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's events turned into the plain values of TimelineInput.
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_input.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kTimelineViewEventsNotch = 120; ///< eighths of a degree

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

const QString& TimelineView::hoverText() const
{
    return m_input->hoverText();
}

void TimelineView::setCardsShort(bool shortened)
{
    m_input->setCardsShort(shortened);
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline"));
        describeSelection();
    }
}

void TimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    m_navigation->scrollTo(verticalScrollBar()->value());
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    m_input->wheel(event->position(), QPointF(event->angleDelta()) / kTimelineViewEventsNotch,
                   event->pixelDelta(), event->modifiers());
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    m_input->press(event->position(), event->button(), event->modifiers());
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_input->move(event->position(), event->modifiers());
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    m_input->release(event->position(), event->button(), event->modifiers());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_input->doubleClick(event->position());
    else
        m_input->press(event->position(), event->button(), event->modifiers());
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat())
            m_input->setSpaceHeld(true);
    } else if (!triggerShiftedPlus(*this, *event)) {
        event->ignore();
    }
}

void TimelineView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_input->setSpaceHeld(false);
    else
        event->ignore();
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    // Only who moves by keys needs a frame to tell where the focus is.
    m_input->setFocusFrame(event->reason() == Qt::TabFocusReason ||
                           event->reason() == Qt::BacktabFocusReason ||
                           event->reason() == Qt::ShortcutFocusReason);
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    m_input->setSpaceHeld(false);
    m_input->setFocusFrame(false);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (index() == nullptr)
        return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (m_input->takeMenu())
            return;
        if (std::any_of(m_tools.begin(), m_tools.end(), [&](TimelineTool* tool) {
                return tool->contextMenu(event->pos(), event->globalPos());
            }))
            return;
        const Hit hit = hitAt(event->pos());
        // The menu is about what stands there.
        if (hit.gap)
            m_selection->setGap(hit.gap);
        else if (hit.action)
            m_selection->select(hit.action);
        emit contextMenuAsked(event->globalPos(), hit.action);
        return;
    }
    askContextMenu();
}

void TimelineView::askContextMenu()
{
    if (index() == nullptr || m_laneHeaders->openMenuOfSelected() || m_notes->openMenuOfFocused())
        return;
    QPoint at = viewport()->rect().center();
    std::optional<RectF> about;
    if (const auto action = m_selection->action()) {
        about = actionRect(*index(), geometry(), *action);
    } else if (const auto gap = m_selection->gap()) {
        about = stretchRect(geometry(), *gap);
    }
    if (about) {
        // In the middle of what is to be seen of it.
        const RectF& plot = geometry().plot;
        const double left = std::clamp(about->x, plot.x, plot.right());
        const double right = std::clamp(about->right(), plot.x, plot.right());
        at = {static_cast<int>((left + right) / 2),
              static_cast<int>(std::clamp(about->bottom(), 0.0, double(viewport()->height())))};
    }
    emit contextMenuAsked(viewport()->mapToGlobal(at), m_selection->action());
}

bool TimelineView::event(QEvent* event)
{
    // Comes before every key, be it a command's or not.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool isModifier = key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt ||
                                key == Qt::Key_Meta || key == Qt::Key_Space;
        if (!isModifier)
            m_input->hideCard();
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_input->pointAt(std::nullopt);
    } else if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_navigation->zoomAt(gesture->position().x(), 1 + gesture->value(), false);
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace bubblescope::ui
