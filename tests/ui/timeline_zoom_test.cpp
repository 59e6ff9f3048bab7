// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "tests/ui/timeline_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using bubblescope::ui::TimelineNavigation;

/// Zoom, fit and history of the timeline, by wheel, mouse and keys.
class TimelineZoomTest : public QObject
{
    Q_OBJECT

private slots:
    void startsFitted()
    {
        ShownView shown;
        QCOMPARE(shown.range(), (TimeRange{0, 8}));
        QCOMPARE(xOf(shown.view, 0), shown.geometry().plot.x);
        QCOMPARE(xOf(shown.view, 8), shown.geometry().plot.right());
    }

    void zoomKeepsTheTimeUnderThePointer_data()
    {
        addRows<double, int>({
            {"in at the left quarter", 0.25, 1},
            {"in in the middle, three notches", 0.5, 3},
            {"far in near the right end", 0.9, 12},
            {"out", 0.4, -1},
        });
    }

    void zoomKeepsTheTimeUnderThePointer()
    {
        const auto& [share, notches] = givenRow<double, int>();
        ShownView shown;
        shown.navigation.setRange({2, 6});
        const auto& geometry = shown.geometry();
        const QPointF pointer(geometry.plot.x + geometry.plot.width * share, 60);
        const Time before = geometry.timeAt(pointer.x());
        const double width = widthOf(shown.range());
        shown.wheel(pointer, {0, 120 * notches}, Qt::ControlModifier);
        QVERIFY(notches > 0 ? widthOf(shown.range()) < width : widthOf(shown.range()) > width);
        QVERIFY2(isNear(geometry.timeAt(pointer.x()), before),
                 qPrintable(QString("%1, was %2").arg(geometry.timeAt(pointer.x())).arg(before)));
    }

