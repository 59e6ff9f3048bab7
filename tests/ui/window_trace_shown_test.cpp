// SPDX-License-Identifier: Apache-2.0
// What stands above a measured run: measured or predicted, of what, and how far a what-if is from both.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/segmented_choice.h"

#include <QRegularExpression>

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

private slots:
    void aTitleSaysWhatIsShown()
    {
        ShownWindow w;
        QVERIFY(!w->traces().runBar());
        QVERIFY(!w->commands().action(QStringLiteral("trace.measured"))->isEnabled());
        openProfiles(w, profilesOf(kInterleaved));
        const auto& analysis = *w->traces().session().analysis();
        QVERIFY(bar(w).isVisible());
        QCOMPARE(bar(w).text(), QStringLiteral("Predicted: %1, with the costs fitted to step %2")
                                    .arg(w.document().displayName())
                                    .arg(analysis.run.step));
        QVERIFY2(QRegularExpression(QStringLiteral("^[+−]?\\d\\.\\d$"))
                     .match(w.metric("against-measured"))
                     .hasMatch(),
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
        ShownWindow w;
        openProfiles(w, profilesOf(kInterleaved));
        const auto analysis = w->traces().session().analysis();
        emit bar(w).choice()->chosen(0);
        QVERIFY(w.view().evaluation() == analysis->measured);
        QCOMPARE(bar(w).text(), QStringLiteral("Measured: step %1, 4 ranks").arg(analysis->run.step));
        QVERIFY(bar(w).isMeasured());
        QVERIFY(w->commands().action(QStringLiteral("trace.measured"))->isChecked());
        QCOMPARE(w.metric("makespan"), ui::timeText(analysis->measured->timeline->makespan));
        // Why it takes as long is told of it, too.
        QTRY_VERIFY_WITH_TIMEOUT(w.view().explanation(), 60000);
        QVERIFY(w->comparison().current().evaluation == w.document().evaluation());
        w.trigger("trace.measured");
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("makespan"), ui::timeText(shownTimeline(w).makespan));
        QVERIFY(!bar(w).isMeasured());
    }

    void whatChangesThePredictionShowsIt()
    {
        ShownWindow w;
        openProfiles(w, profilesOf(kInterleaved));
        w->traces().showMeasured(true);
        w.type(w.number("microbatches"), QStringLiteral("16"));
        QTRY_COMPARE(shownTimeline(w).schedule->microbatchCount, 16U);
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
        ShownWindow w;
        openProfiles(w, profilesOf(kStraggler));
        const auto analysis = w->traces().session().analysis();
        const QString before = tracePanel(w).summary();
        QVERIFY2(before.startsWith(QStringLiteral("1f1b, exact · measured ")), qPrintable(before));
        const Time unchanged = shownTimeline(w).makespan;
        w.document().chooseSchedule(*findSchedule("gpipe"));
        QTRY_VERIFY(shownTimeline(w).schedule->name != analysis->predicted->timeline->schedule->name);
        QString share = ui::differenceShare(shownTimeline(w).makespan, unchanged);
        QCOMPARE(tracePanel(w).summary(),
                 QStringLiteral("what if %1: %2 (%3) · %4")
                     .arg(w.document().displayName(), ui::microsecondsText(shownTimeline(w).makespan), share,
                          before));
        QVERIFY2(bar(w).text().startsWith(QLatin1String("What if: GPipe")), qPrintable(bar(w).text()));
    }

    void aScheduleWithOtherStagesHasTheSameModel()
    {
        ShownWindow w;
        openProfiles(w, profilesOf(kStraggler));
        const CostModel measured = w.document().state().costs;
        const Time unchanged = shownTimeline(w).makespan;
        w.document().chooseSchedule(*findSchedule("zbv"));
        QTRY_COMPARE(shownTimeline(w).schedule->stageCount, 8U);
        QVERIFY(shownTimeline(w).makespan < unchanged);
        QCOMPARE(
            QString::fromStdString(w.document().state().costs.notes.back()),
            QStringLiteral("the costs are of 4 stages: each is divided evenly into 2 of the schedule's 8"));
        QVERIFY2(bar(w).text().startsWith(QLatin1String("What if: ZBV")), qPrintable(bar(w).text()));
        QVERIFY2(tracePanel(w).summary().startsWith(QLatin1String("what if ZBV")),
                 qPrintable(tracePanel(w).summary()));
        // The way back ends at what was measured.
        w.document().chooseSchedule(*findSchedule("1f1b"));
        QTRY_COMPARE(shownTimeline(w).makespan, unchanged);
        QVERIFY(w.document().state().costs == measured);
        w.document().undoStack().undo();
        QTRY_COMPARE(shownTimeline(w).schedule->stageCount, 8U);
        w.document().undoStack().undo();
        QTRY_COMPARE(shownTimeline(w).makespan, unchanged);
        QVERIFY(w.document().state().costs == measured);
    }

    void aStragglerTakenAwayIsToldOnTheRanksPage()
    {
        ShownWindow w;
        openProfiles(w, profilesOf(kStraggler));
        const auto analysis = w->traces().session().analysis();
        WhatIf whatIf;
        whatIf.ranks[2] = 0.645;
        w.document().setWhatIf(whatIf);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().isHeldAgainstOther(), 60000);
        QCOMPARE(w->traces().session().shown()->deviations->predicted.makespan, shownTimeline(w).makespan);
        QVERIFY2(tracePanel(w).summary().startsWith(QStringLiteral("what if rank 2 × 0.65: ")),
                 qPrintable(tracePanel(w).summary()));
        w.document().setWhatIf({});
        QTRY_VERIFY(!tracePanel(w).summary().contains(QLatin1String("what if")));
    }

    void otherNumbersOfMicrobatchesAreComparedByTheMicrobatch()
    {
        ShownWindow w;
        openProfiles(w, profilesOf(kInterleaved));
        const Time unchanged = shownTimeline(w).makespan;
        w.type(w.number("microbatches"), QStringLiteral("16"));
        QTRY_COMPARE(shownTimeline(w).schedule->microbatchCount, 16U);
        const QString each = ui::microsecondsText(shownTimeline(w).makespan / 16);
        const QString share = ui::differenceShare(shownTimeline(w).makespan / 16, unchanged / 8);
        QVERIFY2(
            tracePanel(w).summary().contains(QStringLiteral(", %1 a microbatch (%2) · ").arg(each, share)),
            qPrintable(tracePanel(w).summary()));
        QVERIFY(share.startsWith(QStringLiteral("−")));
    }

    void anotherStepOfAChangedDocumentIsNoEdit()
    {
        ShownWindow w;
        openProfiles(w, {w.write(QStringLiteral("rank0.json"), twoSteps())});
        w.type(w.number("microbatches"), QStringLiteral("4"));
        QTRY_COMPARE(shownTimeline(w).schedule->microbatchCount, 4U);
        const auto before = w->traces().session().analysis();
        w->traces().session().chooseStep(3);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        const auto after = w->traces().session().analysis();
        QVERIFY(after->fitted.costs != before->fitted.costs);
        QVERIFY(w.document().state().costs == after->fitted.costs);
        QVERIFY(w->traces().isPrediction());
        QTRY_COMPARE(shownTimeline(w).schedule->microbatchCount, 4U);
        w.document().undoStack().undo();
        QVERIFY(w.document().state().costs == before->fitted.costs);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceShownTest)
#include "window_trace_shown_test.moc"
