// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/window_measure_support.h"

#include "tests/support/test_program.h"
#include "ui/timeline/lane_headers.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// Areas measured by keys, and what becomes of them.
class WindowMeasureKeysTest : public QObject
{
    Q_OBJECT

    MeasureWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void modesExcludeEachOther()
    {
        const QAction* select = w.action("timeline.selectMode");
        const QAction* measure = w.action("timeline.measureMode");
        QVERIFY(select->isChecked() && !measure->isChecked());
        w.key(Qt::Key_T);
        QCOMPARE(w.tool().mode(), PointerMode::Measure);
        QVERIFY(!select->isChecked() && measure->isChecked());
        w.key(Qt::Key_T); // again stays
        QCOMPARE(w.tool().mode(), PointerMode::Measure);
        w.key(Qt::Key_V);
        QCOMPARE(w.tool().mode(), PointerMode::Select);
        QVERIFY(select->isChecked() && !measure->isChecked());
        w.tool().setMode(PointerMode::Measure);
        QVERIFY(!select->isChecked() && measure->isChecked());
        QCOMPARE(select->iconText(), "Select");
        QCOMPARE(measure->iconText(), "Measure");
    }

    void shiftArrowsFromTheSelection()
    {
        w.click(w.at(1, 9));
        QCOMPARE(textAt(w.view()), "1B0");
        QCOMPARE(w.after(Qt::Key_Right, Qt::ShiftModifier), "8 to 11 on 1"); // up to the end of 1F3
        QCOMPARE(w.after(Qt::Key_Down, Qt::ShiftModifier), "8 to 11 on 1,2");
        QCOMPARE(w.after(Qt::Key_Right, Qt::ShiftModifier),
                 "8 to 12 on 1,2"); // 2B1 ends before the next of rank 1 does
        w.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(w.after(Qt::Key_Left, Qt::ShiftModifier), "8 to 10 on 1,2");
        QCOMPARE(w.after(Qt::Key_Up, Qt::ShiftModifier), "8 to 10 on 1");
        QCOMPARE(w.after(Qt::Key_Up, Qt::ShiftModifier), "8 to 10 on 0,1");
        QCOMPARE(w.after(Qt::Key_Up, Qt::ShiftModifier), "8 to 10 on 0,1"); // no lane is above
    }

    void shiftArrowsFromAGap()
    {
        w.click(w.at(0, 7));
        QCOMPARE(w.after(Qt::Key_Down, Qt::ShiftModifier), "4 to 10 on 0,1");
    }

