// SPDX-License-Identifier: Apache-2.0
// Lanes pinned, hidden, folded and moved by real keys, clicks, drags and menus of the window.
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"

#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>

using namespace bubblescope;
using namespace bubblescope::test;
using ui::LaneHeaders;

namespace {

/// "2 | 0 (1) 3": pinned before the bar, folded in brackets.
QString lanesOf(ShownWindow& w)
{
    const TimelineGeometry& g = w.view().geometry();
    QString line;
    for (std::size_t row = 0; row < g.lanes.size(); ++row) {
        if (row == g.pinnedRows && row > 0)
            line += QStringLiteral("| ");
        line += QString::fromLatin1(g.isFolded(row) ? "(%1) " : "%1 ").arg(g.lanes[row].value);
    }
    return line.trimmed();
}

LaneHeaders& headersOf(ShownWindow& w)
{
    return w.view().laneHeaders();
}

QPoint nameOf(ShownWindow& w, std::size_t row)
{
    const QRectF header = headersOf(w).headerRect(row);
    return {20, static_cast<int>(header.top() + std::min(6.0, header.height() / 2))};
}

void click(ShownWindow& w, QPoint at, Qt::MouseButton button = Qt::LeftButton)
{
    QTest::mouseClick(w.view().viewport(), button, {}, at);
}

void selectOn(ShownWindow& w, std::uint32_t rank)
{
    w.view().setSelection(ActionPosition{RankId{rank}, 0});
    QCOMPARE(w.view().selection()->rank, RankId{rank});
}

void choose(ShownWindow& w, const char* text)
{
    const auto request = requestFromText(text);
    QVERIFY(request);
    w->startNew(*request);
    QTRY_VERIFY(!w.document().isBusy());
    w.view().setReducedMotion(true);
}

/// Asks for the menu of a header and does one of its entries.
QStringList menuAt(ShownWindow& w, QPoint at, const char* trigger = nullptr)
{
    QStringList texts;
    QTimer::singleShot(0, &w.window(), [&] {
        auto* menu = w->findChild<QMenu*>(QStringLiteral("lane-menu"));
        if (menu == nullptr)
            return;
        QAction* chosen = nullptr;
        for (QAction* action : menu->actions()) {
            texts << (action->isSeparator() ? QStringLiteral("-") + action->text()
                                            : ui::plainText(action->text()));
            if (trigger != nullptr && action->objectName() == QLatin1String(trigger))
                chosen = action;
        }
        if (chosen != nullptr) {
            menu->setActiveAction(chosen);
            QTest::keyClick(menu, Qt::Key_Return);
        } else {
            menu->close();
        }
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, w.view().viewport()->mapToGlobal(at));
    QApplication::sendEvent(w.view().viewport(), &event);
    return texts;
}

} // namespace

class WindowLanesTest : public QObject
{
    Q_OBJECT

private slots:
    void keysActOnTheLaneOfTheSelection()
    {
        ShownWindow w;
        selectOn(w, 2);
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "2 | 0 1 3");
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "0 1 2 3");
        w.key(Qt::Key_F, Qt::ShiftModifier);
        QCOMPARE(lanesOf(w), "0 1 (2) 3");
        w.key(Qt::Key_F, Qt::ShiftModifier);
        w.key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(lanesOf(w), "0 2 1 3");
        w.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        w.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(lanesOf(w), "0 1 3 2");
        w.key(Qt::Key_Home, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(lanesOf(w), "2 0 1 3");
        QCOMPARE(w.view().selection()->rank, RankId{2});
    }

    void hidingGoesOnWithTheNextLane()
    {
        ShownWindow w;
        selectOn(w, 1);
        w.key(Qt::Key_H);
        QCOMPARE(lanesOf(w), "0 2 3");
        QVERIFY(!w.view().selection());
        QCOMPARE(headersOf(w).selected(), std::optional(RankId{2}));
        w.key(Qt::Key_H);
        w.key(Qt::Key_H);
        QCOMPARE(lanesOf(w), "0");
        w.key(Qt::Key_H); // the last one stays, and says so
        QCOMPARE(lanesOf(w), "0");
        QCOMPARE(w->messages()->headline(), "The last lane stays.");
        w.key(Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QVERIFY(headersOf(w).hiddenLineRect().isEmpty());
    }

    void keysActOnTheLaneUnderThePointer()
    {
        ShownWindow w;
        w.key(Qt::Key_P);
        QCOMPARE(w->messages()->headline(), "Point at a lane, or select something on it, to say which one.");
        sendMove(w.view().viewport(), at(w.view(), 3, 1));
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "3 | 0 1 2");
        sendMove(w.view().viewport(), nameOf(w, 2));
        w.key(Qt::Key_H);
        QCOMPARE(lanesOf(w), "3 | 0 2");
    }

