// SPDX-License-Identifier: Apache-2.0
// What stands above a measured run: measured or predicted, of what, and how far a what-if is from both.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/segmented_choice.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

ui::RunBar& bar(ShownWindow& w)
{
    return *w->traces().runBar();
}

} // namespace

class WindowTraceShownTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aTitleSaysWhatIsShown()
    {
        QVERIFY(!w->traces().runBar());
        QVERIFY(!w.action("trace.measured")->isEnabled());
        openProfiles(w, profilesOf(kInterleaved));
        const auto& analysis = *w->traces().session().analysis();
        QVERIFY(bar(w).isVisible());
        // What was measured comes first.
        verifyBegins(bar(w).text(),
                     QString("Measured: Interleaved 1F1B · PP 4 · step %1 · ").arg(analysis.run.step));
        verifyContains(bar(w).text(), {" measured, ", " predicted"});
        QVERIFY(w.view().evaluation() == analysis.measured);
        w->traces().showMeasured(false);
        verifyBegins(bar(w).text(),
                     QString("Predicted: Interleaved 1F1B · PP 4 · step %1 · ").arg(analysis.run.step));
        QVERIFY2(QRegularExpression("^[+−]?\\d\\.\\d$").match(w.metric("against-measured")).hasMatch(),
                 qPrintable(w.metric("against-measured")));
        // Comparing has titles of its own.
        w.key(Qt::Key_Backslash);
        QVERIFY(bar(w).isHidden());
        w->comparison().setMode(ui::CompareMode::Off);
        QVERIFY(bar(w).isVisible());
        w->comparison().setReferences({});
        QVERIFY(bar(w).isHidden());
    }

    void theMeasuredRunIsShownAlone()
    {
        openProfiles(w, profilesOf(kInterleaved));
        const auto analysis = w->traces().session().analysis();
        emit bar(w).choice()->chosen(1);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        emit bar(w).choice()->chosen(0);
        QVERIFY(w.view().evaluation() == analysis->measured);
        verifyBegins(bar(w).text(),
                     QString("Measured: Interleaved 1F1B · PP 4 · step %1 · ").arg(analysis->run.step));
        QVERIFY(bar(w).isMeasured());
        QVERIFY(w.action("trace.measured")->isChecked());
        QCOMPARE(w.metric("makespan"), ui::timeFigure(analysis->measured->timeline->makespan, "us").first);
        // Why it takes as long is told of it, too.
        QTRY_VERIFY_WITH_TIMEOUT(w.view().explanation(), 60000);
        QVERIFY(w->comparison().current().evaluation == w.document().evaluation());
        w.trigger("trace.measured");
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("makespan"), ui::timeFigure(w.timeline().makespan, "us").first);
        QVERIFY(!bar(w).isMeasured());
    }

    void whatChangesThePredictionShowsIt()
    {
        openProfiles(w, profilesOf(kInterleaved));
        w->traces().showMeasured(true);
        w.setMicrobatches(16);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QVERIFY(!bar(w).isMeasured());
        w->traces().showMeasured(true);
        QVERIFY(w.view().evaluation() == w->traces().session().analysis()->measured);
        w.key(Qt::Key_Backslash);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QVERIFY(w->comparison().mode() == ui::CompareMode::Split);
    }

    void anotherScheduleStandsBesideTheUnchangedPrediction()
    {
        openProfiles(w, profilesOf(kStraggler));
        const auto analysis = w->traces().session().analysis();
        const QString before = tracePanel(w).summary();
        verifyBegins(before, "1f1b, exact · measured ");
        const Time unchanged = w.timeline().makespan;
        w.document().chooseSchedule(*findSchedule("gpipe"));
        QTRY_VERIFY(w.timeline().schedule->name != analysis->predicted->timeline->schedule->name);
        QString share = ui::differenceShare(w.timeline().makespan, unchanged);
        QCOMPARE(
            tracePanel(w).summary(),
            QString("what if %1: %2 (%3) · %4")
                .arg(w.document().displayName(), ui::microsecondsText(w.timeline().makespan), share, before));
        verifyBegins(bar(w).text(), "What if: GPipe");
    }

    void aScheduleWithOtherStagesHasTheSameModel()
    {
        openProfiles(w, profilesOf(kStraggler));
        const CostModel measured = w.document().state().costs;
        const Time unchanged = w.timeline().makespan;
        w.document().chooseSchedule(*findSchedule("zbv"));
        QTRY_COMPARE(w.timeline().schedule->stageCount, 8U);
        QVERIFY(w.timeline().makespan < unchanged);
        QCOMPARE(QString::fromStdString(w.document().state().costs.notes.back()),
                 "the costs are for 4 stages: each is split evenly into 2 of the schedule's 8");
        verifyBegins(bar(w).text(), "What if: ZBV");
        verifyBegins(tracePanel(w).summary(), "what if ZBV");
        // The way back ends at what was measured.
        w.document().chooseSchedule(*findSchedule("1f1b"));
        QTRY_COMPARE(w.timeline().makespan, unchanged);
        QVERIFY(w.document().state().costs == measured);
        w.undo();
        QTRY_COMPARE(w.timeline().schedule->stageCount, 8U);
        w.undo();
        QTRY_COMPARE(w.timeline().makespan, unchanged);
        QVERIFY(w.document().state().costs == measured);
    }

    void aStragglerTakenAwayIsToldOnTheRanksPage()
    {
        openProfiles(w, profilesOf(kStraggler));
        const auto analysis = w->traces().session().analysis();
        WhatIf whatIf;
        whatIf.ranks[2] = 0.645;
        w.document().setWhatIf(whatIf);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().isHeldAgainstOther(), 60000);
        QCOMPARE(w->traces().session().shown()->deviations->predicted.makespan, w.timeline().makespan);
        verifyBegins(tracePanel(w).summary(), "what if rank 2 × 0.65: ");
        w.document().setWhatIf({});
        QTRY_VERIFY(!tracePanel(w).summary().contains("what if"));
    }

    void otherNumbersOfMicrobatchesAreComparedByTheMicrobatch()
    {
        openProfiles(w, profilesOf(kInterleaved));
        const Time unchanged = w.timeline().makespan;
        w.setMicrobatches(16);
        const QString each = ui::microsecondsText(w.timeline().makespan / 16);
        const QString share = ui::differenceShare(w.timeline().makespan / 16, unchanged / 8);
        verifyContains(tracePanel(w).summary(), {QString(", %1 a microbatch (%2) · ").arg(each, share)});
        QVERIFY(share.startsWith("−"));
    }

    void anotherStepOfAChangedDocumentIsNoEdit()
    {
        openProfiles(w, {w.write("rank0.json", twoSteps())});
        w.setMicrobatches(4);
        const auto before = w->traces().session().analysis();
        w->traces().session().chooseStep(3);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        const auto after = w->traces().session().analysis();
        QVERIFY(after->fitted.costs != before->fitted.costs);
        QVERIFY(w.document().state().costs == after->fitted.costs);
        QVERIFY(w->traces().isPrediction());
        QTRY_COMPARE(w.microbatches(), 4U);
        w.undo();
        QVERIFY(w.document().state().costs == before->fitted.costs);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceShownTest)
#include "window_trace_shown_test.moc"
