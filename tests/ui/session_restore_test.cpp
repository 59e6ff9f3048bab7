// SPDX-License-Identifier: Apache-2.0
// What was open is open again at the next start.
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/comparison.h"
#include "ui/timeline/lane_headers.h"

#include <QDockWidget>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class SessionRestoreTest : public QObject
{
    Q_OBJECT

private slots:
    void statesComeBackAsWritten()
    {
        SessionState state;
        state.file = "/a/ü \"b\".csv";
        state.profiles = {"/p/0.json", "/p/1.json"};
        state.request = ScheduleRequest{};
        state.request->stagesPerRank = 2;
        state.view.from = 0.1;
        state.view.to = 12.25;
        state.view.scroll = 3.5;
        state.view.lanes.hidden = {RankId{2}};
        state.rank = RankId{1};
        state.mode = CompareMode::Overlay;
        ReferenceState made{{}, "{\"a\": 1}", {}};
        made.whatIf.kinds[ActionKind::Forward] = 0.5;
        made.whatIf.ranks[3] = 1.25;
        made.whatIf.transfers = 0;
        state.references = {ReferenceState{"/r.csv", {}, {}}, made};
        state.measuredAlone = true;
        state.step = std::uint64_t{1} << 60U;
        state.against = {"/q/0.json"};
        state.againstStep = 7;
        state.window = WindowMode::Profile;
        QVERIFY(sessionFrom(sessionText(state)) == state);
        QVERIFY(sessionFrom(sessionText({})) == SessionState());
    }

    void otherTextsAreNoState()
    {
        SessionState state;
        state.file = "/a.csv";
        QByteArray newer = sessionText(state);
        newer.replace("\"version\":1", "\"version\":2");
        for (const QByteArray& text : {QByteArray(), QByteArray("{"), QByteArray("[1]"), newer})
            QVERIFY2(sessionFrom(text).isEmpty(), text.constData());
    }

    void fileViewAndLaneComeBack()
    {
        SessionWindow w("plan.csv", kThreeRanks);
        w.view().navigation().setRange({2, 5});
        w.view().laneHeaders().togglePinned(RankId{2});
        w.view().laneHeaders().select(RankId{1});
        w.startAgain();
        QCOMPARE(w.document().filePath(), w.file);
        QCOMPARE(w.ranks(), 3U);
        QCOMPARE(w.view().navigation().range(), (TimeRange{2, 5}));
        QVERIFY(w.view().laneHeaders().arrangement().pinned == std::vector{RankId{2}});
        QTRY_VERIFY(w.view().laneHeaders().selected() == RankId{1});
        QVERIFY(!w.isModified());
        QVERIFY(!w.messages().isVisible());
        // And the day after.
        w.startAgain();
        QCOMPARE(w.view().navigation().range().from, 2.0);
    }

    void aProjectsLanesAreItsOwn()
    {
        SessionWindow w;
        w.change();
        const QString path = w.path("mine.bubble");
        QVERIFY(w->files().saveTo(path));
        w.view().laneHeaders().togglePinned(RankId{2});
        w.view().navigation().setRange({1, 4});
        QVERIFY(w.isModified());
        w.startAgain(); // gives the lanes up
        QCOMPARE(w.document().savePath(), path);
        QVERIFY(w.view().laneHeaders().arrangement().pinned.empty());
        QVERIFY(!w.isModified());
        QCOMPARE(w.view().navigation().range().from, 1.0);
    }

    void aScheduleWithoutAFileComesBack()
    {
        SessionWindow w;
        ScheduleRequest request;
        request.schedule = "gpipe";
        request.ranks = 6;
        w->files().startNew(request);
        QTRY_COMPARE(w.ranks(), 6U);
        w.view().navigation().setRange({3, 9});
        w.startAgain();
        QTRY_COMPARE(w.ranks(), 6U);
        QVERIFY(std::get<ScheduleRequest>(w.document().state().source) == request);
        QCOMPARE(w.view().navigation().range().from, 3.0);
        QVERIFY(!w.isModified());
    }

    void changesThatWereGivenUpDoNot()
    {
        SessionWindow w;
        w.change("3");
        w.startAgain();
        QCOMPARE(w.ranks(), 4U);
        QVERIFY(!w.isModified());
        QVERIFY(!w.recoveryBar().isVisible());
    }

    void theReferenceAndItsModeComeBack()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        const QString other = w.write("other.csv", kThreeRanks);
        w->compare().compareWith({other});
        QTRY_VERIFY(w->comparison().reference());
        w.trigger("compare.overlay");
        QCOMPARE(w->comparison().mode(), CompareMode::Overlay);
        w.startAgain();
        QVERIFY(w->comparison().reference());
        QCOMPARE(w->comparison().reference()->path, other);
        QCOMPARE(w->comparison().mode(), CompareMode::Overlay);
        QCOMPARE(w.ranks(), 2U);
    }

    void profilesComeBack()
    {
        SessionWindow w;
        const QStringList files = profilesOf(kInterleaved);
        openProfiles(w, files);
        QVERIFY(w->traces().session().analysis());
        w->traces().showMeasured(true);
        QCOMPARE(w->traces().openPaths(), files);
        w.startAgain();
        QCOMPARE(w->traces().openPaths(), files);
        QVERIFY(w->traces().measuredShown());
        QVERIFY(!w.isModified());
    }

    void twoRunsComeBack()
    {
        SessionWindow w;
        const QString before = w.write("before.json", twoSteps());
        const QString after = w.write("after.json", twoSteps());
        openProfiles(w, {before});
        w->traces().openSecond({after});
        QTRY_VERIFY(w->traces().second().isOpen());
        w->traces().second().session()->chooseStep(3);
        QTRY_VERIFY(w->traces().second().analysis()->run.step == 3);
        w.trigger("compare.difference");
        const auto verifyBack = [&] {
            QCOMPARE(w->traces().openPaths(), QStringList{before});
            QCOMPARE(w->traces().secondPaths(), QStringList{after});
            QCOMPARE(w->traces().session().analysis()->run.step, std::uint64_t{4});
            QCOMPARE(w->traces().second().analysis()->run.step, std::uint64_t{3});
            QCOMPARE(w->comparison().mode(), CompareMode::Difference);
            QVERIFY(w->traces().areRunsCompared());
            QVERIFY(!w.isModified());
        };
        w.startAgain();
        verifyBack();
        // As they were left: the runs beside the prediction, and another step of the first.
        w->compare().setMode(CompareMode::Off);
        w->traces().session().chooseStep(3);
        QTRY_VERIFY(w->traces().session().analysis()->run.step == 3);
        w.startAgain();
        QCOMPARE(w->traces().session().analysis()->run.step, std::uint64_t{3});
        QCOMPARE(w->comparison().mode(), CompareMode::Off);
        QVERIFY(w->traces().second().isOpen() && w->traces().measuredShown());
        // What is gone is said; the first is open nevertheless.
        QVERIFY(QFile::remove(after));
        w.startAgain();
        QVERIFY(!w->traces().second().isOpen());
        QCOMPARE(w->traces().openPaths(), QStringList{before});
        QCOMPARE(w.messages().excerpt(), after);
    }

    void aMissingFileIsReported()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        QVERIFY(QFile::remove(w.file));
        w.startAgain();
        QCOMPARE(w.messages().headline(), QString("1 file(s) that were open last time are no longer there."));
        QCOMPARE(w.messages().excerpt(), w.file);
        QCOMPARE(w.ranks(), 4U);
        // Once.
        w.startAgain();
        QVERIFY(!w.messages().isVisible());
    }

    void offMeansOff()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        QVERIFY(Settings::reopens());
        QVERIFY(w->commands().action("file.reopens")->isChecked());
        w.trigger("file.reopens");
        QVERIFY(!Settings::reopens());
        w.startAgain();
        QCOMPARE(w.ranks(), 4U);
        QVERIFY(Settings::session().isEmpty());
        QVERIFY(!w->commands().action("file.reopens")->isChecked());
    }

    void aStartWhileAnotherWindowIsOpenBeginsFresh()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        w.keep();
        MainWindow second(ThemeChoice::Light);
        second.session().start(w.path("data"));
        second.session().restore();
        QVERIFY(!second.session().isRestoring());
        QCOMPARE(second.document().filePath(), QString());
        QVERIFY(second.close());
    }

    void whatEndsTheProgramIsOpenedOnce()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        w.reopen();
        w.begin();
        w.session().restore();
        QVERIFY(w.session().isRestoring());
        QVERIFY(Settings::session().isEmpty()); // ending here, by force, leaves nothing to open
        w.session().keepNow();
        QVERIFY(Settings::session().isEmpty());
        QTRY_VERIFY(!w.session().isRestoring());
        QVERIFY(!Settings::session().isEmpty());
    }

    /// The mode; of a session from before there were any, what follows from it.
    void theModeComesBack()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        w.trigger("mode.compare");
        w.startAgain();
        QVERIFY(w->modes().mode() == WindowMode::Compare);
        w.trigger("mode.design");
        w.startAgain();
        QVERIFY(w->modes().mode() == WindowMode::Design);
        SessionState before;
        QVERIFY(before.windowMode() == WindowMode::Design);
        before.measuredAlone = true;
        QVERIFY(before.windowMode() == WindowMode::Profile);
        before.mode = CompareMode::Split;
        QVERIFY(before.windowMode() == WindowMode::Compare);
    }

    void docksComeBack()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        w->compare().compareWith({w.write("other.csv", kThreeRanks)});
        QTRY_VERIFY(w->comparison().reference());
        w->findChild<QDockWidget*>("compare-dock")->hide();
        w->findChild<QDockWidget*>("inspector-dock")->hide();
        w.startAgain();
        QCOMPARE(w->comparison().mode(), CompareMode::Split);
        QVERIFY(w->findChild<QDockWidget*>("compare-dock")->isHidden());
        QVERIFY(w->findChild<QDockWidget*>("inspector-dock")->isHidden());
    }

    /// A schedule that was made, an order that was edited by hand, and a file, in their order.
    void referencesWithoutAFileComeBack()
    {
        SessionWindow w("plan.csv", kThreeRanks);
        w.trigger("compare.keep");
        const EvaluationPtr kept = w->comparison().reference()->evaluation;
        w->compare().compareWith({w.write("other.csv", kTwoRankOrder)});
        QTRY_VERIFY(!w->compare().maker().isBusy());
        w->compare().compareWithSchedule(0);
        QTRY_VERIFY(!w->compare().maker().isBusy());
        QCOMPARE(w->comparison().references().size(), std::size_t{3});
        const auto sides = [&w] {
            std::vector<std::pair<QString, Time>> all;
            for (const CompareSide& side : w->comparison().references())
                all.emplace_back(side.title, side.evaluation->timeline->makespan);
            return all;
        };
        const auto before = sides();
        w.keep();
        w.startAgain();
        QCOMPARE(sides(), before);
        QVERIFY(std::get<SchedulePtr>(w->comparison().references()[0].evaluation->input.source)->rows ==
                std::get<SchedulePtr>(kept->input.source)->rows);
        QVERIFY(!w->comparison().references()[1].path.isEmpty());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SessionRestoreTest)
#include "session_restore_test.moc"
