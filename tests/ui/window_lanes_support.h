// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"

namespace bubblescope::test {

using ui::LaneHeaders;

/// "2 | 0 (1) 3": pinned before the bar, folded in brackets.
inline QString lanesOf(ShownWindow& w)
{
    const TimelineGeometry& g = w.view().geometry();
    QString line;
    for (std::size_t row = 0; row < g.lanes.size(); ++row) {
        if (row == g.pinnedRows && row > 0)
            line += "| ";
        line += QString::fromLatin1(g.isFolded(row) ? "(%1) " : "%1 ").arg(g.lanes[row].value);
    }
    return line.trimmed();
}

inline QString lanesAfter(ShownWindow& w, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    w.key(key, modifiers);
    return lanesOf(w);
}

inline LaneHeaders& headersOf(ShownWindow& w)
{
    return w.view().laneHeaders();
}

inline QPoint nameOf(ShownWindow& w, std::size_t row)
{
    const QRectF header = headersOf(w).headerRect(row);
    return {20, static_cast<int>(header.top() + std::min(6.0, header.height() / 2))};
}

inline void selectOn(ShownWindow& w, std::uint32_t rank)
{
    w.select(rank, 0);
    QCOMPARE(w.chosen()->rank, RankId{rank});
}

/// Asks for the menu of a header and does one of its entries.
inline QStringList menuAt(ShownWindow& w, QPoint at, const char* trigger = nullptr)
{
    QStringList texts;
    QTimer::singleShot(0, &w.window(), [&] {
        auto* menu = w->findChild<QMenu*>("lane-menu");
        if (menu == nullptr)
            return;
        QAction* chosen = nullptr;
        for (QAction* action : menu->actions()) {
            texts << (action->isSeparator() ? QString("-") + action->text() : ui::plainText(action->text()));
            if (trigger != nullptr && action->objectName() == QLatin1String(trigger))
                chosen = action;
        }
        if (chosen != nullptr) {
            menu->setActiveAction(chosen);
            QTest::keyClick(menu, Qt::Key_Return);
        } else {
            menu->close();
        }
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, w.view().viewport()->mapToGlobal(at));
    QApplication::sendEvent(w.view().viewport(), &event);
    return texts;
}

} // namespace bubblescope::test
