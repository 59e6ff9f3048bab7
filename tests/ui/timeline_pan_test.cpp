// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

/// Panning along the time and scrolling along the lanes, by wheel, mouse and keys.
class TimelinePanTest : public QObject
{
    Q_OBJECT

private slots:
    void dragPans_data()
    {
        addRows<Qt::MouseButton, bool, bool>({
            {"middle button", Qt::MiddleButton, false, true},
            {"left button with Space held", Qt::LeftButton, true, true},
            {"left button alone", Qt::LeftButton, false, false},
        });
    }

    void dragPans()
    {
        const auto& [button, space, pans] = givenRow<Qt::MouseButton, bool, bool>();
        ShownView shown;
        shown.navigation.setRange({2, 4});
        const Time grabbed = shown.geometry().timeAt(600);
        if (space)
            QTest::keyPress(&shown.view, Qt::Key_Space);
        drag(shown.viewport(), button, {600, 60}, {500, 60});
        if (space)
            QTest::keyRelease(&shown.view, Qt::Key_Space);
        if (pans)
            QVERIFY(isNear(shown.geometry().timeAt(500), grabbed));
        else
            QCOMPARE(shown.range(), (TimeRange{2, 4}));
    }

    void spacePressedDuringADragDoesNotPan()
    {
        ShownView shown;
        shown.navigation.setRange({2, 4});
        QTest::mousePress(shown.viewport(), Qt::LeftButton, {}, {600, 60});
        QTest::keyPress(&shown.view, Qt::Key_Space);
        sendMove(shown.viewport(), {500, 60}, Qt::LeftButton);
        QTest::mouseRelease(shown.viewport(), Qt::LeftButton, {}, {500, 60});
        QTest::keyRelease(&shown.view, Qt::Key_Space);
        QCOMPARE(shown.range(), (TimeRange{2, 4}));
    }

    void spaceDragDoesNotSelect()
    {
        ShownView shown;
        QTest::keyPress(&shown.view, Qt::Key_Space);
        QCOMPARE(shown.click(0, 0.5), "nothing");
        QTest::keyRelease(&shown.view, Qt::Key_Space);
        QCOMPARE(shown.click(0, 0.5), "0F0");
    }

    void wheelPans_data()
    {
        addRows<QPoint, Qt::KeyboardModifier, int>({
            {"Shift, down = later", {0, -120}, Qt::ShiftModifier, 1},
            {"Shift, up = earlier", {0, 120}, Qt::ShiftModifier, -1},
            {"tilted to the right", {-120, 0}, Qt::NoModifier, 1},
            {"tilted to the left", {120, 0}, Qt::NoModifier, -1},
        });
    }

    void wheelPans()
    {
        const auto& [angle, modifier, direction] = givenRow<QPoint, Qt::KeyboardModifier, int>();
        ShownView shown;
        shown.navigation.setRange({3, 5});
        shown.wheel({500, 60}, angle, modifier);
        QVERIFY(isNear(widthOf(shown.range()), 2));
        QVERIFY((shown.range().from - 3) * direction > 0.05);
    }

    void keysPan()
    {
        ShownView shown;
        shown.navigation.setRange({3, 5});
        shown.key(Qt::Key_D);
        QVERIFY(shown.range().from > 3.1);
        QVERIFY(isNear(widthOf(shown.range()), 2));
        shown.key(Qt::Key_A);
        QVERIFY(isNear(shown.range().from, 3));
    }

    void wheelScrollsLanes()
    {
        ShownView shown(manyForwards(64, 4));
        const auto& geometry = shown.geometry();
        QCOMPARE(geometry.laneHeight, 14.0);
        QCOMPARE(geometry.scrollY, 0.0);
        shown.wheel({500, 60}, {0, -120});
        const double once = geometry.scrollY;
        QVERIFY(once > 0);
        shown.wheel({500, 60}, {}, {}, {0, -30});
        QCOMPARE(geometry.scrollY, once + 30);
        shown.wheel({500, 60}, {0, 1200});
        QCOMPARE(geometry.scrollY, 0.0);
        shown.navigation.scrollLanes(1000);
        QVERIFY(isNear(geometry.laneTop(63) + geometry.laneHeight, geometry.plot.bottom(), 1));
    }

    void pagesScrollLanes()
    {
        ShownView shown(manyForwards(64, 4));
        const auto& geometry = shown.geometry();
        shown.key(Qt::Key_PageDown);
        QVERIFY(geometry.scrollY > geometry.plot.height - 40);
        QVERIFY(geometry.scrollY < geometry.plot.height);
        shown.key(Qt::Key_PageUp);
        QCOMPARE(geometry.scrollY, 0.0);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelinePanTest)
#include "timeline_pan_test.moc"
