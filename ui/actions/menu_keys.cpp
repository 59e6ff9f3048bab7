// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/menu_keys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>

namespace bubblescope::ui {

bool MenuKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride &&
        qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
        event->accept(); // no shortcut: the menu gets the key itself
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace bubblescope::ui
