// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"

#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using bubblescope::ui::TimelineNavigation;
using bubblescope::ui::TimelineView;

/// Zoom, fit and history of the timeline, by wheel, mouse and keys.
class TimelineZoomTest : public QObject
{
    Q_OBJECT

private slots:
    void startsFitted()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
        QCOMPARE(xOf(shown.view, 0), shown.view.geometry().plot.x);
        QCOMPARE(xOf(shown.view, 8), shown.view.geometry().plot.right());
    }

    void zoomKeepsTheTimeUnderThePointer_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("notches");
        QTest::newRow("in at the left quarter") << 0.25 << 1;
        QTest::newRow("in in the middle, three notches") << 0.5 << 3;
        QTest::newRow("far in near the right end") << 0.9 << 12;
        QTest::newRow("out") << 0.4 << -1;
    }

    void zoomKeepsTheTimeUnderThePointer()
    {
        QFETCH(double, share);
        QFETCH(int, notches);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({2, 6});
        const auto& geometry = shown.view.geometry();
        const QPointF pointer(geometry.plot.x + geometry.plot.width * share, 60);
        const Time before = geometry.timeAt(pointer.x());
        const double width = widthOf(shown.view.navigation().range());
        sendWheel(shown.viewport(), pointer, {0, 120 * notches}, Qt::ControlModifier);
        QVERIFY(notches > 0 ? widthOf(shown.view.navigation().range()) < width
                            : widthOf(shown.view.navigation().range()) > width);
        QVERIFY2(isNear(geometry.timeAt(pointer.x()), before),
                 qPrintable(QString("%1, was %2").arg(geometry.timeAt(pointer.x())).arg(before)));
    }

    void easedZoomKeepsTheTimeUnderThePointerAllTheWay()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setReducedMotion(false);
        const auto& geometry = shown.view.geometry();
        const double x = geometry.plot.x + 300;
        const Time before = geometry.timeAt(x);
        QList<double> widths;
        connect(&shown.view.navigation(), &TimelineNavigation::rangeChanged, &shown.view,
                [&](const TimeRange& range) {
                    widths.append(widthOf(range));
                    QVERIFY(isNear(geometry.timeAt(x), before));
                });
        sendWheel(shown.viewport(), {x, 60}, {0, 120}, Qt::ControlModifier);
        QCOMPARE(geometry.to - geometry.from, 8.0);
        const double target = widthOf(shown.view.navigation().range());
        QVERIFY(target < 8);
        QTRY_COMPARE(geometry.to - geometry.from, target);
        QVERIFY(widths.size() >= 2);
        QVERIFY(std::is_sorted(widths.rbegin(), widths.rend()));
    }

    void severalNotchesInOneEasingAddUp()
    {
        ShownView eased(evaluationOf(kTwoRanks));
        ShownView direct(evaluationOf(kTwoRanks));
        eased.view.navigation().setReducedMotion(false);
        for (ShownView* shown : {&eased, &direct})
            for (int i = 0; i < 3; ++i)
                sendWheel(shown->viewport(), {500, 60}, {0, 120}, Qt::ControlModifier);
        QVERIFY(isNear(eased.view.navigation().range().from, direct.view.navigation().range().from));
        QVERIFY(isNear(eased.view.navigation().range().to, direct.view.navigation().range().to));
    }

    void pinchZoomsAtItsPlace()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        const QPointF pointer(400, 60);
        const Time before = shown.view.geometry().timeAt(400);
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, pointer,
                                  pointer, shown.viewport()->mapToGlobal(pointer), 0.25, {});
        QApplication::sendEvent(shown.viewport(), &event);
        QVERIFY(isNear(widthOf(shown.view.navigation().range()), 8 / 1.25));
        QVERIFY(isNear(shown.view.geometry().timeAt(400), before));
    }

    void keysZoomAtThePointer()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        const Time before = shown.view.geometry().timeAt(300);
        sendMove(shown.viewport(), {300, 60});
        QTest::keyClick(&shown.view, Qt::Key_W);
        const double once = widthOf(shown.view.navigation().range());
        QVERIFY(once < 8);
        QVERIFY(isNear(shown.view.geometry().timeAt(300), before));
        QTest::keyClick(&shown.view, Qt::Key_Plus, Qt::ShiftModifier);
        QVERIFY(widthOf(shown.view.navigation().range()) < once);
        QTest::keyClick(&shown.view, Qt::Key_Minus);
        QTest::keyClick(&shown.view, Qt::Key_S);
        QVERIFY(isNear(widthOf(shown.view.navigation().range()), 8));
    }

    void zoomStaysInsideTheTimeline()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        for (int i = 0; i < 30; ++i)
            shown.view.navigation().zoomOut();
        QVERIFY(widthOf(shown.view.navigation().range()) < 8 * 1.2);
        for (int i = 0; i < 400; ++i)
            shown.view.navigation().zoomIn();
        QVERIFY(shown.view.navigation().range().from < shown.view.navigation().range().to);
        shown.view.navigation().setRange({5, 5});
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
        shown.view.navigation().setRange({std::nan(""), 5});
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
    }

    void fitsAll_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("0") << Qt::Key_0;
        QTest::newRow("Home") << Qt::Key_Home;
        QTest::newRow("F without a selection") << Qt::Key_F;
    }

    void fitsAll()
    {
        QFETCH(Qt::Key, key);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({3, 5});
        QTest::keyClick(&shown.view, key);
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
    }

    void focusThenFit()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({0, 2});
        shown.view.chosen().select(ActionPosition{RankId{0}, 5}); // 0B0, 5 to 6
        QCOMPARE(textAt(shown.view), "0B0");
        QTest::keyClick(&shown.view, Qt::Key_F);
        QVERIFY(isNear(shown.view.navigation().range().from, 4.5));
        QVERIFY(isNear(shown.view.navigation().range().to, 6.5));
        QTest::keyClick(&shown.view, Qt::Key_F);
        QVERIFY(isNear((shown.view.navigation().range().from + shown.view.navigation().range().to) / 2, 5.5));
        QVERIFY(isNear(widthOf(shown.view.navigation().range()), 1 / 0.6));
    }

    void doubleClickFitsTheAction()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        const QPoint place = at(shown.view, 1, 3.5);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(textAt(shown.view), "1B0");
        QVERIFY(isNear((shown.view.navigation().range().from + shown.view.navigation().range().to) / 2, 3.5));
        QVERIFY(isNear(widthOf(shown.view.navigation().range()), 1 / 0.6));

        // Idle time has a length as well: rank 0 waits from 2 to 5.
        shown.view.navigation().fitAll();
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 0, 3.5));
        QVERIFY(shown.view.navigation().range().from <= 2 && shown.view.navigation().range().to >= 5);
        QVERIFY(isNear(widthOf(shown.view.navigation().range()), 3 / 0.4));
    }

    void whatIsFittedHasTheRunAroundIt_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("a gap at the begin") << 1 << 0.5 << -0.05 << 2.45;
        QTest::newRow("an action at the begin") << 0 << 0.5 << -1.0 / 30 << 49.0 / 30;
        QTest::newRow("an action at the end") << 0 << 7.5 << 191.0 / 30 << 241.0 / 30;
        QTest::newRow("an action in the middle") << 1 << 3.5 << 8.0 / 3 << 13.0 / 3;
    }

    void whatIsFittedHasTheRunAroundIt()
    {
        QFETCH(int, row);
        QFETCH(double, time);
        QFETCH(double, from);
        QFETCH(double, to);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setReducedMotion(true);
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {},
                           at(shown.view, static_cast<std::size_t>(row), time));
        QVERIFY2(std::abs(shown.view.navigation().range().from - from) < 1e-9,
                 qPrintable(QString::number(shown.view.navigation().range().from)));
        QVERIFY2(std::abs(shown.view.navigation().range().to - to) < 1e-9,
                 qPrintable(QString::number(shown.view.navigation().range().to)));
    }

    void rulerDragZoomsToTheRange_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("expectedFrom");
        QTest::addColumn<double>("expectedTo");
        QTest::newRow("to the right") << 2.0 << 5.0 << 2.0 << 5.0;
        QTest::newRow("to the left") << 5.0 << 2.0 << 2.0 << 5.0;
        QTest::newRow("beyond the plot's end") << 6.0 << 9.0 << 6.0 << 8.0;
        QTest::newRow("a click is no range") << 4.0 << 4.0 << 0.0 << 8.0;
    }

    void rulerDragZoomsToTheRange()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, expectedFrom);
        QFETCH(double, expectedTo);
        ShownView shown(evaluationOf(kTwoRanks));
        const QPoint begin(static_cast<int>(xOf(shown.view, from)), 10);
        const QPoint end(static_cast<int>(xOf(shown.view, to)), 10);
        drag(shown.viewport(), Qt::LeftButton, begin, end);
        QVERIFY(isNear(shown.view.navigation().range().from, expectedFrom, 0.02));
        QVERIFY(isNear(shown.view.navigation().range().to, expectedTo, 0.02));
    }

    void escapeCancelsTheRulerDrag()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QTest::mousePress(shown.viewport(), Qt::LeftButton, {}, {300, 10});
        sendMove(shown.viewport(), {500, 10}, Qt::LeftButton);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QTest::mouseRelease(shown.viewport(), Qt::LeftButton, {}, {500, 10});
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
    }

    void historyGoesBackAndForward()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        drag(shown.viewport(), Qt::LeftButton, {static_cast<int>(xOf(shown.view, 2)), 10},
             {static_cast<int>(xOf(shown.view, 6)), 10});
        const TimeRange first = shown.view.navigation().range();
        for (int i = 0; i < 3; ++i)
            sendWheel(shown.viewport(), {500, 60}, {0, 120}, Qt::ControlModifier);
        const TimeRange second = shown.view.navigation().range();
        QTest::keyClick(&shown.view, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(shown.view.navigation().range(), first);
        QTest::keyClick(&shown.view, Qt::Key_Backspace);
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
        QTest::keyClick(&shown.view, Qt::Key_Backspace);
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 8}));
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(shown.view.navigation().range(), second);
    }

    void keepsTheRangeWhileTheMakespanStays()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({3, 5});
        shown.view.setEvaluation(evaluationOf("0F0 . . . . . . 0B0"));
        QCOMPARE(shown.view.navigation().range(), (TimeRange{3, 5}));
        shown.view.setEvaluation(evaluationOf("0F0 0B0"));
        QCOMPARE(shown.view.navigation().range(), (TimeRange{0, 2}));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineZoomTest)
#include "timeline_zoom_test.moc"
