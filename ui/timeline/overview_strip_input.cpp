// SPDX-License-Identifier: GPL-3.0-or-later
// The overview's mouse, wheel and keys.
#include "ui/timeline/overview_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kGripPx = 5;
constexpr double kOverviewStripInputDragPx = 4;
constexpr double kWheelZoom = 1.25; ///< a notch, as in the timeline
constexpr double kKeyZoom = 1.5;
constexpr double kPanShare = 0.15;
constexpr double kNotch = 120; ///< eighths of a degree

} // namespace

bool OverviewStrip::showsAll() const
{
    return shownRange().from <= 0 && shownRange().to >= makespan();
}

OverviewStrip::Grip OverviewStrip::gripAt(double x) const
{
    const auto [left, right] = frame();
    // Inside a narrow frame the middle third stays for dragging; outside, the edges reach their full way.
    const double inside = std::min(kGripPx, (right - left) / 3);
    if (x >= left - kGripPx && x < left + inside)
        return Grip::Left;
    if (x > right - inside && x <= right + kGripPx)
        return Grip::Right;
    return x >= left && x <= right && !showsAll() ? Grip::Frame : Grip::New;
}

void OverviewStrip::ask(const TimeRange& range)
{
    if (range.from < range.to)
        m_view->navigation().setRange(range);
}

void OverviewStrip::askFrom(Time from)
{
    if (index() && makespan() > 0)
        ask(panned(shownRange(), from - shownRange().from, makespan()));
}

void OverviewStrip::zoom(double x, double factor)
{
    if (index() && makespan() > 0)
        ask(zoomedAt(shownRange(), timeAt(x), factor, makespan()));
}

void OverviewStrip::dragTo(double x)
{
    m_dragged = m_dragged || std::abs(x - m_pressedX) >= kOverviewStripInputDragPx;
    const Time by = timeAt(x) - timeAt(m_pressedX);
    const TimeRange& from = m_pressedRange;
    if (m_grip == Grip::Left)
        ask({std::clamp(from.from + by, 0.0, from.to), from.to});
    else if (m_grip == Grip::Right)
        ask({from.from, std::clamp(from.to + by, from.from, std::max(from.from, makespan()))});
    else if (m_grip == Grip::Frame)
        ask(panned(from, by, makespan()));
    else if (m_grip == Grip::New && m_dragged) {
        const auto [first, last] = std::minmax({timeAt(m_pressedX), timeAt(x)});
        ask({std::max(0.0, first), std::min(makespan(), last)});
    }
}

void OverviewStrip::bringTo(double x)
{
    const Time width = shownRange().to - shownRange().from;
    askFrom(timeAt(x) - width / 2);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !index() || makespan() <= 0)
        return;
    m_pressedX = event->position().x();
    m_grip = gripAt(m_pressedX);
    m_dragged = false;
    m_pressedRange = shownRange();
    updateCursor(m_pressedX);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (event->buttons() & Qt::LeftButton)
        dragTo(x);
    else
        updateCursor(x);
}

void OverviewStrip::updateCursor(double x)
{
    const Grip grip = m_grip != Grip::None ? m_grip : makespan() > 0 ? gripAt(x) : Grip::None;
    const bool isEdge = grip == Grip::Left || grip == Grip::Right;
    const Qt::CursorShape hand = m_grip == Grip::Frame ? Qt::ClosedHandCursor : Qt::OpenHandCursor;
    setCursor(isEdge ? Qt::SizeHorCursor : grip == Grip::Frame ? hand : Qt::ArrowCursor);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Grip grip = std::exchange(m_grip, Grip::None);
    if (grip == Grip::New && !m_dragged && !showsAll())
        bringTo(m_pressedX);
    updateCursor(event->position().x());
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && index() && makespan() > 0)
        ask(fitted(makespan()));
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / kNotch;
    const Time width = shownRange().to - shownRange().from;
    if (event->modifiers() & Qt::ShiftModifier || angle.y() == 0)
        askFrom(shownRange().from - notches * width * kPanShare);
    else
        zoom(event->position().x(), std::pow(kWheelZoom, notches));
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    const Time width = shownRange().to - shownRange().from;
    const double middle = xOf(shownRange().from + width / 2);
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left:
        return askFrom(shownRange().from - width * kPanShare);
    case Qt::Key_Right:
        return askFrom(shownRange().from + width * kPanShare);
    case Qt::Key_PageUp:
        return askFrom(shownRange().from - width);
    case Qt::Key_PageDown:
        return askFrom(shownRange().from + width);
    case Qt::Key_Home:
        return askFrom(0);
    case Qt::Key_End:
        return askFrom(makespan() - width);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(middle, kKeyZoom);
    case Qt::Key_Minus:
        return zoom(middle, 1 / kKeyZoom);
    case Qt::Key_0:
        return ask(fitted(makespan()));
    default:
        event->ignore();
    }
}

void OverviewStrip::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_focusFrame = true;
    update();
}

void OverviewStrip::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_focusFrame = false;
    update();
}

} // namespace bubblescope::ui
