// SPDX-License-Identifier: Apache-2.0
// What the window shows of profiles beside their schedule: streams, files, and the measured times of an
// action.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/modes/mode_controller.h"
#include "ui/modes/no_run_page.h"
#include "ui/trace/stream_lanes.h"
#include "ui/widgets/figures.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::TraceList;

class WindowTraceViewsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aSelectedActionTellsHowItRan()
    {
        openProfiles(w, profilesOf(kStraggler));
        const auto& analysis = *w->traces().session().analysis();
        const Residual& r = analysis.deviations->residuals[analysis.deviations->largest[0]];
        const Row& order = w.schedule().rows[r.rank.value];
        std::size_t index = 0;
        while (order[index].id() != r.action)
            ++index;
        w.select(ActionPosition{r.rank, index});
        // On the axis of the measured lanes, which may begin behind the step's head.
        const Time predicted =
            r.predictedStart - analysis.deviations->measured.head + analysis.measured->timeline->head;
        verifyContains(w.inspector(),
                       {"\nPredicted\nStart: " + ui::timeText(predicted, "us"), "\nStarted later: "});
        w->traces().showMeasured(false);
        const QString text = w.inspector();
        verifyContains(text, {"\nMeasured\nStart: ", "\nStarts later: "});
        const std::string_view cause = causeText(r.cause);
        verifyContains(text, {QString("\nMain cause: ") +
                              QString::fromUtf8(cause.data(), static_cast<qsizetype>(cause.size()))});
    }

    void labelledProfilesHaveStreams()
    {
        openProfiles(w, profilesOf(kStraggler));
        const ui::StreamLanes& streams = *tracePanel(w).streams();
        QStringList names;
        for (int lane = 0; lane < streams.laneCount(); ++lane)
            names << streams.laneName(lane);
        QVERIFY2(names.contains("rank 0 · pipeline"), qPrintable(names.join('\n')));
        QVERIFY2(names.contains("rank 0 · sends"), qPrintable(names.join('\n')));
        QVERIFY(w->pane()->isVisible());
    }

    void filesAreListedAndNothingElse()
    {
        openProfiles(w, profilesOf(kStraggler));
        tracePanel(w).setPage(ui::TracePanel::Files);
        QCOMPARE(tracePanel(w).table(TraceList::Files)->list()->model()->rowCount(), 4);
    }

    void columnsThatMatterAreInView()
    {
        w->resize(1280, 800);
        openProfiles(w, profilesOf(kStraggler));
        tracePanel(w).setPage(ui::TracePanel::Deviations);
        const QTreeView& list = *tracePanel(w).table(TraceList::Deviations)->list();
        QCOMPARE(list.model()->headerData(2, Qt::Horizontal).toString(), "Cause");
        int width = 0;
        for (int column = 0; column < 6; ++column)
            width += list.columnWidth(column);
        QVERIFY2(width <= 690, qPrintable(QString::number(width)));
    }

    void aProfileWithoutActionsHasTheRoom()
    {
        const QString path = QString::fromStdString(tracePath("deepseek_train.json").string());
        if (!QFileInfo::exists(path))
            QSKIP("the published profile is not here");
        w->resize(1280, 800);
        const auto* schedule = w->findChild<QDockWidget*>("schedule-dock");
        openProfiles(w, {path});
        QVERIFY(w->modes().mode() == ui::WindowMode::Profile);
        QVERIFY(!w->pane()->isVisible());
        QVERIFY(!schedule->isVisible());
        QVERIFY(w->traces().sheet()->isVisible());
        QTRY_VERIFY(tracePanel(w).streams()->height() > 400);
        w->traces().sheet()->close();
        // Its page leads back to the details.
        QVERIFY(w->modes().noRunPage()->isVisible());
        w.trigger("trace.details");
        QVERIFY(w->traces().sheet()->isVisible());
        w.trigger("mode.design");
        QVERIFY(w->pane()->isVisible() && schedule->isVisible());
        // What is made anew in the document needs the place.
        w.trigger("mode.profile");
        QVERIFY(!w->pane()->isVisible());
        openProfiles(w, {w.write("small.csv", "0F0,0F1,,,0B0,0B1\n,1F0,1F1,1B0,1B1,\n")});
        QVERIFY(w->pane()->isVisible());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceViewsTest)
#include "window_trace_views_test.moc"
