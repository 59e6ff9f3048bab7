// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"

#include <QScrollBar>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using bubblescope::ui::TimelineView;

/// Panning along the time and scrolling along the lanes, by wheel, mouse and keys.
class TimelinePanTest : public QObject
{
    Q_OBJECT

private slots:
    void dragPans_data()
    {
        QTest::addColumn<Qt::MouseButton>("button");
        QTest::addColumn<bool>("space");
        QTest::addColumn<bool>("pans");
        QTest::newRow("middle button") << Qt::MiddleButton << false << true;
        QTest::newRow("left button with Space held") << Qt::LeftButton << true << true;
        QTest::newRow("left button alone") << Qt::LeftButton << false << false;
    }

    void dragPans()
    {
        QFETCH(Qt::MouseButton, button);
        QFETCH(bool, space);
        QFETCH(bool, pans);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({2, 4});
        const Time grabbed = shown.view.geometry().timeAt(600);
        if (space)
            QTest::keyPress(&shown.view, Qt::Key_Space);
        drag(shown.viewport(), button, {600, 60}, {500, 60});
        if (space)
            QTest::keyRelease(&shown.view, Qt::Key_Space);
        if (pans)
            QVERIFY(isNear(shown.view.geometry().timeAt(500), grabbed));
        else
            QCOMPARE(shown.view.navigation().range(), (TimeRange{2, 4}));
    }

    void spacePressedDuringADragDoesNotPan()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({2, 4});
        QTest::mousePress(shown.viewport(), Qt::LeftButton, {}, {600, 60});
        QTest::keyPress(&shown.view, Qt::Key_Space);
        sendMove(shown.viewport(), {500, 60}, Qt::LeftButton);
        QTest::mouseRelease(shown.viewport(), Qt::LeftButton, {}, {500, 60});
        QTest::keyRelease(&shown.view, Qt::Key_Space);
        QCOMPARE(shown.view.navigation().range(), (TimeRange{2, 4}));
    }

    void spaceDragDoesNotSelect()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QTest::keyPress(&shown.view, Qt::Key_Space);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 0, 0.5));
        QTest::keyRelease(&shown.view, Qt::Key_Space);
        QCOMPARE(textAt(shown.view), "nothing");
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 0, 0.5));
        QCOMPARE(textAt(shown.view), "0F0");
    }

    void wheelPans_data()
    {
        QTest::addColumn<QPoint>("angle");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<int>("direction");
        QTest::newRow("Shift, down = later")
            << QPoint(0, -120) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 1;
        QTest::newRow("Shift, up = earlier")
            << QPoint(0, 120) << Qt::KeyboardModifiers(Qt::ShiftModifier) << -1;
        QTest::newRow("tilted to the right") << QPoint(-120, 0) << Qt::KeyboardModifiers() << 1;
        QTest::newRow("tilted to the left") << QPoint(120, 0) << Qt::KeyboardModifiers() << -1;
    }

    void wheelPans()
    {
        QFETCH(QPoint, angle);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(int, direction);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({3, 5});
        sendWheel(shown.viewport(), {500, 60}, angle, modifiers);
        const TimeRange range = shown.view.navigation().range();
        QVERIFY(isNear(widthOf(range), 2));
        QVERIFY((range.from - 3) * direction > 0.05);
    }

    void keysPan()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({3, 5});
        QTest::keyClick(&shown.view, Qt::Key_D);
        const TimeRange right = shown.view.navigation().range();
        QVERIFY(right.from > 3.1);
        QVERIFY(isNear(widthOf(right), 2));
        QTest::keyClick(&shown.view, Qt::Key_A);
        QVERIFY(isNear(shown.view.navigation().range().from, 3));
    }

    void wheelScrollsLanes()
    {
        ShownView shown(manyForwards(64, 4));
        const auto& geometry = shown.view.geometry();
        QCOMPARE(geometry.laneHeight, 14.0);
        QCOMPARE(geometry.scrollY, 0.0);
        sendWheel(shown.viewport(), {500, 60}, {0, -120});
        const double once = geometry.scrollY;
        QVERIFY(once > 0);
        sendWheel(shown.viewport(), {500, 60}, {}, {}, {0, -30});
        QCOMPARE(geometry.scrollY, once + 30);
        sendWheel(shown.viewport(), {500, 60}, {0, 1200});
        QCOMPARE(geometry.scrollY, 0.0);
        shown.view.navigation().scrollLanes(1000);
        QVERIFY(isNear(geometry.laneTop(63) + geometry.laneHeight, geometry.plot.bottom(), 1));
    }

    void pagesScrollLanes()
    {
        ShownView shown(manyForwards(64, 4));
        const auto& geometry = shown.view.geometry();
        QTest::keyClick(&shown.view, Qt::Key_PageDown);
        QVERIFY(geometry.scrollY > geometry.plot.height - 40);
        QVERIFY(geometry.scrollY < geometry.plot.height);
        QTest::keyClick(&shown.view, Qt::Key_PageUp);
        QCOMPARE(geometry.scrollY, 0.0);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelinePanTest)
#include "timeline_pan_test.moc"
