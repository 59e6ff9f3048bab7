// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/dock_room.h"

#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <algorithm>

namespace bubblescope::ui {

DockRoom::DockRoom(QMainWindow& window, QDockWidget& dock, std::vector<QWidget*> parts)
    : QObject(&window)
    , m_window(window)
    , m_dock(dock)
    , m_parts(std::move(parts))
{}

bool DockRoom::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        fitMiddle();
    return QObject::eventFilter(watched, event);
}

void DockRoom::fitMiddle()
{
    QWidget* middle = m_window.centralWidget();
    // A text that wraps is as high as this width makes it, not as the hint of no width.
    const QLayout* layout = middle->layout();
    const int height = layout->hasHeightForWidth() ? layout->totalHeightForWidth(middle->width())
                                                   : layout->sizeHint().height();
    middle->setMaximumHeight(std::max(1, height));
}

void DockRoom::give(bool given)
{
    if (given == m_isGiven)
        return;
    m_isGiven = given;
    if (given) {
        m_height = m_dock.height();
        for (QWidget* part : m_parts)
            if (!part->isHidden()) {
                part->hide();
                m_hidden.emplace_back(part);
            }
        m_window.centralWidget()->installEventFilter(this);
        fitMiddle();
        m_window.resizeDocks({&m_dock}, {m_window.height()}, Qt::Vertical);
    } else {
        m_window.centralWidget()->removeEventFilter(this);
        m_window.centralWidget()->setMaximumHeight(QWIDGETSIZE_MAX);
        for (const QPointer<QWidget>& part : m_hidden)
            if (part)
                part->show();
        m_hidden.clear();
        m_window.resizeDocks({&m_dock}, {m_height}, Qt::Vertical);
    }
    emit changed(given);
}

} // namespace bubblescope::ui
