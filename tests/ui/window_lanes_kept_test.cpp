// SPDX-License-Identifier: Apache-2.0
// What follows the lanes as they stand: walking, what is asked for, files, pictures, other schedules.
#include "tests/support/test_program.h"
#include "tests/ui/window_lanes_support.h"
#include "ui/exports/export_controller.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::Gap;
using ui::LaneHeaders;

class WindowLanesKeptTest : public QObject
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

    void hiddenLanesAreSkipped()
    {
        w.explained();
        headersOf(w).hide(RankId{1});
        selectOn(w, 0);
        w.key(Qt::Key_Down);
        QCOMPARE(w.chosen()->rank, RankId{2});
        w.key(Qt::Key_Up);
        QCOMPARE(w.chosen()->rank, RankId{0});
        std::vector<RankId> met;
        for (int i = 0; i < 100; ++i) {
            w.key(Qt::Key_B);
            if (const auto gap = w.gap(); gap && (met.empty() || met.back() != gap->rank))
                met.push_back(gap->rank);
        }
        QCOMPARE(met, (std::vector{RankId{0}, RankId{2}, RankId{3}}));
        for (int i = 0; i < 100; ++i)
            w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.gap()->rank, RankId{0});
        QCOMPARE(lanesOf(w), "0 2 3");
    }

    void bubblesFollowTheLanesAsTheyStand()
    {
        w.explained();
        headersOf(w).moveToTop(RankId{3});
        std::vector<RankId> met;
        for (int i = 0; i < 100; ++i) {
            w.key(Qt::Key_B);
            if (met.empty() || met.back() != w.gap()->rank)
                met.push_back(w.gap()->rank);
        }
        QCOMPARE(met, (std::vector{RankId{3}, RankId{0}, RankId{1}, RankId{2}}));
    }

    void whatIsAskedForIsShownAgain()
    {
        headersOf(w).hide(RankId{1});
        selectOn(w, 0);
        w.key(Qt::Key_BracketRight); // what needs 0F0 is on rank 1
        QCOMPARE(w.chosen()->rank, RankId{1});
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QCOMPARE(w->messages()->headline(), "Rank 1 was hidden and is now shown again.");
        auto* again = w->messages()->findChild<QPushButton*>();
        QVERIFY(again && again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QCOMPARE(lanesOf(w), "0 2 3");
        QVERIFY(!w.chosen());
    }

    void otherSchedulesKeepWhatFits()
    {
        selectOn(w, 3);
        w.key(Qt::Key_P);
        headersOf(w).hide(RankId{0});
        QCOMPARE(lanesOf(w), "3 | 1 2");
        w.setRanks(8);
        QCOMPARE(lanesOf(w), "3 | 1 2 4 5 6 7");
        w.setRanks(2);
        QCOMPARE(lanesOf(w), "1");
        w.start("gpipe:ranks=4,microbatches=8");
        QCOMPARE(lanesOf(w), "0 1 2 3");
    }

    void theFileKeepsTheLanes()
    {
        w.start("1f1b:ranks=6,microbatches=8");
        LaneArrangement lanes;
        lanes.order = {RankId{5}};
        lanes.pinned = {RankId{2}};
        lanes.hidden = {RankId{0}};
        lanes.folded = {RankId{3}};
        headersOf(w).setArrangement(lanes);
        QCOMPARE(lanesOf(w), "2 | 5 1 (3) 4");
        QVERIFY(w->files().saveTo(w.path("kept.bubble")));
        const auto written = readDocument(ShownWindow::read(w.path("kept.bubble")).toStdString(), "kept");
        QVERIFY(written);
        QCOMPARE(written->view.lanes, lanes);
        w.start("gpipe:ranks=4,microbatches=8");
        QCOMPARE(lanesOf(w), "0 1 2 3");
        w.openFile(w.path("kept.bubble"));
        QTRY_COMPARE(lanesOf(w), "2 | 5 1 (3) 4");
    }

    void aSavedProjectAsksAboutItsLanes()
    {
        int asked = 0;
        ui::SaveAnswer answer = ui::SaveAnswer::Discard;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return answer;
        };
        w.start("1f1b:ranks=4,microbatches=8");
        headersOf(w).togglePinned(RankId{2});
        // Where nothing would keep them, nothing is lost.
        QVERIFY(!w->isWindowModified());
        QVERIFY(w->files().maybeSave());
        QCOMPARE(asked, 0);
        const QString path = w.path("kept.bubble");
        QVERIFY(w->files().saveTo(path));
        QVERIFY(!w->isWindowModified());
        headersOf(w).hide(RankId{1});
        QVERIFY(w->isWindowModified());
        headersOf(w).showAll();
        QVERIFY(!w->isWindowModified());
        headersOf(w).toggleFolded(RankId{0});
        answer = ui::SaveAnswer::Save;
        QVERIFY(w->files().maybeSave());
        QCOMPARE(asked, 1);
        QVERIFY(!w->isWindowModified());
        headersOf(w).reset();
        answer = ui::SaveAnswer::Discard;
        w.openFile(path);
        QCOMPARE(asked, 2);
        QTRY_COMPARE(lanesOf(w), "2 | (0) 1 3");
        QVERIFY(!w->isWindowModified());
    }

    void aLaneThatIsLookedForSaysThatItWasHidden()
    {
        headersOf(w).hide(RankId{1});
        w.view().revealLane(RankId{1});
        QCOMPARE(lanesOf(w), "0 1 2 3");
        QCOMPARE(headersOf(w).selected(), std::optional(RankId{1}));
        QCOMPARE(w->messages()->headline(), "Rank 1 was hidden and is now shown again.");
        w->messages()->clear();
        w.view().revealLane(RankId{2});
        QVERIFY(!w->messages()->isVisible());
    }

    void picturesOfTheViewHaveItsLanes()
    {
        headersOf(w).moveToTop(RankId{2});
        headersOf(w).hide(RankId{1});
        ui::PictureSettings settings = w->exports().pictureSettings();
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
        w.open("lowered.csv", "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
        QTRY_COMPARE(w.ranks(), 2U);
        QVERIFY(!w.view().geometry().subLanes.empty());
        headersOf(w).foldAll();
        w.view().navigation().reveal({RankId{1}, 1});
        QCOMPARE(lanesOf(w), "(0) (1)");
        w.view().navigation().reveal({RankId{1}, 0}); // the RECV
        QCOMPARE(lanesOf(w), "(0) 1");
    }

    void manyLanesDoNotHang()
    {
        ui::TimelineView view;
        view.resize(1000, 700);
        view.navigation().setReducedMotion(true);
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

    void backToAGapFindsItsLane()
    {
        w.start("1f1b:ranks=64,microbatches=64");
        QTRY_COMPARE(w.ranks(), 64U);
        LaneArrangement arrangement;
        arrangement.order = {RankId{63}};
        headersOf(w).setArrangement(arrangement);
        w.view().chosen().setGap(Gap{RankId{63}, 0, 63});
        w.select(40, 0);
        w.view().navigation().reveal(ActionPosition{RankId{40}, 0});
        QVERIFY(w.view().geometry().scrollY > 0);
        headersOf(w).hide(RankId{63});
        w.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(w.gap()->rank, RankId{63});
        QCOMPARE(w.view().geometry().rowOf(RankId{63}), std::optional<std::size_t>(0));
        QCOMPARE(w.view().geometry().scrollY, 0.0);
    }

    void whatWouldHideEveryLaneHidesNone()
    {
        w.start("1f1b:ranks=8,microbatches=8");
        QTRY_COMPARE(w.ranks(), 8U);
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            headersOf(w).hide(RankId{rank});
        QCOMPARE(lanesOf(w), "4 5 6 7");
        w.setRanks(4);
        QCOMPARE(lanesOf(w), "0 1 2 3");
        selectOn(w, 1);
        QCOMPARE(lanesAfter(w, Qt::Key_H), "0 2 3");
        w.view().navigation().reveal(ActionPosition{RankId{1}, 0});
        QCOMPARE(lanesOf(w), "0 1 2 3");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowLanesKeptTest)
#include "window_lanes_kept_test.moc"
