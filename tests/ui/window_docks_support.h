// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/window_bubbles_support.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/inspector_parts.h"
#include "ui/panels/problems_model.h"
#include "ui/timeline/dependency_arrows.h"
#include "ui/timeline/measure_tool.h"
#include "ui/widgets/rank_choice.h"
#include "ui/widgets/table_csv.h"

namespace bubblescope::test {

/// Rank 0 runs an action twice and lacks one.
inline constexpr const char* kBroken = "0F0,0F1,0F1,0B0,0B1\n1F0,1F1,1B0\n";

inline QTreeView* bubbleList(ShownWindow& w)
{
    return w->bubbles()->list();
}
inline QMenu* openMenu(QWidget& list)
{
    for (QMenu* menu : list.findChildren<QMenu*>("table-menu"))
        if (menu->isVisible())
            return menu;
    return nullptr;
}
inline QAction* entry(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions())
        if (action->text() == text)
            return action;
    return nullptr;
}
inline void pressMenuKey(QTreeView& list)
{
    const QPoint at = list.visualRect(list.currentIndex()).center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, at, list.viewport()->mapToGlobal(at));
    QApplication::sendEvent(list.viewport(), &event);
}
inline void openBroken(ShownWindow& w)
{
    w.open("broken.csv", kBroken);
    QTRY_VERIFY(w->problems()->problemCount().value_or(0) > 1);
}

} // namespace bubblescope::test
