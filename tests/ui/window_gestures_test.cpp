// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/legend_widget.h"

#include <QMenu>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

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

private slots:
    void wheels_data()
    {
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("zoom");
        QTest::addColumn<int>("pan");
        QTest::newRow("Ctrl+wheel up zooms in")
            << Qt::KeyboardModifiers(Qt::ControlModifier) << 120 << 1 << 0;
        QTest::newRow("Ctrl+wheel down zooms out")
            << Qt::KeyboardModifiers(Qt::ControlModifier) << -120 << -1 << 0;
        QTest::newRow("Shift+wheel up pans left")
            << Qt::KeyboardModifiers(Qt::ShiftModifier) << 120 << 0 << -1;
        QTest::newRow("Shift+wheel down pans right")
            << Qt::KeyboardModifiers(Qt::ShiftModifier) << -120 << 0 << 1;
    }

    void wheels()
    {
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(int, steps);
        QFETCH(int, zoom);
        QFETCH(int, pan);
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        w.view().navigation().setRange({20, 30});
        const QPoint place = middle(w);
        const Time under = w.view().geometry().timeAt(place.x());
        sendWheel(w.view().viewport(), place, {0, steps}, modifiers);
        const double width = widthOf(w.view().navigation().range());
        QCOMPARE(zoom, isNear(width, 10) ? 0 : width < 10 ? 1 : -1);
        if (zoom != 0)
            QVERIFY(isNear(w.view().geometry().timeAt(place.x()), under));
        const Time from = w.view().navigation().range().from;
        if (zoom == 0)
            QCOMPARE(pan, from < 20 ? -1 : from > 20 ? 1 : 0);
    }

    void wheelScrollsLanes()
    {
        ShownWindow w;
        w.type(w.number("ranks"), "64");
        QTRY_COMPARE(w.ranks(), 64U);
        const TimeRange range = w.view().navigation().range();
        sendWheel(w.view().viewport(), middle(w), {0, -240});
        QVERIFY(w.view().verticalScrollBar()->value() > 0);
        sendWheel(w.view().viewport(), middle(w), {0, 240});
        QCOMPARE(w.view().verticalScrollBar()->value(), 0);
        QCOMPARE(w.view().navigation().range(), range);
    }

    void pinch()
    {
        ShownWindow w;
        w.view().navigation().setRange({20, 30});
        const QPointF place = middle(w);
        const Time under = w.view().geometry().timeAt(place.x());
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, place,
                                  place, w.view().viewport()->mapToGlobal(place), 0.25, {});
        QApplication::sendEvent(w.view().viewport(), &event);
        QVERIFY(isNear(widthOf(w.view().navigation().range()), 8));
        QVERIFY(isNear(w.view().geometry().timeAt(place.x()), under));
    }

    void drags_data()
    {
        QTest::addColumn<Qt::MouseButton>("button");
        QTest::addColumn<bool>("space");
        QTest::newRow("middle drag pans") << Qt::MiddleButton << false;
        QTest::newRow("Space+drag pans") << Qt::LeftButton << true;
    }

    void drags()
    {
        QFETCH(Qt::MouseButton, button);
        QFETCH(bool, space);
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        w.view().navigation().setRange({20, 30});
        w.view().setFocus();
        const QPoint from = middle(w);
        const Time grabbed = w.view().geometry().timeAt(from.x());
        if (space)
            QTest::keyPress(&w.view(), Qt::Key_Space);
        drag(w.view().viewport(), button, from, from - QPoint(100, 0));
        if (space)
            QTest::keyRelease(&w.view(), Qt::Key_Space);
        QVERIFY(isNear(w.view().geometry().timeAt(from.x() - 100), grabbed));
        QVERIFY(!w.view().chosen().action() && !w.view().chosen().gap());
    }

    void rulerDrag()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        drag(w.view().viewport(), Qt::LeftButton, {static_cast<int>(xOf(w.view(), 10)), 10},
             {static_cast<int>(xOf(w.view(), 20)), 10});
        QVERIFY(isNear(w.view().navigation().range().from, 10, 0.2));
        QVERIFY(isNear(w.view().navigation().range().to, 20, 0.2));
    }

    void doubleClick()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        const ActionPosition action{RankId{1}, 5};
        const Timeline& timeline = *w.document().evaluation()->timeline;
        const double length = timeline.endOf(action) - timeline.startOf(action);
        const QPoint place = at(w.view(), 1, timeline.startOf(action) + length / 2);
        QTest::mouseClick(w.view().viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(w.view().chosen().action(), std::optional(action));
        QVERIFY(isNear(widthOf(w.view().navigation().range()), length / 0.6));
    }

    void backButton()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        const TimeRange whole = w.view().navigation().range();
        w.view().navigation().setRange({20, 30});
        QTest::mouseClick(w.view().viewport(), Qt::BackButton, {}, middle(w));
        QCOMPARE(w.view().navigation().range(), whole);
        QTest::mouseClick(w.view().viewport(), Qt::ForwardButton, {}, middle(w));
        QCOMPARE(w.view().navigation().range(), (TimeRange{20, 30}));
    }

    void rightClickIsAboutWhatStandsThere()
    {
        ShownWindow w;
        QTimer closer;
        connect(&closer, &QTimer::timeout, this, [] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget()))
                menu->close();
        });
        closer.start(20);
        const auto rightClick = [&w](const QPoint& place) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, w.view().viewport()->mapToGlobal(place));
            QApplication::sendEvent(w.view().viewport(), &event);
        };
        rightClick(at(w.view(), 0, 0.5));
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{0}, 0}));
        // Rank 1 waits for its first action.
        rightClick(at(w.view(), 1, 0.5));
        QVERIFY(!w.view().chosen().action());
        QVERIFY(w.view().chosen().gap() && w.view().chosen().gap()->rank == RankId{1});
    }

    void altClickShowsAKindAlone()
    {
        ShownWindow w;
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
        ShownWindow w;
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
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        w.view().navigation().setRange({20, 30});
        w.view().setFocus();
        const QPoint from = middle(w);
        QTest::mousePress(w.view().viewport(), Qt::LeftButton, {}, from);
        QTest::keyPress(&w.view(), Qt::Key_Space);
        sendMove(w.view().viewport(), from - QPoint(100, 0), Qt::LeftButton);
        QTest::mouseRelease(w.view().viewport(), Qt::LeftButton, {}, from - QPoint(100, 0));
        QTest::keyRelease(&w.view(), Qt::Key_Space);
        QCOMPARE(w.view().navigation().range(), (TimeRange{20, 30}));
    }

    void theMouseIsInTheRegistry()
    {
        ShownWindow w;
        QStringList ways;
        for (const Gesture& gesture : w->commands().gestures()) {
            QVERIFY2(!gesture.group.isEmpty() && !gesture.text.isEmpty(), qPrintable(gesture.how));
            ways << gesture.how;
        }
        const QString all = ways.join(QLatin1Char('\n'));
        for (const char* way : {"Ctrl+wheel", "pinch", "Shift+wheel", "middle drag", "Space+drag", "Wheel",
                                "Drag on the ruler", "Double-click", "Alt+click in the legend"})
            QVERIFY2(all.contains(QLatin1String(way)), way);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowGesturesTest)
#include "window_gestures_test.moc"