    void keysActOnTheLaneOfAMarkedGap()
    {
        ShownWindow w;
        w.view().setGap(ui::Gap{RankId{3}, 0, 1});
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "3 | 0 1 2");
    }

    void clicksOnTheHeader()
    {
        ShownWindow w;
        selectOn(w, 0);
        click(w, nameOf(w, 2));
        QCOMPARE(headersOf(w).selected(), std::optional(RankId{2}));
        QVERIFY(!w.view().selection());
        QCOMPARE(w.view().accessibleDescription(), "Lane of rank 2 chosen.");
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "2 | 0 1 3");
        w.key(Qt::Key_Escape);
        QVERIFY(!headersOf(w).selected());
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, nameOf(w, 1));
        QCOMPARE(lanesOf(w), "2 | (0) 1 3");
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, nameOf(w, 1));
        QCOMPARE(lanesOf(w), "2 | 0 1 3");
        // An action chosen takes the place of a chosen lane.
        click(w, nameOf(w, 3));
        click(w, at(w.view(), 1, 0.5));
        QVERIFY(!headersOf(w).selected() && w.view().selection());
    }

    void arrowsStartFromTheChosenLane()
    {
        ShownWindow w;
        click(w, nameOf(w, 2));
        w.key(Qt::Key_Right);
        QCOMPARE(w.view().selection()->rank, RankId{2});
    }

    void buttonsOfTheHeader()
    {
        ShownWindow w;
        const auto button = [&](std::size_t row, LaneHeaders::Part part) {
            return headersOf(w).buttonRect(row, part).center().toPoint();
        };
        click(w, button(3, LaneHeaders::Part::Pin));
        QCOMPARE(lanesOf(w), "3 | 0 1 2");
        click(w, button(0, LaneHeaders::Part::Pin));
        QCOMPARE(lanesOf(w), "0 1 2 3");
        click(w, button(1, LaneHeaders::Part::Hide));
        QCOMPARE(lanesOf(w), "0 2 3");
        click(w, button(1, LaneHeaders::Part::Fold));
        QCOMPARE(lanesOf(w), "0 (2) 3");
        click(w, headersOf(w).hiddenLineRect().center().toPoint());
        QCOMPARE(lanesOf(w), "0 1 (2) 3");
        // A button let go elsewhere does nothing.
        QTest::mousePress(w.view().viewport(), Qt::LeftButton, {}, button(0, LaneHeaders::Part::Hide));
        QTest::mouseRelease(w.view().viewport(), Qt::LeftButton, {}, at(w.view(), 0, 3));
        QCOMPARE(lanesOf(w), "0 1 (2) 3");
    }

    void dragMovesALane()
    {
        ShownWindow w;
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
        w.key(Qt::Key_P);
        QCOMPARE(lanesOf(w), "2 | 3 1 0");
        drag(viewport, Qt::LeftButton, nameOf(w, 3), below(0)); // onto the pinned ones
        QCOMPARE(lanesOf(w), "2 0 | 3 1");
        drag(viewport, Qt::LeftButton, nameOf(w, 0), below(3)); // and away from them
        QCOMPARE(lanesOf(w), "0 | 3 1 2");
    }

    void escapeCancelsADragAndNoMore()
    {
        ShownWindow w;
        selectOn(w, 1);
        QWidget* viewport = w.view().viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, nameOf(w, 0));
        sendMove(viewport, nameOf(w, 2), Qt::LeftButton);
        QVERIFY(headersOf(w).isDragging());
        w.key(Qt::Key_Escape);
        QVERIFY(!headersOf(w).isDragging());
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, nameOf(w, 2));
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QVERIFY(w.view().selection());
    }

    void aDragScrollsAtTheBorder()
    {
        ShownWindow w;
        choose(w, "1f1b:ranks=64,microbatches=64");
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
        ShownWindow w;
        selectOn(w, 0);
        const QStringList texts = menuAt(w, nameOf(w, 2), "lanes.pin");
        QCOMPARE(texts.join(QStringLiteral(", ")),
                 "-Rank 2, Pin on top, Hide, Fold, -, Move up, Move down, Move to the top, -, "
                 "Show all lanes, Fold all lanes, Unfold all lanes, Reset all lanes");
        QCOMPARE(lanesOf(w), "2 | 0 1 3"); // of the header, not of the selection
        QCOMPARE(w.view().selection()->rank, RankId{0});
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
        QVERIFY(!w->commands().action(QStringLiteral("lanes.reset"))->isEnabled());
    }

    void hiddenLanesAreSkipped()
    {
        ShownWindow w;
        QTRY_VERIFY(w.view().explanation());
        headersOf(w).hide(RankId{1});
        selectOn(w, 0);
        w.key(Qt::Key_Down);
        QCOMPARE(w.view().selection()->rank, RankId{2});
        w.key(Qt::Key_Up);
        QCOMPARE(w.view().selection()->rank, RankId{0});
        std::vector<RankId> met;
        for (int i = 0; i < 100; ++i) {
            w.key(Qt::Key_B);
            if (const auto gap = w.view().gap(); gap && (met.empty() || met.back() != gap->rank))
                met.push_back(gap->rank);
        }
        QCOMPARE(met, (std::vector{RankId{0}, RankId{2}, RankId{3}}));
        for (int i = 0; i < 100; ++i)
            w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.view().gap()->rank, RankId{0});
        QCOMPARE(lanesOf(w), "0 2 3");
    }

    void bubblesFollowTheLanesAsTheyStand()
    {
        ShownWindow w;
        QTRY_VERIFY(w.view().explanation());
        headersOf(w).moveToTop(RankId{3});
        std::vector<RankId> met;
        for (int i = 0; i < 100; ++i) {
            w.key(Qt::Key_B);
            if (met.empty() || met.back() != w.view().gap()->rank)
                met.push_back(w.view().gap()->rank);
        }
        QCOMPARE(met, (std::vector{RankId{3}, RankId{0}, RankId{1}, RankId{2}}));
    }

    void whatIsAskedForIsShownAgain()
    {
        ShownWindow w;
        headersOf(w).hide(RankId{1});
        selectOn(w, 0);
        w.key(Qt::Key_BracketRight); // what needs 0F0 is on rank 1
        QCOMPARE(w.view().selection()->rank, RankId{1});
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QCOMPARE(w->messages()->headline(), "Rank 1 was hidden and is shown again.");
        auto* again = w->messages()->findChild<QPushButton*>();
        QVERIFY(again && again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QCOMPARE(lanesOf(w), "0 2 3");
        QVERIFY(!w.view().selection());
    }

    void pinnedLanesStayWhileTheOthersScroll()
    {
        ShownWindow w;
        choose(w, "1f1b:ranks=64,microbatches=64");
        selectOn(w, 40);
        w.key(Qt::Key_P);
        const TimelineGeometry& g = w.view().geometry();
        const double top = g.laneTop(0);
        QCOMPARE(g.lanes[0], RankId{40});
        sendWheel(w.view().viewport(), QPointF(at(w.view(), 3, 1)), {0, -1200});
        QVERIFY(g.scrollY > 100);
        QCOMPARE(g.laneTop(0), top);
        // A click there finds the pinned lane, not what is scrolled behind it.
        click(w, at(w.view(), 0, w.view().evaluation()->timeline->makespan / 2));
        QCOMPARE(w.view().selection()->rank, RankId{40});
        // What is revealed is not left behind the pinned lane.
        w.view().setSelection(ActionPosition{RankId{5}, 0});
        w.view().reveal({RankId{5}, 0});
        const std::size_t row = *g.rowOf(RankId{5});
        QVERIFY(g.laneTop(row) >= g.bandOf(row).y - 0.5);
        QVERIFY(g.laneTop(row) + g.rowHeight(row) <= g.plot.bottom() + 0.5);
    }

    void manyPinnedLanesLeaveRoom()
    {
        ShownWindow w;
        choose(w, "1f1b:ranks=64,microbatches=64");
        LaneArrangement lanes;
        for (std::uint32_t rank = 0; rank < 50; ++rank)
            lanes.pinned.emplace_back(63 - rank);
        headersOf(w).setArrangement(lanes);
        const TimelineGeometry& g = w.view().geometry();
        QVERIFY(g.pinnedRows > 0 && g.pinnedHeight() <= 0.6 * g.plot.height);
        w.view().scrollToRank(RankId{3});
        QVERIFY(g.laneTop(*g.rowOf(RankId{3})) >= g.plot.y + g.pinnedHeight() - 0.5);
    }

    void otherSchedulesKeepWhatFits()
    {
        ShownWindow w;
        selectOn(w, 3);
        w.key(Qt::Key_P);
        headersOf(w).hide(RankId{0});
        QCOMPARE(lanesOf(w), "3 | 1 2");
        w.type(w.number("ranks"), QStringLiteral("8"));
        QTRY_COMPARE(w.ranks(), 8U);
        QCOMPARE(lanesOf(w), "3 | 1 2 4 5 6 7");
        w.type(w.number("ranks"), QStringLiteral("2"));
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(lanesOf(w), "1");
        choose(w, "gpipe:ranks=4,microbatches=8");
        QCOMPARE(lanesOf(w), "0 1 2 3");
    }

    void theFileKeepsTheLanes()
    {
        ShownWindow w;
        choose(w, "1f1b:ranks=6,microbatches=8");
        LaneArrangement lanes;
        lanes.order = {RankId{5}};
        lanes.pinned = {RankId{2}};
        lanes.hidden = {RankId{0}};
        lanes.folded = {RankId{3}};
        headersOf(w).setArrangement(lanes);
        QCOMPARE(lanesOf(w), "2 | 5 1 (3) 4");
        QVERIFY(w->saveTo(w.path(QStringLiteral("kept.bubble"))));
        const auto written =
            readDocument(ShownWindow::read(w.path(QStringLiteral("kept.bubble"))).toStdString(), "kept");
        QVERIFY(written);
        QCOMPARE(written->view.lanes, lanes);
        choose(w, "gpipe:ranks=4,microbatches=8");
        QCOMPARE(lanesOf(w), "0 1 2 3");
        w.openFile(w.path(QStringLiteral("kept.bubble")));
        QTRY_COMPARE(lanesOf(w), "2 | 5 1 (3) 4");
    }

    void picturesOfTheViewHaveItsLanes()
    {
        ShownWindow w;
        headersOf(w).moveToTop(RankId{2});
        headersOf(w).hide(RankId{1});
        ui::PictureSettings settings = w->pictureSettings();
        settings.wholeRun = false;
        const auto view = ui::pictureScene(*w.document().evaluation(), settings);
        QVERIFY(view);
        QCOMPARE(view->geometry.lanes, (std::vector{RankId{2}, RankId{0}, RankId{3}}));
        settings.wholeRun = true;
        const auto whole = ui::pictureScene(*w.document().evaluation(), settings);
        QCOMPARE(whole->geometry.lanes.size(), std::size_t(4));
    }

    void subLanesOfAFoldedLaneAreUnfoldedWhenAskedFor()
    {
        ShownWindow w;
        w.openFile(
            w.write(QStringLiteral("lowered.csv"), "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n"));
        QTRY_COMPARE(w.ranks(), 2U);
        QVERIFY(!w.view().geometry().subLanes.empty());
        headersOf(w).foldAll();
        w.view().reveal({RankId{1}, 1});
        QCOMPARE(lanesOf(w), "(0) (1)");
        w.view().reveal({RankId{1}, 0}); // the RECV
        QCOMPARE(lanesOf(w), "(0) 1");
    }

    void manyLanesDoNotHang()
    {
        ui::TimelineView view;
        view.resize(1000, 700);
        view.setReducedMotion(true);
        view.setEvaluation(manyForwards(65'536, 2));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        LaneHeaders& headers = view.laneHeaders();
        QElapsedTimer clock;
        clock.start();
        headers.moveToTop(RankId{65'535});
        headers.hide(RankId{7});
        headers.togglePinned(RankId{30'000});
        headers.toggleFolded(RankId{9});
        view.grab();
        qInfo("four changes and a picture of 65,536 lanes: %lld ms", clock.elapsed());
        headers.foldAll();
        view.grab();
        QCOMPARE(view.geometry().lanes[0], RankId{30'000});
        QCOMPARE(view.geometry().lanes[1], RankId{65'535});
        QCOMPARE(view.geometry().lanes.size(), std::size_t(65'535));
    }
};

QTEST_MAIN(WindowLanesTest)
#include "window_lanes_test.moc"
