// SPDX-License-Identifier: Apache-2.0
// Dragging actions to other places of their order, with real mouse events.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_move_support.h"
#include "ui/messages/document_notices.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/move_marks.h"
#include "ui/timeline/overview_strip.h"

using namespace bubblescope;
using namespace bubblescope::test;

class WindowMoveTest : public QObject
{
    Q_OBJECT

    MovingWindow shown;

private slots:
    void init() { shown.begin(); }
    void cleanup() { shown.end(); }

    void aDragMovesTheSelectedAction()
    {
        shown.hold(actionAt(0, 1));
        QVERIFY(shown.tool().isMoving());
        const QPoint to = shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3);
        shown.drop(to);
        QVERIFY(!shown.tool().isMoving());
        QCOMPARE(shown.keptOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        QCOMPARE(shown.shownOrder(), shown.keptOrder());
        QCOMPARE(shown.selected(), "0F1");
        QCOMPARE(shown.undoText(), "Move 0F1");
        QCOMPARE(shown.steps(), 1);
        QVERIFY(shown.document().displayName().contains(", edited"));
        QCOMPARE(shown->windowTitle(), "order.csv[*] — Bubblescope");
        QVERIFY(shown->isWindowModified());
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(shown.shownOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
        QVERIFY(!shown.document().displayName().contains("edited"));
        shown.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
    }

    /// A step that grows longer than the view brings no overview in between, which would push the lanes away.
    void lanesStayWhereTheyAreWhileItIsDragged()
    {
        auto* overview = shown->findChild<ui::OverviewStrip*>();
        QVERIFY(overview && !overview->isVisible());
        const int top = shown.view().mapTo(&shown.window(), QPoint()).y();
        shown.hold(actionAt(0, 1));
        shown.drag(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        QCoreApplication::processEvents();
        QVERIFY(!overview->isVisible());
        QCOMPARE(shown.view().mapTo(&shown.window(), QPoint()).y(), top);
        QTest::keyClick(&shown.view(), Qt::Key_Escape);
        QVERIFY(!shown.tool().isMoving());
    }

    /// The picture, the memory under it and the figures are those of the place under the pointer.
    void theWindowFollowsWhileItIsDragged()
    {
        const Time before = shown.timeline().makespan;
        const QString figure = shown.metric("makespan");
        const double memory = shown.view().evaluation()->metrics.peakActivations;
        shown.hold(actionAt(0, 1));
        shown.drag(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        QVERIFY(shown.tool().isMoving());
        QVERIFY(shown.tool().isShown());
        QCOMPARE(shown.tool().isLegal(), std::optional(true));
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
        QVERIFY(shown.document().undoStack().isClean());
        QVERIFY(shown.view().evaluation()->timeline->makespan > before);
        QVERIFY(shown.metric("makespan") != figure);
        QVERIFY(shown.view().evaluation()->metrics.peakActivations < memory);
        QCOMPARE(shown.selected(), "0F1");
        // The same time stands under the same pixel all the way.
        QCOMPARE(shown.range().from, 0.0);
        QCOMPARE(shown.range().to, before);
        const ui::HoverCard card = shown.tool().card();
        QCOMPARE(card.title, "0F1");
        QCOMPARE(card.rows.at(0).second, "after 0B0, before 0B1");
        QCOMPARE(card.rows.at(1).first, "Makespan");
        verifyContains(card.rows.at(1).second, {"(+"});
        QCOMPARE(card.rows.at(2).first, "Idle");
        QTRY_VERIFY(shown.view().explanation() != nullptr);
        QVERIFY(shown.view().explanation() != shown.document().explanation());
        shown.drop(shown.pointAt(0, 0.1));
        QCOMPARE(shown.keptOrder(), "0F1 0F0 0B0 0B1 | 1F0 1B0 1F1 1B1");
    }

    void lightsUpWhereItMayStand()
    {
        shown.hold(actionAt(0, 1));
        QTRY_VERIFY(shown.tool().legalPlaces());
        const LegalPlaces& legal = *shown.tool().legalPlaces();
        QCOMPARE(legal.places, (std::vector<std::size_t>{0, 1, 3}));
        const auto& view = shown.view();
        ui::MovePicture picture{*view.evaluation()->index, view.geometry(), Theme::get(view.themeName()),
                                QSizeF(view.viewport()->size())};
        picture.base = view.evaluation()->timeline->schedule.get();
        picture.action = actionAt(0, 1);
        picture.legal = &legal;
        picture.shownPosition = [](const ActionPosition& action) { return action; };
        const auto lit = ui::litStretches(picture);
        QCOMPARE(lit.size(), std::size_t{1});
        // From the begin to the start of 0B1, with a mark before 0F0 and one before 0B1.
        const Time start = view.evaluation()->timeline->startOf(actionAt(0, 3));
        QVERIFY(isNear(lit[0].left, view.geometry().xOf(0)));
        QVERIFY(isNear(lit[0].right, view.geometry().xOf(start)));
        QCOMPARE(lit[0].marks.size(), std::size_t{2});
        QVERIFY(isNear(lit[0].marks[1], view.geometry().xOf(start)));
        shown.press(Qt::Key_Escape);
    }

    void saysWhyItMayNot()
    {
        shown.hold(actionAt(0, 1));
        const Time end = shown.timeline().makespan;
        shown.drag(shown.pointAt(0, end - 0.1));
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0B1 0F1 | 1F0 1B0 1F1 1B1");
        QCOMPARE(shown.tool().isLegal(), std::optional(false));
        const ui::HoverCard card = shown.tool().card();
        QCOMPARE(card.rows.back().first, "Breaks");
        QCOMPARE(card.rows.back().second, "0B1 waits for 0F1");
        // No bar moves the lanes from under the pointer.
        QVERIFY(!shown->notices().broken()->isVisible());
        shown.press(Qt::Key_Escape);
        QVERIFY(shown.tool().card().isEmpty());
    }

    void escLeavesItWhereItWas()
    {
        const QString figure = shown.metric("makespan");
        shown.hold(actionAt(0, 1));
        const QPoint to = shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3);
        shown.drag(to);
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        shown.press(Qt::Key_Escape);
        QVERIFY(!shown.tool().isMoving());
        QCOMPARE(shown.shownOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
        QCOMPARE(shown.view().evaluation(), shown.document().evaluation());
        QCOMPARE(shown.metric("makespan"), figure);
        QCOMPARE(shown.selected(), "0F1");
        QTRY_VERIFY(shown.view().explanation() != nullptr);
        QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, {}, to);
        shown.settle();
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
        QVERIFY(!shown.document().isModified());
    }

    void theRightButtonLeavesItWhereItWas()
    {
        shown.hold(actionAt(0, 1));
        const QPoint to = shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3);
        shown.drag(to);
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        QTest::mousePress(shown.view().viewport(), Qt::RightButton, {}, to);
        QVERIFY(!shown.tool().isMoving());
        // As the desktop sends it with the press: the menu is not meant.
        QSignalSpy asked(&shown.view(), &ui::TimelineView::contextMenuAsked);
        QContextMenuEvent menu(QContextMenuEvent::Mouse, to, shown.view().viewport()->mapToGlobal(to));
        QApplication::sendEvent(shown.view().viewport(), &menu);
        QCOMPARE(asked.count(), 0);
        QTest::mouseRelease(shown.view().viewport(), Qt::RightButton, {}, to);
        QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, {}, to);
        shown.settle();
        QCOMPARE(shown.shownOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
        QVERIFY(!shown.document().isModified());
    }

    void backAtItsPlaceNothingHasChanged()
    {
        shown.hold(actionAt(0, 1));
        const QPoint home = shown.pointOf(actionAt(0, 1));
        shown.drag(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QTRY_COMPARE(shown.shownOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        shown.drag(home);
        QCOMPARE(shown.view().evaluation(), shown.document().evaluation());
        shown.drop(home);
        QVERIFY(!shown.document().isModified());
        QCOMPARE(shown.selected(), "0F1");
    }

    void whatBreaksIsMovedAndTold()
    {
        shown.hold(actionAt(1, 1));
        shown.drop(shown.pointAt(1, 0.05));
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B0 0B1 | 1B0 1F0 1F1 1B1");
        QVERIFY(!shown.document().evaluation()->brokenBecause.empty());
        QTRY_VERIFY(shown->problems()->report() && !shown->problems()->report()->problems.empty());
        const std::string& told = shown->problems()->report()->problems.front().message.text();
        QCOMPARE(told, "rank 1 runs 1B0 (cell 0) before 1F0 (cell 1)");
        QVERIFY(shown->notices().broken()->isVisible());
        // From there it finds back: its places are those that it had.
        shown.hold(actionAt(1, 0));
        QTRY_VERIFY(shown.tool().legalPlaces());
        QCOMPARE(shown.tool().legalPlaces()->places, (std::vector<std::size_t>{2, 3, 4}));
        shown.press(Qt::Key_Escape);
    }

    void ontoAnotherRank()
    {
        shown.hold(actionAt(0, 1));
        shown.drag(shown.pointOf(actionAt(1, 1)) - QPoint(2, 0));
        QTRY_VERIFY(shown.tool().isShown());
        QCOMPARE(shown.tool().target().rank.value, 1U);
        QCOMPARE(shown.tool().isLegal(), std::optional(false));
        QCOMPARE(shown.tool().card().rows.back().second, "its stage is on rank 0");
        shown.view().viewport()->grab(); // places behind it are drawn where they are without it
        QCOMPARE(shown.selected(), "0F1");
        shown.drop(shown.pointAt(1, shown.tool().base()->timeline->startOf(actionAt(1, 1)) + 0.1));
        QCOMPARE(shown.keptOrder(), "0F0 0B0 0B1 | 1F0 0F1 1B0 1F1 1B1");
        QCOMPARE(shown.selected(), "0F1");
        QTRY_VERIFY(shown->problems()->report() && !shown->problems()->report()->problems.empty());
        QCOMPARE(problemKindName(shown->problems()->report()->problems.front().kind),
                 std::string_view("wrong-rank"));
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1");
    }

    void anOverlappedCellMovesAsAWhole()
    {
        shown.openOrder("0F0,0F1,(0F2;0B0)OVERLAP_F_B,0B1,0B2\n");
        shown.select(actionAt(0, 3));
        QCOMPARE(shown.selected(), "0B0");
        const QPoint from = shown.pointOf(actionAt(0, 3));
        QTest::mousePress(shown.view().viewport(), Qt::LeftButton, {}, from);
        shown.drag(from + QPoint(5, 0));
        shown.drop(shown.pointAt(0, shown.middleOf(actionAt(0, 4)) + 0.3));
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B1 (0F2;0B0)OVERLAP_F_B 0B2");
        QCOMPARE(shown.selected(), "0B0");
        QCOMPARE(shown.undoText(), "Move (0F2;0B0)OVERLAP_F_B");
    }

    /// A compute action goes between compute actions, before what is received for the next.
    void aLoweredOrderMovesTheActionItself()
    {
        shown.openOrder("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                        "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n");
        shown.hold(actionAt(0, 0));
        shown.drop(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QCOMPARE(shown.keptOrder().section(" | ", 0, 0),
                 "0SEND_F0 0F1 0SEND_F1 0F0 0RECV_B0 0B0 0RECV_B1 0B1");
        QTRY_VERIFY(shown->problems()->report() && !shown->problems()->report()->problems.empty());
        QCOMPARE(shown->problems()->report()->problems.front().message.text(),
                 std::string("rank 0 runs 0SEND_F0 (cell 0) before 0F0 (cell 3)"));
    }

    void anUnselectedActionMeasures()
    {
        shown.select(actionAt(1, 0));
        const QPoint from = shown.pointOf(actionAt(0, 1));
        QTest::mousePress(shown.view().viewport(), Qt::LeftButton, {}, from);
        shown.drag(from + QPoint(60, 0));
        QVERIFY(!shown.tool().isMoving());
        QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
        QVERIFY(shown.view().measure().area());
        QVERIFY(!shown.document().isModified());
    }

    void inMeasureModeItMeasures()
    {
        shown.view().measure().setMode(ui::PointerMode::Measure);
        shown.select(actionAt(0, 1));
        const QPoint from = shown.pointOf(actionAt(0, 1));
        QTest::mousePress(shown.view().viewport(), Qt::LeftButton, {}, from);
        shown.drag(from + QPoint(60, 0));
        QVERIFY(!shown.tool().isMoving());
        QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
        QVERIFY(shown.view().measure().area());
    }

    /// Of a view that was zoomed the same stretch stays, be the order longer or shorter; one that showed all
    /// shows all.
    void theViewStaysWhereItWas()
    {
        shown.setRange({0, 7});
        const TimeRange range = shown.range();
        shown.hold(actionAt(0, 1));
        shown.drag(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QTRY_VERIFY(shown.tool().isShown());
        QCOMPARE(shown.range(), range);
        shown.drop(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) - 0.1));
        QCOMPARE(shown.range(), range);
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        shown.view().navigation().fitAll();
        shown.hold(actionAt(0, 1));
        shown.drop(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QCOMPARE(shown.range(), fitted(shown.timeline().makespan));
    }

    void scrollsAtTheEdges()
    {
        shown.setRange({0, 4});
        shown.hold(actionAt(0, 1));
        const RectF& plot = shown.view().geometry().plot;
        shown.drag({static_cast<int>(plot.right()) + 20, static_cast<int>(plot.y) + 10});
        QTRY_VERIFY(shown.range().to > 6);
        QVERIFY(isNear(widthOf(shown.range()), 4));
        shown.drag({static_cast<int>(plot.x) - 20, static_cast<int>(plot.y) + 10});
        QTRY_VERIFY(shown.range().from < 0.5);
        shown.press(Qt::Key_Escape);
        const TimeRange rest = shown.range();
        QTest::qWait(60);
        QCOMPARE(shown.range(), rest);
    }

    /// The pointer does not wait for the times of a larger order; the newest place is the one that is shown.
    void aLargeOrderFollowsLater()
    {
        ScheduleRequest request;
        request.schedule = "1f1b";
        request.ranks = 8;
        request.microbatches = 2000;
        shown->files().startNew(request);
        shown.settle();
        shown.setRange({0, 40});
        const std::uint32_t last = 7;
        shown.hold(actionAt(last, 2));
        QCOMPARE(shown.selected(), "7F1");
        for (const Time t : {20.0, 24.0, 28.0, 32.0, 36.0})
            shown.drag(shown.pointAt(last, t));
        QTRY_VERIFY(shown.tool().isShown());
        QTRY_VERIFY(shown.tool().legalPlaces());
        shown.press(Qt::Key_Escape);
        QCOMPARE(shown.view().evaluation(), shown.document().evaluation());
    }

    void anotherDocumentEndsTheDrag()
    {
        shown.hold(actionAt(0, 1));
        shown.drag(shown.pointAt(0, shown.middleOf(actionAt(0, 2)) + 0.3));
        QTRY_VERIFY(shown.tool().isShown());
        shown.open("other.csv", "0F0,0B0\n");
        QVERIFY(!shown.tool().isMoving());
        QCOMPARE(shown.shownOrder(), "0F0 0B0");
        QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, {}, {200, 100});
        QCOMPARE(shown.keptOrder(), "0F0 0B0");
    }

    /// Two lines of the window that compares: the reference has no order to change.
    void whatWasMeasuredCannotBeMoved()
    {
        ui::TimelineView other;
        QVERIFY(!other.moves().canMove());
        ShownView view(evaluationOf(kTwoRanks));
        view.view.chosen().select(actionAt(0, 1));
        const QPoint from = at(view.view, 0, 1.5);
        drag(view.viewport(), Qt::LeftButton, from, from + QPoint(200, 0));
        QVERIFY(!view.view.moves().isMoving());
        QVERIFY(!view.view.measure().area());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMoveTest)
#include "window_move_test.moc"
