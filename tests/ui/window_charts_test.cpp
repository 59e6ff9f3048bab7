// SPDX-License-Identifier: Apache-2.0
// Charts of what the timeline shows: drawn, pointed at, clicked, zoomed.
#include "core/chart/chart_line.h"
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_charts_support.h"
#include "ui/charts/chart_words.h"
#include "ui/charts/charts_controller.h"
#include "ui/widgets/look.h"

namespace bubblescope::test {

using namespace ui;

namespace {

double highestOf(const ChartLine& line)
{
    double highest = 0;
    for (const ChartPoint& point : line.points)
        highest = std::max(highest, point.value);
    return highest;
}

} // namespace

class WindowChartsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;
    ShownCharts charts{w};

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void nothingIsMadeWhileNobodyLooks()
    {
        QVERIFY(w->charts().panel());
        QVERIFY(!w->charts().panel()->isVisible());
        w.start("1f1b:ranks=4,microbatches=8");
        QVERIFY(std::holds_alternative<std::monostate>(w->charts().panel()->content()));
        charts.show("view.charts");
        QVERIFY(w->charts().panel()->isVisible());
        QVERIFY(charts.times());
        QVERIFY(charts.chart().hasFocus());
    }

    void memoryOfEachRank()
    {
        charts.open("1f1b:ranks=4,microbatches=8", "chart.memory");
        const TimeChartPtr chart = charts.times();
        QVERIFY(chart);
        QCOMPARE(chart->lines.size(), std::size_t{4});
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            QCOMPARE(chart->lines[rank].rank, RankId{rank});
            QCOMPARE(highestOf(chart->lines[rank]),
                     w.document().evaluation()->memory->peak(RankId{rank}).level);
        }
        QVERIFY(!chart->band);
        QCOMPARE(chart->range, (TimeRange{0, 33}));
        QCOMPARE(charts.chart().accessibleName(), "Memory per rank: 4 ranks, highest 4 activations");
        QVERIFY(w->charts().panel()->note().isEmpty());
    }

    void memoryByPart()
    {
        w.start("1f1b:ranks=4,microbatches=8");
        CostModel costs = w.document().state().costs;
        costs.activation = StageValues(10.0);
        costs.parameters = StageValues(20.0);
        w.document().setCosts(costs, "Costs");
        w.settle();
        charts.show("chart.memory");
        auto* byPart = w->findChild<QCheckBox*>("chart-by-part");
        QVERIFY(byPart->isVisible() && !byPart->isChecked());
        QTest::mouseClick(byPart, Qt::LeftButton, {}, QPoint(8, byPart->height() / 2));
        charts.settle();
        const TimeChartPtr chart = charts.times();
        QVERIFY(chart && chart->stack && chart->lines.empty() && !chart->band);
        QCOMPARE(chart->partsOf, RankId{0}); // which holds most
        QCOMPARE(chart->layers.size(), std::size_t{2});
        QCOMPARE(chart->layers[0].front().value, 20.0);
        QCOMPARE(charts.chart().accessibleName(), "Memory by part, rank 0: Rank 0, highest 60");
        QVERIFY2(charts.panel().note().startsWith("Rank 0, which holds most"),
                 qPrintable(charts.panel().note()));
        const Time moment = 10.5;
        const double held = chart->curve(RankId{0}).levelAt(moment) - 20;
        const QString told = charts.told(charts.at(moment, 5));
        QVERIFY2(told.endsWith(QStringLiteral(" · activations of forwards %1 · parameters 20").arg(held)),
                 qPrintable(told));
        // Of the rank that is selected.
        w.view().revealLane(RankId{2});
        w.view().chosen().select(ActionPosition{RankId{2}, 0});
        charts.settle();
        QTRY_COMPARE(charts.times()->partsOf, RankId{2});
        charts.show("chart.inFlight");
        QVERIFY(!byPart->isVisible());
        w.reopen();
        QVERIFY(w->findChild<QCheckBox*>("chart-by-part")->isChecked());
    }

    void microbatchesInFlight()
    {
        charts.open("gpipe:ranks=2,microbatches=3", "chart.inFlight");
        const TimeChartPtr chart = charts.times();
        QVERIFY(chart && chart->kind == ChartKind::InFlight);
        QCOMPARE(highestOf(chart->lines[0]), 3.0);
        QCOMPARE(charts.chart().accessibleName(),
                 "Microbatches in flight per rank: 2 ranks, highest 3 microbatches");
    }

    void pointingTellsAndClickingGoesThere()
    {
        charts.open("gpipe:ranks=2,microbatches=3", "chart.inFlight");
        // Rank 0 runs its forwards until 3 and waits until 6 for its first backward.
        const TimeChartPtr chart = charts.times();
        const Time moment = 1.5;
        QCOMPARE(chart->curve(RankId{0}).levelAt(moment), 2.0);
        QSignalSpy hovered(&charts.panel(), &ChartsPanel::hovered);
        const QString told = charts.told(charts.at(moment, 2));
        QVERIFY2(told.startsWith("rank 0 · 1.5") && told.endsWith("2 microbatches"), qPrintable(told));
        QCOMPARE(hovered.count(), 1);
        QCOMPARE(hovered.front().front().toString(), told);
        QTest::mouseClick(&charts.viewport(), Qt::LeftButton, {}, charts.at(moment, 2));
        QVERIFY(w.chosen());
        QCOMPARE(w.chosen()->rank, RankId{0});
        QCOMPARE(w.timeline().startOf(*w.chosen()), 1.0);
        // Where nothing runs, the gap.
        charts.settle();
        QTest::mouseClick(&charts.viewport(), Qt::LeftButton, {}, charts.at(4.5, 3));
        QVERIFY(w.gap() && w.gap()->rank == RankId{0});
        // The right button opens a menu and goes nowhere.
        const auto before = w.chosen();
        QTest::mouseClick(&charts.viewport(), Qt::RightButton, {}, charts.at(moment, 2));
        QCOMPARE(w.chosen(), before);
        // Beside the plot nothing is told.
        QVERIFY(charts.told(QPoint(1, 1)).isEmpty());
    }

    void keysGoFromFigureToFigure()
    {
        charts.open("gpipe:ranks=2,microbatches=3", "chart.inFlight");
        QWidget& chart = charts.chart();
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Home);
        QTest::keyClick(&chart, Qt::Key_Home);
        verifyContains(chart.accessibleDescription(), {"· 0 steps ·"});
        while (chart.accessibleDescription().startsWith("rank 1"))
            QTest::keyClick(&chart, Qt::Key_Up);
        QCOMPARE(chart.accessibleDescription(), "rank 0 · 0 steps · 1 microbatch");
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.accessibleDescription(), "rank 0 · 1 step · 2 microbatches");
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.accessibleDescription(), "rank 0 · 1 step · 2 microbatches");
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(w.chosen());
        QCOMPARE(w.timeline().startOf(*w.chosen()), 1.0);
        charts.settle();
        // The figure stays when the chart is drawn anew for the selection.
        QCOMPARE(chart.accessibleDescription(), "rank 0 · 1 step · 2 microbatches");
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.accessibleDescription(), "rank 1 · 1 step · 1 microbatch");
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(chart.accessibleDescription().isEmpty() && chart.hasFocus());
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
    }

    void theTimelinesRangeIsShared()
    {
        charts.open("1f1b:ranks=4,microbatches=8", "chart.memory");
        w.setRange({6, 12});
        charts.settle();
        QCOMPARE(charts.times()->range, (TimeRange{6, 12}));
        // And back.
        const QPoint place = charts.at(9, 1);
        QWheelEvent wheel(place, charts.viewport().mapToGlobal(place), {}, {0, 240}, {}, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&charts.viewport(), &wheel);
        QVERIFY(w.range().to - w.range().from < 5);
        QVERIFY(w.range().from > 6 && w.range().to < 12);
        charts.settle();
        QCOMPARE(charts.times()->range, w.range());
        // Without it the chart shows the whole run, and zooms by itself.
        auto* follow = charts.panel().findChild<QCheckBox*>("chart-follow");
        QTest::mouseClick(follow, Qt::LeftButton, {}, QPoint(8, follow->height() / 2));
        charts.settle();
        QCOMPARE(charts.times()->range, (TimeRange{0, 33}));
        const TimeRange before = w.range();
        const QPoint middle = charts.at(16, 1);
        QWheelEvent again(middle, charts.viewport().mapToGlobal(middle), {}, {0, 240}, {}, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&charts.viewport(), &again);
        charts.settle();
        QVERIFY(charts.times()->range.from > 0 && charts.times()->range.to < 33);
        QCOMPARE(w.range(), before);
    }

    void theSelectedRankStandsOut()
    {
        charts.open("1f1b:ranks=64,microbatches=64", "chart.memory");
        const auto hasLine = [&](std::uint32_t rank) {
            const TimeChartPtr chart = charts.times();
            return std::any_of(chart->lines.begin(), chart->lines.end(),
                               [&](const ChartLine& line) { return line.rank == RankId{rank}; });
        };
        QVERIFY(!hasLine(30));
        w.select(30, 3);
        charts.settle();
        QVERIFY(hasLine(30));
        QCOMPARE(charts.panel().picture().selected, std::optional(RankId{30}));
        w.view().clearSelection();
        charts.settle();
        QVERIFY(!hasLine(30));
    }

    void timeByKind()
    {
        charts.open("1f1b:ranks=4,microbatches=8", "chart.kinds");
        const KindChartPtr chart = charts.kinds();
        QVERIFY(chart);
        QCOMPARE(chart->ranks.size(), std::size_t{4});
        for (const KindTimes& rank : chart->ranks) {
            QCOMPARE(rank.of(TimeKind::Forward), 8.0);
            QCOMPARE(rank.of(TimeKind::Backward), 16.0);
            QCOMPARE(rank.of(TimeKind::Idle), 9.0);
        }
        QCOMPARE(charts.told(charts.onBar(2, 4)), "rank 2 · Forward · 8 steps · 24.2 %");
        QCOMPARE(charts.told(charts.onBar(3, 20)), "rank 3 · Backward · 16 steps · 48.5 %");
        QCOMPARE(charts.told(charts.onBar(0, 30)), "rank 0 · Idle · 9 steps · 27.3 %");
        // The colours are the timeline's.
        const QImage image = charts.viewport().grab().toImage();
        QCOMPARE(image.pixelColor(charts.onBar(1, 4)), Look::instance().role(Role::Forward));
        QCOMPARE(image.pixelColor(charts.onBar(1, 20)), Look::instance().role(Role::Backward));
        // Of the shown range; rank 0 stands on top.
        w.setRange({0, 1});
        charts.settle();
        QCOMPARE(charts.kinds()->ranks[0].of(TimeKind::Forward), 1.0);
        QCOMPARE(charts.kinds()->ranks[3].of(TimeKind::Idle), 1.0);
        const QImage begin = charts.viewport().grab().toImage();
        QCOMPARE(begin.pixelColor(charts.onBar(0, 0.5)), Look::instance().role(Role::Forward));
        QCOMPARE(begin.pixelColor(charts.onBar(3, 0.5)), Look::instance().role(Role::Idle));
    }

    void manyRanksAreABandAndSomeLines()
    {
        w.start("1f1b:ranks=256,microbatches=512");
        for (const char* id : {"chart.memory", "chart.inFlight"}) {
            charts.show(id);
            const TimeChartPtr chart = charts.times();
            QVERIFY(chart && chart->band);
            QCOMPARE(chart->lines.size(), std::size_t{16});
            QCOMPARE(chart->lines.front().rank, RankId{0});
            QCOMPARE(chart->lines.back().rank, RankId{255});
            QVERIFY(chart->pointCount() < kMostChartPoints);
            QCOMPARE(highestOf(chart->lines.front()), 256.0);
            QCOMPARE(*std::max_element(chart->band->highest.begin(), chart->band->highest.end()), 256.0);
            QCOMPARE(
                w->charts().panel()->note(),
                QStringLiteral(
                    "Band: lowest to highest of all 256 ranks, dashed: their median; lines: 16 of them."));
        }
        // Any rank can be pointed at, be it drawn or not.
        const Time middle = w.timeline().makespan / 2;
        const double level = charts.times()->curve(RankId{101}).levelAt(middle);
        QVERIFY(charts.told(charts.at(middle, level)).startsWith("rank 10"));
        charts.show("chart.kinds");
        QCOMPARE(charts.kinds()->ranks.size(), std::size_t{256});
        const std::size_t size = charts.panel().frame().scale.groupSize;
        QVERIFY(size > 1);
        QCOMPARE(w->charts().panel()->note(), QString("Each bar is the mean of %1 ranks.").arg(size));
        QVERIFY(charts.told(charts.onBar(1, 10))
                    .startsWith(QString("ranks %1 to %2, mean").arg(size).arg(2 * size - 1)));
    }

    void anotherScheduleAnotherChart()
    {
        charts.open("1f1b:ranks=8,microbatches=8", "chart.memory");
        QCOMPARE(charts.times()->lines.size(), std::size_t{8});
        w.start("gpipe:ranks=2,microbatches=4");
        charts.settle();
        QCOMPARE(charts.times()->lines.size(), std::size_t{2});
        QCOMPARE(charts.times()->evaluation, w.document().evaluation());
    }

    void theChartFollowsTheTheme()
    {
        charts.open("1f1b:ranks=4,microbatches=8", "chart.kinds");
        for (const ThemeName theme : {ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Light}) {
            Look::instance().apply(theme);
            charts.settle();
            const QImage image = charts.viewport().grab().toImage();
            QCOMPARE(image.pixelColor(3, 3), LookColors::of(theme).panel);
            QCOMPARE(image.pixelColor(charts.onBar(1, 4)), colorOf(Theme::get(theme).color(Role::Forward)));
        }
    }

    void aDragMovesTheTimeAxis()
    {
        for (const bool follows : {false, true}) {
            w.begin();
            charts.open("1f1b:ranks=4,microbatches=32", "chart.memory");
            charts.panel().setFollows(follows);
            charts.settle();
            const QPoint middle = charts.at(charts.times()->range.to / 2, 2);
            QWheelEvent wheel(middle, charts.viewport().mapToGlobal(middle), {}, {0, 720}, {}, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(&charts.viewport(), &wheel);
            charts.settle();
            const TimeRange before = charts.times()->range;
            const Time held = charts.panel().frame().valueAtX(middle.x());
            QTest::mousePress(&charts.viewport(), Qt::LeftButton, {}, middle);
            QTest::mouseMove(&charts.viewport(), middle + QPoint(20, 0));
            QTest::mouseMove(&charts.viewport(), middle + QPoint(60, 5));
            charts.settle();
            QCOMPARE(charts.viewport().cursor().shape(), Qt::ClosedHandCursor);
            QTest::mouseRelease(&charts.viewport(), Qt::LeftButton, {}, middle + QPoint(60, 5));
            charts.settle();
            const TimeRange after = charts.times()->range;
            QVERIFY(after.from < before.from);
            QVERIFY(std::abs((after.to - after.from) - (before.to - before.from)) < 1e-9);
            QVERIFY(std::abs(charts.panel().frame().xOf(held) - middle.x() - 60) < 1.5);
            QVERIFY(charts.viewport().cursor().shape() != Qt::ClosedHandCursor);
            QVERIFY(!w.chosen()); // no click
        }
    }

    void sizesHaveTheirUnit()
    {
        w.start("1f1b:ranks=4,microbatches=8");
        CostModel costs;
        costs.activation = StageValues(6e9);
        costs.memoryUnit = MemoryUnit::Bytes;
        w.document().setCosts(costs, "Sizes");
        w.settle();
        charts.show("chart.memory");
        QCOMPARE(ChartWords::valueTitle(*charts.times()), "Memory, GB");
        QCOMPARE(ChartWords::valueUnit(*charts.times()), 1e9);
        verifyContains(charts.told(charts.at(10, 24e9)), {"24 GB"});
    }

    void controlsAreNamedAndKept()
    {
        charts.show("chart.kinds");
        for (const QWidget* child : charts.panel().findChildren<QWidget*>())
            if (child->isVisible() && child->focusPolicy() != Qt::NoFocus)
                QVERIFY2(!child->accessibleName().isEmpty(), child->metaObject()->className());
        QVERIFY(w.action("chart.kinds")->isChecked());
        charts.panel().setFollows(false);
        w.reopen();
        QCOMPARE(w->charts().panel()->kind(), ChartKind::Kinds);
        QVERIFY(!w->charts().panel()->follows());
        QVERIFY(w->charts().panel()->isVisible());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowChartsTest)
#include "window_charts_test.moc"
