// SPDX-License-Identifier: Apache-2.0
// Profiles of real training runs in the real window: opened, questioned, compared, calibrated.
#include "core/io/calibration.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"
#include "ui/trace/duration_histogram.h"
#include "ui/trace/pattern_page.h"
#include "ui/trace/straggler_row.h"
#include "ui/trace/stream_lanes.h"

#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;
using ui::TraceList;

namespace {

QTreeView& list(ShownWindow& w, TraceList which)
{
    return *tracePanel(w).table(which)->list();
}
QString cell(const QTreeView& list, int row, int column)
{
    return list.model()->index(row, column).data().toString();
}
} // namespace

class WindowTraceTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void fourFilesAreOneRun()
    {
        openProfiles(w, profilesOf(kInterleaved));
        QVERIFY(w->messages()->headline().isEmpty());
        QVERIFY(w->findChild<QDockWidget*>("trace-dock")->isVisible());
        // The form has the identified schedule's numbers; what it makes is the measured order.
        QVERIFY(w.document().isGenerated());
        QCOMPARE(w.document().draft().schedule, "interleaved-1f1b");
        QCOMPARE(w.ranks(), 4U);
        QCOMPARE(w.microbatches(), 8U);
        QCOMPARE(w.timeline().unit, "us");
        QVERIFY(!w->isWindowModified());
        const ui::CompareSide* measured = w->comparison().reference();
        QVERIFY(measured);
        const auto& analysis = *w->traces().session().analysis();
        QCOMPARE(measured->title, QString("measured, step %1").arg(analysis.run.step));
        for (std::uint32_t r = 0; r < 4; ++r)
            QCOMPARE(w.timeline().schedule->rows[r], measured->evaluation->timeline->schedule->rows[r]);
        const double error = w.timeline().makespan / measured->evaluation->timeline->makespan - 1;
        QVERIFY2(std::abs(error) <= 0.05, qPrintable(QString::number(error)));
        verifyBegins(tracePanel(w).summary(), "interleaved-1f1b, exact · measured ");
    }

    void aFolderIsOpenedLikeItsFiles()
    {
        openProfiles(w, {profilePath(kInterleaved)});
        QCOMPARE(w.ranks(), 4U);
        tracePanel(w).setPage(ui::TracePanel::Files);
        QCOMPARE(cell(list(w, TraceList::Files), 0, 0), "rank0_trace.json.gz");
        QCOMPARE(cell(list(w, TraceList::Files), 3, 1), "rank 3");
        // Reopened from the list of recent files, it is one entry.
        QCOMPARE(ui::Settings::recentFiles().size(), 1);
    }

    void theKeyHoldsPredictionAgainstMeasurement()
    {
        openProfiles(w, profilesOf(kInterleaved));
        w.key(Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == ui::CompareMode::Split);
        QVERIFY(w->comparison().current().title.startsWith("predicted: "));
        QVERIFY(w->comparison().haveOneAxis());
        QCOMPARE(w->compare().view()->referenceView()->evaluation(), w->comparison().reference()->evaluation);
    }

    void anotherNumberOfMicrobatchesKeepsTheCosts()
    {
        openProfiles(w, profilesOf(kInterleaved));
        const CostModel fitted = w->traces().session().analysis()->fitted.costs;
        const QString before = tracePanel(w).summary();
        w.setMicrobatches(16);
        QVERIFY(w.document().state().costs == fitted);
        QVERIFY(tracePanel(w).summary() != before);
        verifyContains(tracePanel(w).summary(), {" a microbatch (−"});
    }

    void damageIsAskedAbout()
    {
        QString asked;
        answerNext(asked, "Cancel");
        openProfiles(w, {profilePath("malformed/05_truncated.json")});
        verifyContains(asked, {" events before the damage, ", " of which are used here"});
        // Nothing of what was open is lost.
        QCOMPARE(w.document().displayName(), kFirstName);
        QVERIFY(w->messages()->headline().contains("05_truncated.json"));
        QVERIFY(!w->traces().session().analysis());
        asked.clear();
        answerNext(asked, "Open 1 damaged file");
        openProfiles(w, {profilePath("malformed/05_truncated.json")});
        QVERIFY(w->traces().session().analysis());
        QVERIFY(w->traces().session().analysis()->files[0].isCut);
        QVERIFY(w.document().displayName() != kFirstName);
    }

    void errorsLeaveWhatIsOpen_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("empty") << "malformed/08_empty.json";
        QTest::newRow("no events") << "malformed/10_no_traceEvents.json";
        QTest::newRow("not SQLite") << "malformed/32_not_sqlite.sqlite";
        QTest::newRow("a report of Nsight's") << "malformed/38_nsys_rep.sqlite";
    }
    void errorsLeaveWhatIsOpen()
    {
        QFETCH(QString, file);
        openProfiles(w, {profilePath(file.toStdString())});
        QCOMPARE(w.document().displayName(), kFirstName);
        verifyContains(w->messages()->headline(), {QFileInfo(file).fileName()});
    }

    void cancellingLeavesWhatIsOpen()
    {
        w->files().openFiles(profilesOf(kInterleaved));
        QVERIFY(w->isLoading());
        auto* cancel = w->findChild<QToolButton*>("load-cancel");
        QVERIFY(cancel);
        cancel->click();
        QVERIFY(!w->isLoading());
        workersEnd();
        QCOMPARE(w.document().displayName(), kFirstName);
        QVERIFY(!w->traces().session().analysis());
        QVERIFY(w->findChild<QProgressBar*>("load-progress")->isHidden());
    }

    void whatIsAskedForLastIsWhatShows()
    {
        w->files().openFiles(profilesOf(kInterleaved));
        w->files().openFiles({w.write("small.csv", "0F0,0F1,,,0B0,0B1\n,1F0,1F1,1B0,1B1,\n")});
        QTRY_VERIFY(!w->isLoading());
        workersEnd();
        QCOMPARE(w.ranks(), 2U);
    }

    void anotherStepIsAssembled()
    {
        openProfiles(w, {w.write("rank0.json", twoSteps())});
        const auto first = w->traces().session().analysis();
        QVERIFY(first);
        QVERIFY(first->run.steps.size() >= 2);
        ui::StepList& steps = *runPanel(w).steps();
        QCOMPARE(steps.count(), static_cast<int>(first->run.steps.size()));
        QCOMPARE(steps.stepOf(steps.currentRow()), first->run.step);
        const int other = steps.currentRow() == 0 ? 1 : 0;
        // What the list says of a step before it is shown: with head and tail, as it takes then.
        QTRY_VERIFY_WITH_TIMEOUT(steps.timeOf(other).has_value(), 60000);
        const Time told = *steps.timeOf(other);
        clickStep(w, other);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != first, 60000);
        const auto second = w->traces().session().analysis();
        QCOMPARE(second->run.step, first->run.steps[static_cast<std::size_t>(other)]);
        QCOMPARE(w->comparison().reference()->title, QString("measured, step %1").arg(second->run.step));
        QVERIFY(w.document().state().costs == second->fitted.costs);
        QCOMPARE(steps.currentRow(), other);
        QCOMPARE(second->measured->timeline->makespan * 2, first->measured->timeline->makespan);
        QCOMPARE(told, second->measured->timeline->makespan);
        // Head and tail are in the shown run as in what is held against the prediction.
        QVERIFY(second->measured->timeline->head > 0);
        QCOMPARE(second->measured->timeline->makespan, second->deviations->measured.makespan);
    }

    void durationsHaveAHistogram()
    {
        openProfiles(w, profilesOf(kInterleaved));
        tracePanel(w).setPage(ui::TracePanel::Durations);
        const auto& fitted = w->traces().session().analysis()->fitted;
        QCOMPARE(list(w, TraceList::Durations).model()->rowCount(),
                 static_cast<int>(fitted.durations.size()));
        const auto& bars = tracePanel(w).histogram()->bars();
        const auto durations = ui::durationsOf(w->traces().session().analysis()->run,
                                               fitted.durations[0].kind, fitted.durations[0].stage);
        QVERIFY(!durations.empty());
        QCOMPARE(std::accumulate(bars.begin(), bars.end(), std::size_t{0}), durations.size());
    }

    void aDeviationLeadsToItsAction()
    {
        openProfiles(w, profilesOf(kInterleaved));
        tracePanel(w).setPage(ui::TracePanel::Deviations);
        QTreeView& deviations = list(w, TraceList::Deviations);
        QVERIFY(deviations.model()->rowCount() > 3);
        const QModelIndex row = deviations.model()->index(2, 0);
        emit deviations.activated(row);
        QVERIFY(w.chosen());
        QCOMPARE(QString::fromStdString(actionText(w.timeline().schedule->at(*w.chosen()).id())),
                 row.data().toString());
        QCOMPARE(QString("rank %1").arg(w.chosen()->rank.value), cell(deviations, 2, 1));
    }

    void aStragglerIsTakenAwayByACheckBox()
    {
        openProfiles(w, profilesOf(kStraggler));
        auto* box = lostTime(w).findChild<QCheckBox*>("trace-without-straggler-2");
        QVERIFY(box && box->isVisible());
        verifyBegins(lostTime(w).stragglers()->sentence(), "rank 2 takes 1.5");
        const Time with = w.timeline().makespan;
        const QString before = box->text();
        QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
        QTRY_VERIFY(w.timeline().makespan < with * 0.95);
        QVERIFY(w.document().whatIf().ranks.count(2) == 1);
        // What it says beforehand is what comes of it.
        QCOMPARE(before, "without rank 2: " + ui::differenceShare(w.timeline().makespan, with));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QTRY_COMPARE(w.timeline().makespan, with);
    }

    void noStragglerNoSentence()
    {
        openProfiles(w, profilesOf(kStraggler));
        openProfiles(w, profilesOf(kInterleaved));
        QVERIFY(w->traces().session().analysis()->fitted.stragglers.empty());
        QVERIFY(lostTime(w).stragglers()->isHidden());
        QVERIFY(lostTime(w).stragglers()->sentence().isEmpty());
    }

    void theCalibrationCanBeReadBack()
    {
        openProfiles(w, profilesOf(kInterleaved));
        w->questions.saveCalibrationPath = [this](const QString&) { return w.path("c.json"); };
        w.trigger("trace.saveCalibration");
        const QByteArray written = ShownWindow::read(w.path("c.json"));
        const Result<Calibration> read = readCalibration(written.toStdString(), "c.json");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->provenance, "trace");
    }

    void patternsTellWhatTheyFind()
    {
        openProfiles(w, profilesOf(kInterleaved));
        tracePanel(w).setPage(ui::TracePanel::Patterns);
        ui::PatternPage& patterns = *tracePanel(w).patterns();
        patterns.addRow({});
        QTest::keyClicks(patterns.field(0), "PP:(?<stage>\\d+)(?<kind>F)(?<microbatch>\\d+)");
        QTRY_VERIFY2(patterns.textUnder(0).contains(" records match: PP:"),
                     qPrintable(patterns.textUnder(0)));
        QTest::keyClicks(patterns.field(0), "(");
        QTRY_VERIFY2(patterns.textUnder(0).contains("column") || patterns.textUnder(0).contains('^'),
                     qPrintable(patterns.textUnder(0)));
        QTest::keyClick(patterns.field(0), Qt::Key_Backspace);
        const auto before = w->traces().session().analysis();
        QTest::keyClick(patterns.field(0), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        QVERIFY(w->traces().session().analysis()->run.families.count(NameFamily::UserPattern) == 1);
        // Kept for the next start.
        w.reopen();
        QCOMPARE(tracePanel(w).patterns()->count(), 1);
    }

    void aProfileWithoutActionsShowsItsStreams()
    {
        const QString path = profilePath("deepseek_train.json");
        if (!QFileInfo::exists(path))
            QSKIP("the published profile is not here");
        openProfiles(w, {path});
        QCOMPARE(w.document().displayName(), kFirstName);
        QVERIFY(w->messages()->headline().contains("No pipeline actions"));
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Streams);
        QVERIFY(tracePanel(w).streams()->laneCount() >= 3);
        verifyBegins(tracePanel(w).streams()->summary(), "GPU busy 128.");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceTest)
#include "window_trace_test.moc"
