// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/move_tool.h"

namespace bubblescope::test {

inline constexpr const char* kTwoByTwo = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";

/// A window, and the mouse as it moves actions in it.
class MovingWindow : public FreshWindow
{
public:
    void begin()
    {
        FreshWindow::begin();
        stayStill();
        openOrder(kTwoByTwo);
    }
    void openOrder(const QByteArray& csv)
    {
        open("order.csv", csv);
        settle();
    }
    void settle()
    {
        QTRY_VERIFY(!document().isBusy());
        QCoreApplication::processEvents();
        QTRY_VERIFY(!document().isBusy());
    }
    static QString orderOf(const Schedule& schedule)
    {
        return QString::fromStdString(render(schedule)).trimmed().replace('\n', " | ");
    }
    /// What the timeline shows.
    [[nodiscard]] QString shownOrder() { return orderOf(*view().evaluation()->timeline->schedule); }
    /// What the document holds.
    [[nodiscard]] QString keptOrder() { return orderOf(schedule()); }
    [[nodiscard]] ui::MoveTool& tool() { return view().moves(); }
    [[nodiscard]] Time middleOf(const ActionPosition& action)
    {
        const Timeline& timeline = *view().evaluation()->timeline;
        return (timeline.startOf(action) + timeline.endOf(action)) / 2;
    }
    [[nodiscard]] QPoint pointOf(const ActionPosition& action)
    {
        return at(*view().geometry().rowOf(action.rank), middleOf(action));
    }
    [[nodiscard]] QPoint pointAt(std::uint32_t rank, Time t)
    {
        return at(*view().geometry().rowOf(RankId{rank}), t);
    }
    /// Selects an action and holds it.
    void hold(const ActionPosition& action)
    {
        view().chosen().select(action);
        const QPoint from = pointOf(action);
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
        drag(from + QPoint(5, 0));
    }
    void drag(QPoint to) { sendMove(view().viewport(), to, Qt::LeftButton); }
    void drop(QPoint to)
    {
        drag(to);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, to);
        settle();
    }
    void press(Qt::Key pressed, Qt::KeyboardModifiers modifiers = {})
    {
        key(pressed, modifiers);
        settle();
    }
};

} // namespace bubblescope::test