    void shiftArrowsFromTheMiddle()
    {
        QVERIFY(!w.chosen());
        w.key(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(w.tool().area().has_value());
        const MeasuredArea area = *w.tool().area();
        QCOMPARE(area.ranks.size(), std::size_t{1});
        QVERIFY(area.range.from <= 16.5 && area.range.to >= 16.5 && area.range.to - area.range.from <= 2);
        w.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(w.tool().area()->range.from, area.range.from);
        QVERIFY(w.tool().area()->range.to > area.range.to);
    }

    void theRightEdgeStaysRightOfTheLeft()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}}});
        QCOMPARE(w.after(Qt::Key_Left, Qt::ShiftModifier), "4 to 10 on 0"); // the edge before is its left one
        w.tool().setArea(MeasuredArea{{30, 33}, {RankId{0}}});
        QCOMPARE(w.after(Qt::Key_Right, Qt::ShiftModifier), "30 to 33 on 0"); // and none comes after the end
    }

    void keysBringTheEdgeIntoView()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}}});
        w.setRange({4, 11});
        QCOMPARE(w.after(Qt::Key_Right, Qt::ShiftModifier), "4 to 12 on 0");
        QVERIFY(w.range().to > 12);
        QVERIFY(isNear(widthOf(w.range()), 7));
    }

    void measuresTheSelection()
    {
        QCOMPARE(w.after(Qt::Key_R), "none");
        w.click(w.at(0, 11));
        QCOMPARE(w.after(Qt::Key_R), "10 to 12 on 0");
        w.click(w.at(0, 7));
        QCOMPARE(w.after(Qt::Key_R), "4 to 10 on 0");
    }

    void whatCannotBeMeasuredIsSaid()
    {
        QCOMPARE(w.after(Qt::Key_R), "none");
        QCOMPARE(w.said(), "Select an action or a gap to measure it.");
        w.open("sends.csv", "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
        QTRY_COMPARE(w.ranks(), 2U);
        w.select(0, 1);
        QCOMPARE(w.after(Qt::Key_R), "none");
        QCOMPARE(w.said(), "The selected action takes no time: there is nothing to measure.");
    }

    void escapeClearsTheAreaFirst()
    {
        w.click(w.at(0, 11));
        QCOMPARE(w.dragged(w.at(1, 4.1), w.at(1, 7.9)), "4 to 8 on 1");
        QCOMPARE(w.after(Qt::Key_Escape), "none");
        QCOMPARE(textAt(w.view()), "0B0");
        w.key(Qt::Key_Escape);
        QCOMPARE(textAt(w.view()), "nothing");
    }

    void escapeTakesADragBack()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}}});
        w.press(w.at(1, 4.1));
        w.move(w.at(2, 20));
        QCOMPARE(w.tool().area()->ranks.size(), std::size_t{2});
        QCOMPARE(w.after(Qt::Key_Escape), "4 to 10 on 0");
        w.move(w.at(2, 25));
        w.release(w.at(2, 25));
        QCOMPARE(w.area(), "4 to 10 on 0");
        QCOMPARE(w.after(Qt::Key_Escape), "none");
    }

    void fFitsTheArea()
    {
        w.tool().setArea(MeasuredArea{{10, 18}, {RankId{0}}});
        w.key(Qt::Key_F);
        QVERIFY(isNear(widthOf(w.range()), 10));
        QVERIFY(isNear(w.range().from, 9));
    }

    void newTimesKeepTheArea()
    {
        w.tool().setArea(MeasuredArea{{10, 18}, {RankId{0}, RankId{1}}});
        const auto timed = [&](double forward) {
            CostModel costs = w.document().state().costs;
            costs.forward = StageValues{forward};
            w.document().setCosts(costs, "costs");
            QTRY_VERIFY(!w.document().isBusy() && w.document().evaluation()->costs.forward == costs.forward);
        };
        timed(1.5);
        QCOMPARE(w.area(), "10 to 18 on 0,1");
        const RangeTotals* totals = w.tool().totals();
        QVERIFY(totals != nullptr);
        RangeMeter meter(w.document().evaluation()->index, nullptr);
        QCOMPARE(totals->idleTime,
                 meter.totals(std::vector{RankId{0}, RankId{1}}, 10, 18).idleTime); // of the new times
        QVERIFY(w.inspector().contains("Measured area"));
        // It reaches no longer that far: of 33 steps 11 forwards of 1 are left out.
        w.tool().setArea(MeasuredArea{{30, 36}, {RankId{0}}});
        timed(0.5);
        QVERIFY(w.timeline().makespan < 36);
        QCOMPARE(w.area(), "none");
        QVERIFY(!w.inspector().contains("Measured area"));
    }

    void anotherScheduleDropsIt()
    {
        w.tool().setArea(MeasuredArea{{10, 18}, {RankId{0}}});
        w.start("gpipe:ranks=4,microbatches=8");
        QCOMPARE(w.area(), "none");
    }

    void notShownRanksDropOut()
    {
        TimelineGeometry geometry;
        geometry.plot = {100, 28, 600, 400};
        geometry.lanes = {RankId{3}, RankId{0}, RankId{2}};
        const std::vector<RankId> ranks{RankId{0}, RankId{1}, RankId{2}, RankId{3}};
        QVERIFY(shownRanks(geometry, ranks) == (std::vector{RankId{3}, RankId{0}, RankId{2}}));
        // Not beside each other any more: two rectangles.
        const auto rects = areaRects(geometry, {0, 1}, {RankId{2}, RankId{3}});
        QCOMPARE(rects.size(), std::size_t{2});
        QVERIFY(rects[0].bottom() < rects[1].top());
        QCOMPARE(nearestRow(geometry, 0), std::size_t{0});
        QCOMPARE(nearestRow(geometry, geometry.laneTop(1) - 2), std::size_t{0});
        QCOMPARE(nearestRow(geometry, geometry.laneTop(1) + 2), std::size_t{1});
        QCOMPARE(nearestRow(geometry, 5000), std::size_t{2});
    }

    void hiddenLanesDropOut()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}, RankId{1}, RankId{2}}});
        w.view().laneHeaders().hide(RankId{1});
        QCOMPARE(w.area(), "4 to 10 on 0,2");
        QCOMPARE(w.tool().totals()->ranks.size(), std::size_t{2});
        QVERIFY(w.inspector().contains("Ranks: 0, 2"));
        w.view().laneHeaders().hide(RankId{0});
        w.view().laneHeaders().hide(RankId{2});
        QCOMPARE(w.area(), "none");
        // A drag measures what is shown alone.
        w.view().laneHeaders().showAll();
        w.view().laneHeaders().hide(RankId{1});
        QCOMPARE(w.dragged(w.at(0, 4.1), w.at(1, 5.9)), "4 to 6 on 0,2");
    }

    void movedLanesAreMeasuredWhereTheyStand()
    {
        w.view().laneHeaders().moveToTop(RankId{3});
        QCOMPARE(w.dragged(w.at(0, 4.1), w.at(1, 9.9)), "4 to 10 on 3,0");
        QCOMPARE(w.after(Qt::Key_Down, Qt::ShiftModifier), "4 to 10 on 3,0,1");
    }

    void pinnedLanesStayApart()
    {
        w.view().laneHeaders().togglePinned(RankId{2});
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}, RankId{2}}});
        QCOMPARE(w.area(), "4 to 10 on 2,0");
        const TimelineGeometry& geometry = w.view().geometry();
        const auto rects = areaRects(geometry, {4, 10}, w.tool().area()->ranks);
        QCOMPARE(rects.size(), std::size_t{2});
        QVERIFY(rects[0].bottom() <= geometry.bandOf(0).bottom());
        QVERIFY(rects[1].top() >= geometry.bandOf(1).y);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMeasureKeysTest)
#include "window_measure_keys_test.moc"
