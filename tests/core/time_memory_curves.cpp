// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/lower/pass.h"
#include "core/time/memory_curves.h"
#include "tests/core/every_schedule.h"
#include "tests/core/memory_oracle.h"
#include "tests/support/test_program.h"

#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

Timeline timeMemoryCurvesTimed(std::string_view order, const CostModel& costs)
{
    return timelineOf(std::make_shared<const Schedule>(parse(order)), costs);
}

/// "0 3@1 2@7": the level at the start, then each step.
std::string stepsText(const MemoryCurves& curves, std::uint32_t rank)
{
    std::string text;
    for (const MemoryStep& step : curves.steps(RankId{rank}))
        text +=
            text.empty() ? fmt::format("{:g}", step.level) : fmt::format(" {:g}@{:g}", step.level, step.time);
    return text;
}

std::string actionAt(const Timeline& timeline, const std::optional<ActionPosition>& at)
{
    return at ? actionText(timeline.schedule->at(*at).id()) : "nothing";
}

StageValues drawn(Dice& dice, std::uint32_t stages, std::uint32_t most)
{
    std::vector<double> values(stages);
    for (double& value : values)
        value = 1 + dice.below(most);
    return StageValues(std::move(values));
}

/// Whole numbers above 0, so that sums are exact and everything lasts.
CostModel drawnCosts(Dice& dice, std::uint32_t stages)
{
    CostModel costs;
    costs.forward = drawn(dice, stages, 5);
    costs.backwardInput = drawn(dice, stages, 5);
    costs.backwardWeight = drawn(dice, stages, 5);
    costs.transfer.latency = dice.below(3);
    costs.unshard = drawn(dice, stages, 6);
    costs.reshard = drawn(dice, stages, 2);
    costs.reduceGrad = drawn(dice, stages, 6);
    costs.overlapsFsdp = dice.below(2) == 0;
    costs.activation = drawn(dice, stages, 9);
    costs.activationKeptUntilWeight = drawn(dice, stages, 4);
    for (double& share : costs.activationKeptUntilWeight.values)
        share = (share - 1) / 2;
    costs.parameters = drawn(dice, stages, 20);
    costs.gradients = drawn(dice, stages, 20);
    if (dice.below(3) == 0)
        costs.parameters = StageValues(0.0);
    if (dice.below(3) == 0)
        costs.gradients = StageValues(0.0);
    costs.memoryLimit = 10 + dice.below(60);
    return costs;
}

/// Where the curves differ from the oracle's levels, in words.
std::string deviation(const MemoryCurves& curves, const Timeline& timeline, const CostModel& costs,
                      std::uint32_t rank)
{
    const MemoryOracle oracle(timeline, costs, rank);
    double most = -1;
    std::optional<Time> beyond;
    for (const Time t : oracle.moments()) {
        const double expected = oracle.levelAt(t);
        if (curves.levelAt(RankId{rank}, t) != expected)
            return fmt::format("rank {} holds {} at {}, expected {}", rank, curves.levelAt(RankId{rank}, t),
                               t, expected);
        most = std::max(most, expected);
        if (!beyond && expected > costs.memoryLimit->at(RankId{rank}))
            beyond = t;
    }
    if (curves.peak(RankId{rank}).level != most)
        return fmt::format("peak of rank {} is {}; expected {}", rank, curves.peak(RankId{rank}).level, most);
    const auto& crossing = curves.crossing(RankId{rank});
    if (crossing.has_value() != beyond.has_value() || (beyond && crossing->time != *beyond))
        return fmt::format("rank {} crosses at {}, expected {}", rank, crossing ? crossing->time : -1,
                           beyond.value_or(-1));
    return {};
}

} // namespace

