// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The middle of the lanes' area, where nothing moves by itself.
QPoint middle(ShownWindow& w)
{
    const RectF& plot = w.view().geometry().plot;
    return {static_cast<int>(plot.x + plot.width / 2), static_cast<int>(plot.y + 40)};
}

} // namespace

/// Each gesture of the mouse, sent to the window.
class WindowGesturesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init()
    {
        w.begin();
        w.stayStill();
    }
    void cleanup() { w.end(); }

    void wheels_data()
    {
        addRows<Qt::KeyboardModifiers, int, int, int>({
            {"Ctrl+wheel up zooms in", Qt::KeyboardModifiers(Qt::ControlModifier), 120, 1, 0},
            {"Ctrl+wheel down zooms out", Qt::KeyboardModifiers(Qt::ControlModifier), -120, -1, 0},
            {"Shift+wheel up pans left", Qt::KeyboardModifiers(Qt::ShiftModifier), 120, 0, -1},
            {"Shift+wheel down pans right", Qt::KeyboardModifiers(Qt::ShiftModifier), -120, 0, 1},
        });
    }

    void wheels()
    {
        const auto& [modifiers, steps, zoom, pan] = givenRow<Qt::KeyboardModifiers, int, int, int>();
        w.setRange({20, 30});
        const QPoint place = middle(w);
        const Time under = w.view().geometry().timeAt(place.x());
        sendWheel(w.view().viewport(), place, {0, steps}, modifiers);
        const double width = widthOf(w.range());
        QCOMPARE(zoom, isNear(width, 10) ? 0 : width < 10 ? 1 : -1);
        if (zoom != 0)
            QVERIFY(isNear(w.view().geometry().timeAt(place.x()), under));
        const Time from = w.range().from;
        if (zoom == 0)
            QCOMPARE(pan, from < 20 ? -1 : from > 20 ? 1 : 0);
    }

    void wheelScrollsLanes()
    {
        w.setRanks(64);
        const TimeRange range = w.range();
        sendWheel(w.view().viewport(), middle(w), {0, -240});
        QVERIFY(w.view().verticalScrollBar()->value() > 0);
        sendWheel(w.view().viewport(), middle(w), {0, 240});
        QCOMPARE(w.view().verticalScrollBar()->value(), 0);
        QCOMPARE(w.range(), range);
    }

    void pinch()
    {
        w.setRange({20, 30});
        const QPointF place = middle(w);
        const Time under = w.view().geometry().timeAt(place.x());
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, place,
                                  place, w.view().viewport()->mapToGlobal(place), 0.25, {});
        QApplication::sendEvent(w.view().viewport(), &event);
        QVERIFY(isNear(widthOf(w.range()), 8));
        QVERIFY(isNear(w.view().geometry().timeAt(place.x()), under));
    }

    void drags_data()
    {
        addRows<Qt::MouseButton, bool>({
            {"middle drag pans", Qt::MiddleButton, false},
            {"Space+drag pans", Qt::LeftButton, true},
        });
    }

    void drags()
    {
        const auto& [button, space] = givenRow<Qt::MouseButton, bool>();
        w.setRange({20, 30});
        w.view().setFocus();
        const QPoint from = middle(w);
        const Time grabbed = w.view().geometry().timeAt(from.x());
        if (space)
            QTest::keyPress(&w.view(), Qt::Key_Space);
        drag(w.view().viewport(), button, from, from - QPoint(100, 0));
        if (space)
            QTest::keyRelease(&w.view(), Qt::Key_Space);
        QVERIFY(isNear(w.view().geometry().timeAt(from.x() - 100), grabbed));
        QVERIFY(!w.chosen() && !w.gap());
    }

    void rulerDrag()
    {
        drag(w.view().viewport(), Qt::LeftButton, {static_cast<int>(xOf(w.view(), 10)), 10},
             {static_cast<int>(xOf(w.view(), 20)), 10});
        QVERIFY(isNear(w.range().from, 10, 0.2));
        QVERIFY(isNear(w.range().to, 20, 0.2));
    }

    void doubleClick()
    {
        const ActionPosition action{RankId{1}, 5};
        const Timeline& timeline = w.timeline();
        const double length = timeline.endOf(action) - timeline.startOf(action);
        const QPoint place = w.at(1, timeline.startOf(action) + length / 2);
        w.click(place);
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(w.chosen(), std::optional(action));
        QVERIFY(isNear(widthOf(w.range()), length / 0.6));
    }

    void backButton()
    {
        const TimeRange whole = w.range();
        w.setRange({20, 30});
        QTest::mouseClick(w.view().viewport(), Qt::BackButton, {}, middle(w));
        QCOMPARE(w.range(), whole);
        QTest::mouseClick(w.view().viewport(), Qt::ForwardButton, {}, middle(w));
        QCOMPARE(w.range(), (TimeRange{20, 30}));
    }

    void rightClickIsAboutWhatStandsThere()
    {
        QTimer closer;
        connect(&closer, &QTimer::timeout, this, [] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget()))
                menu->close();
        });
        closer.start(20);
        const auto rightClick = [this](const QPoint& place) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, w.view().viewport()->mapToGlobal(place));
            QApplication::sendEvent(w.view().viewport(), &event);
        };
        rightClick(w.at(0, 0.5));
        QCOMPARE(w.chosen(), actionAt(0, 0));
        // Rank 1 waits for its first action.
        rightClick(w.at(1, 0.5));
        QVERIFY(!w.chosen());
        QVERIFY(w.gap() && w.gap()->rank == RankId{1});
    }

    void altClickShowsAKindAlone()
    {
        QWidget* item = w->pane()->legend()->itemOf(FillClass::Forward);
        QTest::mouseClick(item, Qt::LeftButton, Qt::AltModifier);
        QVERIFY(w.view().shownFills() & 1U);
        QVERIFY(!(w.view().shownFills() & 1U << static_cast<unsigned>(FillClass::Backward)));
        QTest::mouseClick(item, Qt::LeftButton, Qt::AltModifier);
        QCOMPARE(w.view().shownFills(), kAllFills);
        QTest::mouseClick(item, Qt::LeftButton);
        QCOMPARE(w.view().shownFills(), kAllFills ^ 1U);
    }

    void spaceDoesNotClickAFocusedButton()
    {
        QToolButton* button = nullptr;
        for (QToolButton* each : w->findChildren<QToolButton*>())
            if (each->accessibleName() == "Shortcuts")
                button = each;
        QVERIFY(button);
        int clicks = 0;
        disconnect(button, &QToolButton::clicked, nullptr, nullptr);
        connect(button, &QToolButton::clicked, this, [&clicks] { ++clicks; });
        button->setFocus();
        QTest::keyPress(button, Qt::Key_Space);
        const QPoint from = middle(w);
        QTest::mousePress(w.view().viewport(), Qt::LeftButton, {}, from);
        w.view().setFocus(Qt::MouseFocusReason); // as a click on it does
        sendMove(w.view().viewport(), from + QPoint(60, 0), Qt::LeftButton);
        QTest::mouseRelease(w.view().viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
        QTest::keyRelease(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(clicks, 0);
        QVERIFY(!button->isDown());
        QVERIFY(w.view().hasFocus());
        // With the focus on the timeline it pans, and clicks nothing either.
        QTest::keyPress(&w.view(), Qt::Key_Space);
        drag(w.view().viewport(), Qt::LeftButton, from, from - QPoint(60, 0));
        QTest::keyRelease(&w.view(), Qt::Key_Space);
        QCOMPARE(clicks, 0);
    }

    void spaceHeldBeforeThePress()
    {
        w.setRange({20, 30});
        w.view().setFocus();
        const QPoint from = middle(w);
        QTest::mousePress(w.view().viewport(), Qt::LeftButton, {}, from);
        QTest::keyPress(&w.view(), Qt::Key_Space);
        sendMove(w.view().viewport(), from - QPoint(100, 0), Qt::LeftButton);
        QTest::mouseRelease(w.view().viewport(), Qt::LeftButton, {}, from - QPoint(100, 0));
        QTest::keyRelease(&w.view(), Qt::Key_Space);
        QCOMPARE(w.range(), (TimeRange{20, 30}));
    }

    void theMouseIsInTheRegistry()
    {
        QStringList ways;
        for (const Gesture& gesture : w->commands().gestures()) {
            QVERIFY2(!gesture.group.isEmpty() && !gesture.text.isEmpty(), qPrintable(gesture.how));
            ways << gesture.how;
        }
        const QString all = ways.join('\n');
        for (const char* way : {"Ctrl+wheel", "pinch", "Shift+wheel", "middle drag", "Space+drag", "Wheel",
                                "Drag on the ruler", "Double-click", "Alt+click in the legend"})
            QVERIFY2(all.contains(QLatin1String(way)), way);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowGesturesTest)
#include "window_gestures_test.moc"
