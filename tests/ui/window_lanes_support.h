// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"

#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStatusBar>
#include <QTimer>

namespace bubblescope::test {

using ui::LaneHeaders;

/// "2 | 0 (1) 3": pinned before the bar, folded in brackets.
inline QString lanesOf(ShownWindow& w)
{
    const TimelineGeometry& g = w.view().geometry();
    QString line;
    for (std::size_t row = 0; row < g.lanes.size(); ++row) {
        if (row == g.pinnedRows && row > 0)
            line += QStringLiteral("| ");
        line += QString::fromLatin1(g.isFolded(row) ? "(%1) " : "%1 ").arg(g.lanes[row].value);
    }
    return line.trimmed();
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

inline void click(ShownWindow& w, QPoint at, Qt::MouseButton button = Qt::LeftButton)
{
    QTest::mouseClick(w.view().viewport(), button, {}, at);
}

inline void selectOn(ShownWindow& w, std::uint32_t rank)
{
    w.view().chosen().select(ActionPosition{RankId{rank}, 0});
    QCOMPARE(w.view().chosen().action()->rank, RankId{rank});
}

inline void choose(ShownWindow& w, const char* text)
{
    const auto request = requestFromText(text);
    QVERIFY(request);
    w->files().startNew(*request);
    QTRY_VERIFY(!w.document().isBusy());
    w.view().navigation().setReducedMotion(true);
}

/// Asks for the menu of a header and does one of its entries.
inline QStringList menuAt(ShownWindow& w, QPoint at, const char* trigger = nullptr)
{
    QStringList texts;
    QTimer::singleShot(0, &w.window(), [&] {
        auto* menu = w->findChild<QMenu*>(QStringLiteral("lane-menu"));
        if (menu == nullptr)
            return;
        QAction* chosen = nullptr;
        for (QAction* action : menu->actions()) {
            texts << (action->isSeparator() ? QStringLiteral("-") + action->text()
                                            : ui::plainText(action->text()));
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
