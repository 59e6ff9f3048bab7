// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_place.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QScreen>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kPlaceRestMs = 1000;
/// Between two looks whether the window manager has given the window its frame: nothing tells.
constexpr int kFrameMs = 150;
constexpr int kFrameLooks = 40;

} // namespace

WindowPlace::WindowPlace(QMainWindow& window, std::function<void()> keep)
    : QObject(&window)
    , m_window(window)
    , m_keep(std::move(keep))
    , m_unchosen(window.size())
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kPlaceRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_window.isVisible())
            m_keep();
    });
    m_frame.setInterval(kFrameMs);
    connect(&m_frame, &QTimer::timeout, this, &WindowPlace::fitScreen);
    window.installEventFilter(this);
    for (QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        dock->installEventFilter(this);
}

bool WindowPlace::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
        if (watched == &m_window && !std::exchange(m_hasBeenShown, true))
            m_frame.start();
        [[fallthrough]];
    case QEvent::Hide:
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::WindowStateChange:
        if (m_window.isVisible())
            m_rest.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void WindowPlace::fitScreen()
{
    const QScreen* screen = m_window.screen();
    const QSize frame = m_window.frameGeometry().size() - m_window.size();
    const bool isChosen = m_window.size() != m_unchosen || m_window.isMaximized() || m_window.isFullScreen();
    if (!screen || isChosen || ++m_looks > kFrameLooks)
        return m_frame.stop();
    if (frame.width() <= 0 && frame.height() <= 0)
        return; // not yet, or there is none
    m_frame.stop();
    const QRect room = screen->availableGeometry();
    m_window.resize(m_window.size().boundedTo(room.size() - frame));
    const QRect place = m_window.frameGeometry();
    m_window.move(std::clamp(place.x(), room.x(), std::max(room.x(), room.right() + 1 - place.width())),
                  std::clamp(place.y(), room.y(), std::max(room.y(), room.bottom() + 1 - place.height())));
}

} // namespace bubblescope::ui
