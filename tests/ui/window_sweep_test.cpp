// SPDX-License-Identifier: Apache-2.0
// The bubble rate against microbatches or ranks: in the background, and always of the present document.
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_charts_support.h"
#include "ui/charts/charts_controller.h"

#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>

namespace bubblescope::test {

using namespace ui;

namespace {

void start(ShownWindow& w, const char* text)
{
    w->files().startNew(*requestFromText(text));
    const std::size_t ranks = requestFromText(text)->ranks;
    QTRY_VERIFY(w.document().evaluation() && w.ranks() == ranks && !w.document().isBusy());
}

const SweepPoint* pointAt(const SweepChart& sweep, std::int64_t value)
{
    const auto at = std::find_if(sweep.points.begin(), sweep.points.end(),
                                 [value](const SweepPoint& point) { return point.value == value; });
    return at == sweep.points.end() ? nullptr : &*at;
}

} // namespace

class WindowSweepTest : public QObject
{
    Q_OBJECT

private slots:
    void thePresentIsAmongThePoints()
    {
        ShownWindow w;
        start(w, "1f1b:ranks=4,microbatches=8");
        ShownCharts charts(w);
        charts.show("chart.sweep");
        const SweepChartPtr sweep = charts.sweep();
        QVERIFY(sweep && sweep->present);
        QCOMPARE(sweep->present->value, std::int64_t{8});
        QCOMPARE(sweep->present->bubbleRate, w.document().evaluation()->metrics.bubbleRate);
        const SweepPoint* point = pointAt(*sweep, 8);
        QVERIFY(point);
        QCOMPARE(point->bubbleRate, sweep->present->bubbleRate);
        QCOMPARE(point->makespan, sweep->present->makespan);
        QCOMPARE(pointAt(*sweep, 32)->bubbleRate, 3.0 / 32);
        QCOMPARE(charts.told(charts.at(32, 10)),
                 QStringLiteral("32 microbatches · bubble rate 9.4 % · idle 8.6 % · 105 steps"));
    }

    void againstRanks()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=4,microbatches=8");
        ShownCharts charts(w);
        charts.show("chart.sweep");
        charts.panel().setAxis(SweepAxis::Ranks);
        charts.settle();
        const SweepChartPtr sweep = charts.sweep();
        QVERIFY(sweep && sweep->axis == SweepAxis::Ranks);
        QCOMPARE(sweep->present->value, std::int64_t{4});
        QCOMPARE(pointAt(*sweep, 8)->bubbleRate, 7.0 / 8);
        QCOMPARE(pointAt(*sweep, 1)->bubbleRate, 0.0);
    }

    void aChangeOfTheDocumentStartsItAnew()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=4,microbatches=8");
        ShownCharts charts(w);
        charts.show("chart.sweep");
        w.type(w.number("microbatches"), QStringLiteral("16"));
        QTRY_COMPARE(charts.sweep()->present->value, std::int64_t{16});
        charts.settle();
        QCOMPARE(pointAt(*charts.sweep(), 16)->bubbleRate, 3.0 / 16);
        WhatIf whatIf;
        whatIf.kinds[ActionKind::Forward] = 3;
        w.document().setWhatIf(whatIf);
        QTRY_COMPARE(w.document().evaluation()->whatIf, whatIf);
        charts.settle();
        QCOMPARE(pointAt(*charts.sweep(), 16)->makespan, w.document().evaluation()->timeline->makespan);
        // What changes nothing of it is not swept again.
        w.view().navigation().setRange({1, 2});
        w.trigger("chart.memory");
        charts.settle();
        const auto before = charts.panel().isSweeping();
        QVERIFY(!before);
        w.trigger("chart.sweep");
        QVERIFY(!charts.panel().isSweeping());
        QVERIFY(pointAt(*charts.sweep(), 16));
    }

    void pointsComeWhileItRunsAndCancelStopsIt()
    {
        ShownWindow w;
        // Large enough to be seen at work.
        start(w, "1f1b:ranks=64,microbatches=2048");
        ShownCharts charts(w);
        w.trigger("chart.sweep");
        auto* progress = charts.panel().findChild<QProgressBar*>(QStringLiteral("chart-progress"));
        auto* cancel = charts.panel().findChild<QPushButton*>(QStringLiteral("chart-cancel"));
        QTRY_VERIFY(progress->isVisible() && cancel->isVisible());
        QCOMPARE(cancel->text(), QStringLiteral("Cancel"));
        QTRY_VERIFY(charts.sweep() && !charts.sweep()->points.empty());
        QVERIFY(charts.panel().isSweeping());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(!charts.panel().isSweeping());
        QVERIFY(!progress->isVisible());
        QCOMPARE(cancel->text(), QStringLiteral("Sweep again"));
        QVERIFY(w->charts().panel()->note().startsWith(QStringLiteral("Stopped after ")));
        const std::size_t known = charts.sweep()->points.size();
        QTest::qWait(400);
        QCOMPARE(charts.sweep()->points.size(), known);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(charts.panel().isSweeping());
    }

    void whatIsLeftOutIsTold()
    {
        ShownWindow w;
        start(w, "dualpipev:ranks=4,microbatches=16");
        ShownCharts charts(w);
        charts.show("chart.sweep");
        const SweepChartPtr sweep = charts.sweep();
        QVERIFY(!sweep->refusals.empty());
        ScheduleRequest request = *requestFromText("dualpipev:ranks=4,microbatches=16");
        request.microbatches = sweep->refusals.front().value;
        QCOMPARE(sweep->refusals.front().reason, checkRequest(request).front().message);
        QVERIFY2(w->charts().panel()->note().startsWith(QStringLiteral("Left out: 2, 3")),
                 qPrintable(w->charts().panel()->note()));
        auto* note = charts.panel().findChild<QWidget*>(QStringLiteral("chart-note"));
        QVERIFY(note->isVisible());
        QVERIFY(note->toolTip().startsWith(
            QStringLiteral("2: %1").arg(QString::fromStdString(sweep->refusals.front().reason.text()))));
    }

    void aLoadedOrderHasNone()
    {
        ShownWindow w;
        w.openFile(w.write(QStringLiteral("own.csv"), "0F0,0B0\n1F0,1B0\n"));
        QTRY_COMPARE(w.ranks(), 2U);
        ShownCharts charts(w);
        charts.show("chart.sweep");
        QVERIFY(!charts.sweep());
        QVERIFY(charts.panel().message().startsWith(
            QStringLiteral("This order was read from a file or edited.")));
        QVERIFY(!charts.panel().isSweeping());
        charts.show("chart.memory");
        QVERIFY(charts.times() && charts.panel().message().isEmpty());
    }

    void itStopsWhenNobodyLooks()
    {
        ShownWindow w;
        start(w, "1f1b:ranks=64,microbatches=2048");
        ShownCharts charts(w);
        w.trigger("chart.sweep");
        QTRY_VERIFY(charts.panel().isSweeping());
        charts.panel().parentWidget()->hide();
        QVERIFY(!charts.panel().isSweeping());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowSweepTest)
#include "window_sweep_test.moc"