/// What ranks hold over time, against levels worked out from scratch at every moment.
class TimeMemoryCurves : public QObject
{
    Q_OBJECT

private slots:
    void steps_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<double>("kept");
        QTest::addColumn<double>("parameters");
        QTest::addColumn<double>("gradients");
        QTest::addColumn<QString>("steps");
        const auto add = [](const char* name, const char* order, double kept, double parameters,
                            double gradients, const char* steps) {
            QTest::newRow(name) << order << kept << parameters << gradients << steps;
        };
        add("an activation lasts from its F's start to its B's end", "0F0 0B0", 1, 0, 0, "1 0@3");
        add("one after the other it stays", "0F0 0B0 0F1 0B1", 1, 0, 0, "1 0@6");
        add("I frees what W does not keep", "0F0 0F1 0I0 0W0 0I1 0W1", 0.25, 0, 0,
            "1 2@1 1.25@3 1@4 0.25@5 0@6");
        add("I may add", "0F0 0I0 0W0", 1.5, 0, 0, "1 1.5@1 0@3");
        add("a block holds its highest sum while it lasts", "0F0 (0F1;0B0)OVERLAP_F_B 0B1", 1, 0, 0,
            "1 2@1 1@4 0@6");
        add("B first in a block", "0F0 (0B0;0F1)OVERLAP_B_F 0B1", 1, 0, 0, "1 0@6");
        add("parameters are always there", "0F0 0B0", 1, 10, 0, "11 10@3");
        add("parameters from UNSHARD to RESHARD", "0UNSHARD 0F0 0RESHARD 0UNSHARD 0B0 0RESHARD", 1, 10, 0,
            "10 11@2 10@8 0@9");
        add("parameters of one stage after the other", "0UNSHARD 0F0 0RESHARD 1UNSHARD 1F0 1RESHARD", 1, 10,
            0, "10 11@2 12@6 2@8");
        add("gradients from the first B to REDUCE_GRAD", "0F0 0F1 0B0 0B1 0REDUCE_GRAD 0F2 0B2", 1, 0, 5,
            "1 2@1 7@2 6@4 5@6 1@9 6@10 5@12");
    }

    void steps()
    {
        QFETCH(QString, order);
        QFETCH(double, kept);
        QFETCH(double, parameters);
        QFETCH(double, gradients);
        QFETCH(QString, steps);
        CostModel costs;
        costs.activationKeptUntilWeight = StageValues(kept);
        costs.parameters = StageValues(parameters);
        costs.gradients = StageValues(gradients);
        costs.unshard = StageValues(2.0);
        costs.reshard = StageValues(1.0);
        costs.reduceGrad = StageValues(3.0);
        const MemoryCurvesPtr curves =
            MemoryCurves::build(timeMemoryCurvesTimed(order.toStdString(), costs), costs);
        QCOMPARE(QString::fromStdString(stepsText(*curves, 0)), steps);
    }

    void optimizerStatesAreAlwaysThere()
    {
        CostModel costs;
        costs.optimizer = StageValues(30.0);
        costs.gradients = StageValues(5.0);
        const auto steps = [&](const char* order) {
            const MemoryCurvesPtr curves = MemoryCurves::build(timeMemoryCurvesTimed(order, costs), costs);
            return QString::fromStdString(stepsText(*curves, 0));
        };
        QCOMPARE(steps("0F0 0B0"), "31 36@1 35@3");
        // Once for each stage that the rank computes, also where its parameters are gathered.
        QCOMPARE(steps("0F0 1F0"), "61 62@1");
        costs.parameters = StageValues(10.0);
        QCOMPARE(steps("0UNSHARD 0F0 0RESHARD"), "41 31@1");
        QVERIFY(!MemoryCurves::build(timeMemoryCurvesTimed("0F0 0B0", costs), costs)->countsActivations());
    }

    void peakAndCrossingNameTheirAction()
    {
        CostModel costs;
        costs.memoryLimit = 2;
        costs.activation = StageValues(std::vector<double>{1, 2});
        const Timeline timeline =
            timeMemoryCurvesTimed("0F0 0F1 0F2 0B0 0B1 0B2\n1F0 1F1 1B0 1F2 1B1 1B2", costs);
        const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
        QCOMPARE(curves->highestPeak(), 4.0);
        QCOMPARE(curves->peakRank().value, 1U);
        QCOMPARE(curves->peak(RankId{0}).level, 3.0);
        QCOMPARE(QString::fromStdString(actionAt(timeline, curves->peak(RankId{0}).action)), "0F2");
        QCOMPARE(QString::fromStdString(actionAt(timeline, curves->crossing(RankId{0})->action)), "0F2");
        QCOMPARE(curves->crossing(RankId{0})->level, 3.0);
        // Both cross at 2: the lower rank is named.
        QCOMPARE(curves->crossing(RankId{1})->time, 2.0);
        QCOMPARE(curves->firstCrossing()->time, 2.0);
        QCOMPARE(curves->firstCrossing()->action.rank.value, 0U);
    }

    void aRankBeyondTheLimitFromTheStart()
    {
        CostModel costs;
        costs.parameters = StageValues(8.0);
        costs.memoryLimit = 4;
        const MemoryCurvesPtr curves = MemoryCurves::build(timeMemoryCurvesTimed("0F0 0B0", costs), costs);
        QCOMPARE(curves->firstCrossing()->time, 0.0);
        QCOMPARE(curves->firstCrossing()->level, 8.0);
    }

    void roundingIsNoCrossing()
    {
        CostModel costs;
        costs.activation = StageValues(0.1);
        costs.memoryLimit = 0.3;
        QVERIFY(0.1 + 0.1 + 0.1 > 0.3);
        QVERIFY(!MemoryCurves::build(timeMemoryCurvesTimed("0F0 0F1 0F2 0B0 0B1 0B2", costs), costs)
                     ->firstCrossing());
        costs.memoryLimit = 0.2999;
        QVERIFY(MemoryCurves::build(timeMemoryCurvesTimed("0F0 0F1 0F2 0B0 0B1 0B2", costs), costs)
                    ->firstCrossing());
    }

    void peakIsThatOfTheMetrics()
    {
        int compared = 0;
        for (const auto& [request, schedule] : everySchedule())
            for (const double kept : {1.0, 0.5, 0.3, 1.2}) {
                CostModel costs;
                costs.activationKeptUntilWeight = StageValues(kept);
                const Timeline timeline = timelineOf(schedule, costs);
                const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
                const Metrics metrics = measure(timeline, costs);
                for (std::uint32_t r = 0; r < curves->rankCount(); ++r) {
                    QVERIFY2(curves->peak(RankId{r}).level == metrics.perRank[r].peakActivations,
                             request.c_str());
                    QVERIFY2(curves->highest(RankId{r}, 0, timeline.makespan) ==
                                 curves->peak(RankId{r}).level,
                             request.c_str());
                }
                QVERIFY2(curves->highestPeak() == metrics.peakActivations, request.c_str());
                QCOMPARE(curves->peakRank().value, metrics.peakRank);
                ++compared;
            }
        qInfo("%d timelines compared", compared);
        QVERIFY(compared > 300);
    }

    void levelsAreThoseOfTheOracle()
    {
        Dice dice(2);
        int compared = 0;
        for (const auto& [request, schedule] : everySchedule())
            for (const char* pass : {"", "torch", "torch:max_active_stages=2", "fsdp"}) {
                SchedulePtr order = schedule;
                if (*pass != '\0') {
                    Result<Schedule> lowered = applyPass(pass, *schedule);
                    if (!lowered)
                        continue;
                    order = std::make_shared<const Schedule>(std::move(*lowered));
                }
                if (order->actionCount() > 1500)
                    continue;
                const CostModel costs = drawnCosts(dice, order->stageCount);
                const Timeline timeline = timelineOf(order, costs);
                const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
                for (std::uint32_t r = 0; r < curves->rankCount(); ++r) {
                    const std::string wrong = deviation(*curves, timeline, costs, r);
                    QVERIFY2(wrong.empty(), (request + " " + pass + ": " + wrong).c_str());
                }
                ++compared;
            }
        qInfo("%d timelines compared", compared);
        QVERIFY(compared > 200);
    }

    void extremesOfWindows()
    {
        Dice dice(3);
        CostModel costs;
        costs.rankFactor[1] = 1.5;
        for (const char* request : {"gpipe:ranks=3,microbatches=700", "1f1b:ranks=3,microbatches=700"}) {
            const Timeline timeline = timelineOf(generated(request), costs);
            const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
            const RankId rank{2};
            const auto steps = curves->steps(rank);
            QVERIFY(steps.size() > 1000);
            for (std::size_t i = 1; i < steps.size(); ++i)
                QVERIFY(steps[i - 1].time < steps[i].time && steps[i - 1].level != steps[i].level);
            for (int i = 0; i < 4000; ++i) {
                const Time t0 = dice.below(static_cast<std::uint32_t>(timeline.makespan * 4)) / 4.0;
                const Time t1 = t0 + (1 + dice.below(i % 2 == 0 ? 30 : 9000)) / 4.0;
                double highest = curves->levelAt(rank, t0);
                double lowest = highest;
                for (const MemoryStep& step : steps)
                    if (step.time >= t0 && step.time < t1) {
                        highest = std::max(highest, step.level);
                        lowest = std::min(lowest, step.level);
                    }
                QCOMPARE(curves->highest(rank, t0, t1), highest);
                QCOMPARE(curves->lowest(rank, t0, t1), lowest);
            }
        }
    }
};

BUBBLESCOPE_TEST(TimeMemoryCurves)
#include "time_memory_curves.moc"