    void lanesAreAsHighAsOneLikes()
    {
        ShownView shown(evaluated("1f1b:ranks=64,microbatches=64"));
        const auto& geometry = shown.geometry();
        const double before = shown.navigation.lanePitch();
        const QPointF pointer(500, geometry.plot.y + 100);
        const auto rowThere = [&] {
            return (geometry.scrollY + pointer.y() - geometry.plot.y) / shown.navigation.lanePitch();
        };
        const double row = rowThere();
        const TimeRange range = shown.range();
        for (int i = 0; i < 4; ++i)
            shown.wheel(pointer, {0, 120}, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(shown.navigation.lanePitch() > before * 1.3);
        QVERIFY2(std::abs(rowThere() - row) < 0.3, qPrintable(QString::number(rowThere() - row)));
        QVERIFY(shown.range() == range);
        // As low as shows all of them, and no lower.
        for (int i = 0; i < 60; ++i)
            shown.wheel(pointer, {0, -120}, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown.navigation.viewport().maxScrollY(), 0.0);
        for (int i = 0; i < 120; ++i)
            shown.wheel(pointer, {0, 120}, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(shown.navigation.lanePitch() <= TimelineMetrics::kHighestPitch + 1);
        shown.key(Qt::Key_0);
        QCOMPARE(shown.navigation.lanePitch(), before);
    }

    void easedZoomKeepsTheTimeUnderThePointerAllTheWay()
    {
        ShownView shown;
        shown.navigation.setReducedMotion(false);
        const auto& geometry = shown.geometry();
        const double x = geometry.plot.x + 300;
        const Time before = geometry.timeAt(x);
        QList<double> widths;
        connect(&shown.navigation, &TimelineNavigation::rangeChanged, &shown.view,
                [&](const TimeRange& range) {
                    widths.append(widthOf(range));
                    QVERIFY(isNear(geometry.timeAt(x), before));
                });
        shown.wheel({x, 60}, {0, 120}, Qt::ControlModifier);
        QCOMPARE(geometry.to - geometry.from, 8.0);
        const double target = widthOf(shown.range());
        QVERIFY(target < 8);
        QTRY_COMPARE(geometry.to - geometry.from, target);
        QVERIFY(widths.size() >= 2);
        QVERIFY(std::is_sorted(widths.rbegin(), widths.rend()));
    }

    void severalNotchesInOneEasingAddUp()
    {
        ShownView eased;
        ShownView direct;
        eased.navigation.setReducedMotion(false);
        for (ShownView* shown : {&eased, &direct})
            for (int i = 0; i < 3; ++i)
                shown->wheel({500, 60}, {0, 120}, Qt::ControlModifier);
        verifyRange(eased.range(), direct.range().from, direct.range().to);
    }

    void pinchZoomsAtItsPlace()
    {
        ShownView shown;
        const QPointF pointer(400, 60);
        const Time before = shown.geometry().timeAt(400);
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, pointer,
                                  pointer, shown.viewport()->mapToGlobal(pointer), 0.25, {});
        QApplication::sendEvent(shown.viewport(), &event);
        QVERIFY(isNear(widthOf(shown.range()), 8 / 1.25));
        QVERIFY(isNear(shown.geometry().timeAt(400), before));
    }

    void keysZoomAtThePointer()
    {
        ShownView shown;
        const Time before = shown.geometry().timeAt(300);
        shown.move({300, 60});
        shown.key(Qt::Key_W);
        const double once = widthOf(shown.range());
        QVERIFY(once < 8);
        QVERIFY(isNear(shown.geometry().timeAt(300), before));
        shown.key(Qt::Key_Plus, Qt::ShiftModifier);
        QVERIFY(widthOf(shown.range()) < once);
        shown.key(Qt::Key_Minus);
        shown.key(Qt::Key_S);
        QVERIFY(isNear(widthOf(shown.range()), 8));
    }

    void zoomStaysInsideTheTimeline()
    {
        ShownView shown;
        for (int i = 0; i < 30; ++i)
            shown.navigation.zoomOut();
        QVERIFY(widthOf(shown.range()) < 8 * 1.2);
        for (int i = 0; i < 400; ++i)
            shown.navigation.zoomIn();
        QVERIFY(shown.range().from < shown.range().to);
        for (const Time from : {5.0, std::nan("")}) {
            shown.navigation.setRange({from, 5});
            QCOMPARE(shown.range(), (TimeRange{0, 8}));
        }
    }

    void fitsAll_data()
    {
        addRows<Qt::Key>({{"0", Qt::Key_0}, {"Home", Qt::Key_Home}, {"F without a selection", Qt::Key_F}});
    }

    void fitsAll()
    {
        ShownView shown;
        shown.navigation.setRange({3, 5});
        shown.key(std::get<0>(givenRow<Qt::Key>()));
        QCOMPARE(shown.range(), (TimeRange{0, 8}));
    }

    void focusThenFit()
    {
        ShownView shown;
        shown.navigation.setRange({0, 2});
        shown.chosen.select(actionAt(0, 5));
        QCOMPARE(shown.selected(), "0B0"); // 5 to 6
        shown.key(Qt::Key_F);
        verifyRange(shown.range(), 4.5, 6.5);
        shown.key(Qt::Key_F);
        QVERIFY(isNear(shown.middle(), 5.5));
        QVERIFY(isNear(widthOf(shown.range()), 1 / 0.6));
    }

    void doubleClickFitsTheAction()
    {
        ShownView shown;
        QCOMPARE(shown.click(1, 3.5), "1B0");
        shown.doubleClick(1, 3.5);
        QCOMPARE(shown.selected(), "1B0");
        QVERIFY(isNear(shown.middle(), 3.5));
        QVERIFY(isNear(widthOf(shown.range()), 1 / 0.6));

        // Idle time has a length as well: rank 0 waits from 2 to 5.
        shown.navigation.fitAll();
        shown.doubleClick(0, 3.5);
        QVERIFY(shown.range().from <= 2 && shown.range().to >= 5);
        QVERIFY(isNear(widthOf(shown.range()), 3 / 0.4));
    }

    void whatIsFittedHasTheRunAroundIt_data()
    {
        addRows<std::size_t, Time, TimeRange>({
            {"a gap at the begin", 1, 0.5, {-0.05, 2.45}},
            {"an action at the begin", 0, 0.5, {-1.0 / 30, 49.0 / 30}},
            {"an action at the end", 0, 7.5, {191.0 / 30, 241.0 / 30}},
            {"an action in the middle", 1, 3.5, {8.0 / 3, 13.0 / 3}},
        });
    }

    void whatIsFittedHasTheRunAroundIt()
    {
        const auto& [row, time, expected] = givenRow<std::size_t, Time, TimeRange>();
        ShownView shown;
        shown.doubleClick(row, time);
        verifyRange(shown.range(), expected.from, expected.to, 1e-9);
    }

    void rulerDragZoomsToTheRange_data()
    {
        addRows<Time, Time, TimeRange>({
            {"to the right", 2, 5, {2, 5}},
            {"to the left", 5, 2, {2, 5}},
            {"beyond the plot's end", 6, 9, {6, 8}},
            {"a click is no range", 4, 4, {0, 8}},
        });
    }

    void rulerDragZoomsToTheRange()
    {
        const auto& [from, to, expected] = givenRow<Time, Time, TimeRange>();
        ShownView shown;
        shown.drag({static_cast<int>(xOf(shown.view, from)), 10},
                   {static_cast<int>(xOf(shown.view, to)), 10});
        verifyRange(shown.range(), expected.from, expected.to, 0.02);
    }

    void escapeCancelsTheRulerDrag()
    {
        ShownView shown;
        QTest::mousePress(shown.viewport(), Qt::LeftButton, {}, {300, 10});
        sendMove(shown.viewport(), {500, 10}, Qt::LeftButton);
        shown.key(Qt::Key_Escape);
        QTest::mouseRelease(shown.viewport(), Qt::LeftButton, {}, {500, 10});
        QCOMPARE(shown.range(), (TimeRange{0, 8}));
    }

    void historyGoesBackAndForward()
    {
        ShownView shown;
        shown.drag({static_cast<int>(xOf(shown.view, 2)), 10}, {static_cast<int>(xOf(shown.view, 6)), 10});
        const TimeRange first = shown.range();
        for (int i = 0; i < 3; ++i)
            shown.wheel({500, 60}, {0, 120}, Qt::ControlModifier);
        const TimeRange second = shown.range();
        shown.key(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(shown.range(), first);
        for (int i = 0; i < 2; ++i) {
            shown.key(Qt::Key_Backspace);
            QCOMPARE(shown.range(), (TimeRange{0, 8}));
        }
        shown.key(Qt::Key_Right, Qt::AltModifier);
        shown.key(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(shown.range(), second);
    }

    void keepsTheRangeWhileTheMakespanStays()
    {
        ShownView shown;
        shown.navigation.setRange({3, 5});
        shown.view.setEvaluation(evaluationOf("0F0 . . . . . . 0B0"));
        QCOMPARE(shown.range(), (TimeRange{3, 5}));
        shown.view.setEvaluation(evaluationOf("0F0 0B0"));
        QCOMPARE(shown.range(), (TimeRange{0, 2}));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineZoomTest)
#include "timeline_zoom_test.moc"
