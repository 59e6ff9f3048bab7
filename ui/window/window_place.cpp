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
/// Until the window manager has given the window its frame.
constexpr int kFrameMs = 150;

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
    window.installEventFilter(this);
    for (QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        dock->installEventFilter(this);
}

bool WindowPlace::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
        if (watched == &m_window && !std::exchange(m_hasBeenShown, true))
            QTimer::singleShot(kFrameMs, this, &WindowPlace::fitScreen);
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
    if (!screen || m_window.size() != m_unchosen || m_window.isMaximized() || m_window.isFullScreen())
        return;
    const QRect room = screen->availableGeometry();
    const QSize frame = m_window.frameGeometry().size() - m_window.size();
    if (frame.width() <= 0 && frame.height() <= 0) // there is none, or nobody says how large it is
        return;
    m_window.resize(m_window.size().boundedTo(room.size() - frame));
    const QRect place = m_window.frameGeometry();
    m_window.move(std::clamp(place.x(), room.x(), std::max(room.x(), room.right() + 1 - place.width())),
                  std::clamp(place.y(), room.y(), std::max(room.y(), room.bottom() + 1 - place.height())));
}

} // namespace bubblescope::ui
