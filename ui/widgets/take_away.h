// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace bubblescope::ui {

/// Takes a widget out of its parent and layout now, and deletes it when the event loop is back: it may be
/// what an event that goes on is for, as a field that gets the focus while the one that loses it changes the
/// form.
inline void takeAway(QWidget* widget)
{
    widget->hide();
    widget->setParent(nullptr);
    widget->deleteLater();
}

} // namespace bubblescope::ui
