// SPDX-License-Identifier: Apache-2.0
// The bubble rate against microbatches or ranks: in the background, and always of the present document.
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_charts_support.h"

namespace bubblescope::test {

using namespace ui;

namespace {

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

    FreshWindow w;
    ShownCharts charts{w};

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void thePresentIsAmongThePoints()
    {
        charts.open("1f1b:ranks=4,microbatches=8", "chart.sweep");
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
                 "32 microbatches · bubble rate 9.4 % · idle 8.6 % · 105 steps");
    }

    void againstRanks()
    {
        charts.open("gpipe:ranks=4,microbatches=8", "chart.sweep");
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
        charts.open("gpipe:ranks=4,microbatches=8", "chart.sweep");
        w.type(w.number("microbatches"), "16");
        QTRY_COMPARE(charts.sweep()->present->value, std::int64_t{16});
        charts.settle();
        QCOMPARE(pointAt(*charts.sweep(), 16)->bubbleRate, 3.0 / 16);
        WhatIf whatIf;
        whatIf.kinds[ActionKind::Forward] = 3;
        w.document().setWhatIf(whatIf);
        QTRY_COMPARE(w.document().evaluation()->whatIf, whatIf);
        charts.settle();
        QCOMPARE(pointAt(*charts.sweep(), 16)->makespan, w.timeline().makespan);
        // What changes nothing of it is not swept again.
        w.setRange({1, 2});
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
        // Large enough to be seen at work.
        w.start("1f1b:ranks=64,microbatches=2048");
        w.trigger("chart.sweep");
        auto* progress = charts.panel().findChild<QProgressBar*>("chart-progress");
        auto* cancel = charts.panel().findChild<QPushButton*>("chart-cancel");
        QTRY_VERIFY(progress->isVisible() && cancel->isVisible());
        QCOMPARE(cancel->text(), "Cancel");
        QTRY_VERIFY(charts.sweep() && !charts.sweep()->points.empty());
        QVERIFY(charts.panel().isSweeping());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(!charts.panel().isSweeping());
        QVERIFY(!progress->isVisible());
        QCOMPARE(cancel->text(), "Sweep again");
        QVERIFY(w->charts().panel()->note().startsWith("Stopped after "));
        const std::size_t known = charts.sweep()->points.size();
        QTest::qWait(400);
        QCOMPARE(charts.sweep()->points.size(), known);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(charts.panel().isSweeping());
    }

    void whatIsLeftOutIsTold()
    {
        charts.open("dualpipev:ranks=4,microbatches=16", "chart.sweep");
        const SweepChartPtr sweep = charts.sweep();
        QVERIFY(!sweep->refusals.empty());
        ScheduleRequest request = *requestFromText("dualpipev:ranks=4,microbatches=16");
        request.microbatches = sweep->refusals.front().value;
        QCOMPARE(sweep->refusals.front().reason, checkRequest(request).front().message);
        verifyBegins(w->charts().panel()->note(), "Left out: 2, 3");
        auto* note = charts.panel().findChild<QWidget*>("chart-note");
        QVERIFY(note->isVisible());
        QVERIFY(note->toolTip().startsWith(
            QString("2: %1").arg(QString::fromStdString(sweep->refusals.front().reason.text()))));
    }

    void aLoadedOrderHasNone()
    {
        w.open("own.csv", "0F0,0B0\n1F0,1B0\n");
        QTRY_COMPARE(w.ranks(), 2U);
        charts.show("chart.sweep");
        QVERIFY(!charts.sweep());
        QVERIFY(charts.panel().message().startsWith("This order was read from a file or edited."));
        QVERIFY(!charts.panel().isSweeping());
        charts.show("chart.memory");
        QVERIFY(charts.times() && charts.panel().message().isEmpty());
    }

    void itStopsWhenNobodyLooks()
    {
        w.start("1f1b:ranks=64,microbatches=2048");
        w.trigger("chart.sweep");
        QTRY_VERIFY(charts.panel().isSweeping());
        charts.panel().parentWidget()->hide();
        QVERIFY(!charts.panel().isSweeping());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowSweepTest)
#include "window_sweep_test.moc"
