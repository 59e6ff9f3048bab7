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
class MeasureWindow : public FreshWindow
{
public:
    void begin()
    {
        FreshWindow::begin();
        stayStill();
        start("1f1b:ranks=4,microbatches=8");
    }
    [[nodiscard]] ui::MeasureTool& tool() { return view().measure(); }
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
    /// "4 to 10 on 0,1", "none".
    [[nodiscard]] QString area()
    {
        const auto& measured = tool().area();
        if (!measured)
            return QString("none");
        QStringList ranks;
        for (const RankId rank : measured->ranks)
            ranks << QString::number(rank.value);
        return QString("%1 to %2 on %3")
            .arg(measured->range.from)
            .arg(measured->range.to)
            .arg(ranks.join(','));
    }
    [[nodiscard]] QString after(Qt::Key pressed, Qt::KeyboardModifiers modifiers = {})
    {
        key(pressed, modifiers);
        return area();
    }
    [[nodiscard]] QString dragged(QPoint from, QPoint to)
    {
        dragHeld(from, to);
        return area();
    }
    [[nodiscard]] Qt::CursorShape cursorAt(QPoint position)
    {
        sendMove(view().viewport(), position);
        return view().viewport()->cursor().shape();
    }
};

} // namespace bubblescope::test
