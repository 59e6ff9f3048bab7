// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/measure_tool.h"

namespace bubblescope::test {

/// A move with a button and modifiers held.
inline void moveHeld(QWidget* target, QPoint position, Qt::KeyboardModifiers modifiers = {})
{
    QMouseEvent event(QEvent::MouseMove, position, target->mapToGlobal(QPointF(position)), Qt::NoButton,
                      Qt::LeftButton, modifiers);
    QApplication::sendEvent(target, &event);
}

/// A window on 1F1B of 4 ranks and 8 microbatches on the unit grid: makespan 33, rank 0 computes until 4 and
/// is idle from 4 to 10.
class MeasureWindow : public ShownWindow
{
public:
    MeasureWindow()
    {
        view().navigation().setReducedMotion(true);
        openOrder("1f1b", 4, 8);
    }
    void openOrder(const char* schedule, int ranks, int microbatches)
    {
        ScheduleRequest request;
        request.schedule = schedule;
        request.ranks = ranks;
        request.microbatches = microbatches;
        (*this)->files().startNew(request);
        QTRY_VERIFY(document().evaluation() && !document().isBusy() &&
                    std::get<ScheduleRequest>(document().evaluation()->input.source) == request);
    }
    [[nodiscard]] ui::MeasureTool& tool() { return view().measure(); }
    [[nodiscard]] QPoint spot(std::size_t row, Time t) { return at(view(), row, t); }
    void press(QPoint position, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(view().viewport(), Qt::LeftButton, modifiers, position);
    }
    void move(QPoint position, Qt::KeyboardModifiers modifiers = {})
    {
        moveHeld(view().viewport(), position, modifiers);
    }
    void release(QPoint position, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, modifiers, position);
    }
    void dragHeld(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        press(from, modifiers);
        move((from + to) / 2, modifiers);
        move(to, modifiers);
        release(to, modifiers);
    }
    void click(QPoint position) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, position); }
    /// "4 to 10 on 0,1", "none".
    [[nodiscard]] QString area()
    {
        const auto& measured = tool().area();
        if (!measured)
            return QStringLiteral("none");
        QStringList ranks;
        for (const RankId rank : measured->ranks)
            ranks << QString::number(rank.value);
        return QStringLiteral("%1 to %2 on %3")
            .arg(measured->range.from)
            .arg(measured->range.to)
            .arg(ranks.join(QLatin1Char(',')));
    }
    [[nodiscard]] QString inspector() { return (*this)->inspector()->plainText(); }
    [[nodiscard]] Qt::CursorShape cursorAt(QPoint position)
    {
        sendMove(view().viewport(), position);
        return view().viewport()->cursor().shape();
    }
};

} // namespace bubblescope::test
