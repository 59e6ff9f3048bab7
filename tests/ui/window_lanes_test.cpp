// SPDX-License-Identifier: Apache-2.0
// Lanes pinned, hidden, folded and moved by real keys, clicks, drags and menus of the window.
#include "tests/support/test_program.h"
#include "tests/ui/window_lanes_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::LaneHeaders;

class WindowLanesTest : public QObject
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

    void keysActOnTheLaneOfTheSelection()
    {
        selectOn(w, 2);
        QCOMPARE(lanesAfter(w, Qt::Key_P), "2 | 0 1 3");
        QCOMPARE(lanesAfter(w, Qt::Key_P), "0 1 2 3");
        QCOMPARE(lanesAfter(w, Qt::Key_F, Qt::ShiftModifier), "0 1 (2) 3");
        w.key(Qt::Key_F, Qt::ShiftModifier);
        QCOMPARE(lanesAfter(w, Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier), "0 2 1 3");
        w.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(lanesAfter(w, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier), "0 1 3 2");
        QCOMPARE(lanesAfter(w, Qt::Key_Home, Qt::ControlModifier | Qt::ShiftModifier), "2 0 1 3");
        QCOMPARE(w.chosen()->rank, RankId{2});
    }

    void hidingGoesOnWithTheNextLane()
    {
        selectOn(w, 1);
        QCOMPARE(lanesAfter(w, Qt::Key_H), "0 2 3");
        QVERIFY(!w.chosen());
        QCOMPARE(headersOf(w).selected(), std::optional(RankId{2}));
        w.key(Qt::Key_H);
        QCOMPARE(lanesAfter(w, Qt::Key_H), "0");
        w.key(Qt::Key_H); // the last one stays, and says so
        QCOMPARE(lanesOf(w), "0");
        QCOMPARE(w.said(), "The last lane cannot be hidden.");
        QCOMPARE(lanesAfter(w, Qt::Key_H, Qt::ShiftModifier), "0 1 2 3");
        QVERIFY(headersOf(w).hiddenLineRect().isEmpty());
    }

    void keysActOnTheLaneUnderThePointer()
    {
        w.key(Qt::Key_P);
        QCOMPARE(w.said(), "Point at a lane, or select something on it first.");
        sendMove(w.view().viewport(), w.at(3, 1));
        QCOMPARE(lanesAfter(w, Qt::Key_P), "3 | 0 1 2");
        sendMove(w.view().viewport(), nameOf(w, 2));
        QCOMPARE(lanesAfter(w, Qt::Key_H), "3 | 0 2");
    }

    void keysActOnTheLaneOfAMarkedGap()
    {
        w.view().chosen().setGap(ui::Gap{RankId{3}, 0, 1});
        QCOMPARE(lanesAfter(w, Qt::Key_P), "3 | 0 1 2");
    }

    void clicksOnTheHeader()
    {
        selectOn(w, 0);
        w.click(nameOf(w, 2));
        QCOMPARE(headersOf(w).selected(), std::optional(RankId{2}));
        QVERIFY(!w.chosen());
        QCOMPARE(w.view().accessibleDescription(), "Lane of rank 2 selected.");
        QCOMPARE(lanesAfter(w, Qt::Key_P), "2 | 0 1 3");
        w.key(Qt::Key_Escape);
        QVERIFY(!headersOf(w).selected());
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, nameOf(w, 1));
        QCOMPARE(lanesOf(w), "2 | (0) 1 3");
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, nameOf(w, 1));
        QCOMPARE(lanesOf(w), "2 | 0 1 3");
        // An action chosen takes the place of a chosen lane.
        w.click(nameOf(w, 3));
        w.click(w.at(1, 0.5));
        QVERIFY(!headersOf(w).selected() && w.chosen());
    }

    void arrowsStartFromTheChosenLane()
    {
        w.click(nameOf(w, 2));
        w.key(Qt::Key_Right);
        QCOMPARE(w.chosen()->rank, RankId{2});
    }

    void buttonsOfTheHeader()
    {
        const auto button = [&](std::size_t row, LaneHeaders::Part part) {
            return headersOf(w).buttonRect(row, part).center().toPoint();
        };
        w.click(button(3, LaneHeaders::Part::Pin));
        QCOMPARE(lanesOf(w), "3 | 0 1 2");
        w.click(button(0, LaneHeaders::Part::Pin));
        QCOMPARE(lanesOf(w), "0 1 2 3");
        w.click(button(1, LaneHeaders::Part::Hide));
        QCOMPARE(lanesOf(w), "0 2 3");
        w.click(button(1, LaneHeaders::Part::Fold));
        QCOMPARE(lanesOf(w), "0 (2) 3");
        w.click(headersOf(w).hiddenLineRect().center().toPoint());
        QCOMPARE(lanesOf(w), "0 1 (2) 3");
        // A button let go elsewhere does nothing.
        QTest::mousePress(w.view().viewport(), Qt::LeftButton, {}, button(0, LaneHeaders::Part::Hide));
        QTest::mouseRelease(w.view().viewport(), Qt::LeftButton, {}, w.at(0, 3));
        QCOMPARE(lanesOf(w), "0 1 (2) 3");
    }

    void dragMovesALane()
    {
        QWidget* viewport = w.view().viewport();
        const auto below = [&](std::size_t row) {
            return QPoint(20, static_cast<int>(headersOf(w).headerRect(row).bottom()) - 1);
        };
        drag(viewport, Qt::LeftButton, nameOf(w, 0), below(2));
        QCOMPARE(lanesOf(w), "1 2 0 3");
        drag(viewport, Qt::LeftButton, nameOf(w, 3), nameOf(w, 0));
        QCOMPARE(lanesOf(w), "3 1 2 0");
        QVERIFY(!headersOf(w).selected());
        selectOn(w, 2);
        QCOMPARE(lanesAfter(w, Qt::Key_P), "2 | 3 1 0");
        drag(viewport, Qt::LeftButton, nameOf(w, 3), below(0)); // onto the pinned ones
        QCOMPARE(lanesOf(w), "2 0 | 3 1");
        drag(viewport, Qt::LeftButton, nameOf(w, 0), below(3)); // and away from them
        QCOMPARE(lanesOf(w), "0 | 3 1 2");
    }

    void escapeCancelsADragAndNoMore()
    {
        selectOn(w, 1);
        QWidget* viewport = w.view().viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, nameOf(w, 0));
        sendMove(viewport, nameOf(w, 2), Qt::LeftButton);
        QVERIFY(headersOf(w).isDragging());
        w.key(Qt::Key_Escape);
        QVERIFY(!headersOf(w).isDragging());
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, nameOf(w, 2));
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QVERIFY(w.chosen());
    }

    void aDragScrollsAtTheBorder()
    {
        w.start("1f1b:ranks=64,microbatches=64");
        QWidget* viewport = w.view().viewport();
        const QPoint border(20, static_cast<int>(w.view().geometry().plot.bottom()) - 2);
        QTest::mousePress(viewport, Qt::LeftButton, {}, nameOf(w, 0));
        sendMove(viewport, border, Qt::LeftButton);
        QTRY_COMPARE(w.view().verticalScrollBar()->value(), w.view().verticalScrollBar()->maximum());
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, border);
        QCOMPARE(w.view().geometry().lanes.back(), RankId{0});
    }

    void theMenuOfAHeader()
    {
        selectOn(w, 0);
        const QStringList texts = menuAt(w, nameOf(w, 2), "lanes.pin");
        QCOMPARE(texts.join(", "),
                 "-Rank 2, Pin on top, Hide, Fold, -, Move up, Move down, Move to the top, -, "
                 "Show all lanes, Fold all lanes, Unfold all lanes, Reset all lanes");
        QCOMPARE(lanesOf(w), "2 | 0 1 3"); // of the header, not of the selection
        QCOMPARE(w.chosen()->rank, RankId{0});
        QCOMPARE(menuAt(w, nameOf(w, 0)).value(1), "Unpin");
        menuAt(w, nameOf(w, 2), "lanes.hide");
        QCOMPARE(lanesOf(w), "2 | 0 3");
        menuAt(w, nameOf(w, 2), "lanes.moveUp");
        QCOMPARE(lanesOf(w), "2 | 3 0");
        menuAt(w, nameOf(w, 1), "lanes.fold");
        QCOMPARE(lanesOf(w), "2 | (3) 0");
        menuAt(w, nameOf(w, 1), "lanes.showAll");
        QCOMPARE(lanesOf(w), "2 | (3) 0 1");
        menuAt(w, nameOf(w, 1), "lanes.foldAll");
        QCOMPARE(lanesOf(w), "(2) | (3) (0) (1)");
        menuAt(w, nameOf(w, 1), "lanes.unfoldAll");
        menuAt(w, nameOf(w, 1), "lanes.reset");
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QVERIFY(!w.action("lanes.reset")->isEnabled());
    }

    void pinnedLanesStayWhileTheOthersScroll()
    {
        w.start("1f1b:ranks=64,microbatches=64");
        selectOn(w, 40);
        w.key(Qt::Key_P);
        const TimelineGeometry& g = w.view().geometry();
        const double top = g.laneTop(0);
        QCOMPARE(g.lanes[0], RankId{40});
        sendWheel(w.view().viewport(), QPointF(w.at(3, 1)), {0, -1200});
        QVERIFY(g.scrollY > 100);
        QCOMPARE(g.laneTop(0), top);
        // A click there finds the pinned lane, not what is scrolled behind it.
        w.click(w.at(0, w.view().evaluation()->timeline->makespan / 2));
        QCOMPARE(w.chosen()->rank, RankId{40});
        // What is revealed is not left behind the pinned lane.
        w.select(5, 0);
        w.view().navigation().reveal({RankId{5}, 0});
        const std::size_t row = *g.rowOf(RankId{5});
        QVERIFY(g.laneTop(row) >= g.bandOf(row).y - 0.5);
        QVERIFY(g.laneTop(row) + g.rowHeight(row) <= g.plot.bottom() + 0.5);
    }

    void manyPinnedLanesLeaveRoom()
    {
        w.start("1f1b:ranks=64,microbatches=64");
        LaneArrangement lanes;
        for (std::uint32_t rank = 0; rank < 50; ++rank)
            lanes.pinned.emplace_back(63 - rank);
        headersOf(w).setArrangement(lanes);
        const TimelineGeometry& g = w.view().geometry();
        QVERIFY(g.pinnedRows > 0 && g.pinnedHeight() <= 0.6 * g.plot.height);
        w.view().navigation().scrollToRank(RankId{3});
        QVERIFY(g.laneTop(*g.rowOf(RankId{3})) >= g.plot.y + g.pinnedHeight() - 0.5);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowLanesTest)
#include "window_lanes_test.moc"
