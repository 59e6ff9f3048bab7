// SPDX-License-Identifier: Apache-2.0
// Working orders against the simulation, the memory curves and plain moves of a row.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/search/dispatch_annealing.h"
#include "core/search/order_moves.h"
#include "core/search/peak_memory.h"
#include "core/search/search_bound.h"
#include "core/search/wave_order.h"
#include "core/time/memory_curves.h"
#include "tests/core/every_schedule.h"
#include "tests/search/search_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::search;

namespace {

StageValues drawnValues(Dice& dice, std::uint32_t stages)
{
    std::vector<double> values(stages);
    for (double& value : values)
        value = (1 + dice.below(40)) / 8.0;
    return StageValues(std::move(values));
}

CostModel drawn(Dice& dice, std::uint32_t stages, std::uint32_t ranks)
{
    CostModel costs;
    costs.forward = drawnValues(dice, stages);
    costs.backwardInput = drawnValues(dice, stages);
    costs.backwardWeight = drawnValues(dice, stages);
    costs.activation = drawnValues(dice, stages);
    costs.activationKeptUntilWeight = StageValues(dice.below(5) / 4.0);
    costs.transfer.latency = dice.below(4) * 0.25;
    if (ranks > 1 && dice.below(2) == 0)
        costs.transfer.links.push_back({1, 0, 3.0, std::nullopt, std::nullopt});
    if (dice.below(3) == 0)
        costs.rankFactor[dice.below(ranks)] = 1.5;
    if (dice.below(3) == 0)
        costs.overlap.fallback = OverlapRule::Fallback::Max;
    if (dice.below(2) == 0) {
        costs.parameters = drawnValues(dice, stages);
        costs.gradients = drawnValues(dice, stages);
    }
    return costs;
}

double spanOf(const Timeline& timeline, const CostModel& costs)
{
    return measure(timeline, costs).longestRankSpan;
}

} // namespace

class SearchOrders : public QObject
{
    Q_OBJECT

private slots:
    void timesAreTheSimulations()
    {
        Dice dice(7);
        int compared = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            if (!model)
                continue;
            const WorkingOrder order(*schedule, *model);
            QVERIFY2(order.schedule(*model, schedule->name).rows == withoutBubbles(*schedule).rows,
                     request.c_str());
            const Timeline timeline = timelineOf(schedule, costs);
            OrderTimer makespans(*model, SearchObjective::Makespan);
            OrderTimer spans(*model, SearchObjective::RankSpan);
            QCOMPARE(makespans.time(order)->objective, timeline.makespan);
            QCOMPARE(spans.time(order)->objective, spanOf(timeline, costs));
            QVERIFY(makespans.time(order, timeline.makespan));
            QVERIFY(!makespans.time(order, timeline.makespan * 0.999));
            QVERIFY(makespans.time(order));
            ++compared;
        }
        QVERIFY(compared > 60);
    }

    void peaksAreTheCurves()
    {
        Dice dice(8);
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const double expected = MemoryCurves::build(timelineOf(schedule, costs), costs)->highestPeak();
            QVERIFY2(std::abs(peakMemory(*schedule, costs) - expected) < 1e-9 * expected, request.c_str());
        }
    }

    void changesAndBack()
    {
        Dice dice(9);
        Random random(5);
        int deadlocks = 0;
        int timed = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            if (!model)
                continue;
            const WorkingOrder before(*schedule, *model);
            WorkingOrder order = before;
            OrderTimer timer(*model, SearchObjective::Makespan);
            MoveChooser chooser(*model);
            std::vector<Change> done;
            for (int i = 0; i < 60; ++i) {
                if (timer.time(order))
                    chooser.look(order, timer);
                const std::optional<Change> change = chooser.choose(order, random);
                if (!change)
                    continue;
                order.apply(*change, *model);
                const auto moved = std::make_shared<const Schedule>(order.schedule(*model, "moved"));
                const std::optional<OrderTime> time = timer.time(order);
                const auto timeline = simulate(moved, costs);
                QCOMPARE(time.has_value(), timeline.has_value());
                if (!time) {
                    order.undo(*change, *model);
                    ++deadlocks;
                    continue;
                }
                QCOMPARE(time->objective, timeline->makespan);
                QVERIFY2(problems(*moved).empty(), request.c_str());
                done.push_back(*change);
                ++timed;
            }
            for (auto change = done.rbegin(); change != done.rend(); ++change)
                order.undo(*change, *model);
            QVERIFY2(order == before, request.c_str());
        }
        QVERIFY(timed > 500);
        QVERIFY(deadlocks > 0);
    }

    void runsOfTheChainTouch()
    {
        const SchedulePtr schedule = generated("1f1b:ranks=2,microbatches=2");
        const OrderModel model = *OrderModel::of(*schedule, {});
        const WorkingOrder order(*schedule, model);
        OrderTimer timer(model, SearchObjective::Makespan);
        QCOMPARE(timer.time(order)->objective, 9.0);
        std::vector<OrderTimer::Run> runs;
        timer.criticalRuns(order, runs);
        std::string text;
        for (const OrderTimer::Run& run : runs)
            text += fmt::format("rank {} to {}, {} cells\n", run.last.rank, run.last.index, run.length);
        // 0F0 on rank 0, all of rank 1, then the last backward.
        QCOMPARE(text, "rank 0 to 3, 1 cells\nrank 1 to 3, 4 cells\nrank 0 to 0, 1 cells\n");
    }

    /// Orders far from any family's, each within what it holds itself.
    void boundsOfWalkedOrders()
    {
        Dice dice(10);
        Random random(6);
        int compared = 0;
        int tight = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            if (!model)
                continue;
            WorkingOrder order(*schedule, *model);
            for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan}) {
                OrderTimer timer(*model, objective);
                MoveChooser chooser(*model);
                for (int i = 0; i < 40; ++i) {
                    const std::optional<OrderTime> time = timer.time(order);
                    chooser.look(order, timer);
                    const double peak = peakMemory(order.schedule(*model, ""), costs);
                    const OrderBound bound = boundOf(*model, peak, objective, true);
                    QVERIFY2(bound.value <= time->objective * (1 + 1e-9),
                             fmt::format("{}: {} ({}) above {}", request, bound.value, bound.text.text(),
                                         time->objective)
                                 .c_str());
                    QVERIFY(bound.value >= boundOf(*model, std::nullopt, objective, true).value);
                    tight += bound.value > 0.95 * time->objective ? 1 : 0;
                    ++compared;
                    const std::optional<Change> change = chooser.choose(order, random);
                    if (!change)
                        continue;
                    order.apply(*change, *model);
                    if (!timer.time(order))
                        order.undo(*change, *model);
                }
            }
        }
        qInfo("within 5 %% of the bound: %d of %d", tight, compared);
        QVERIFY(compared > 3000);
        QVERIFY(tight > compared / 20);
    }

    /// Where no family stays within the limit, but one microbatch fits; more memory is not slower.
    void patternsFitWhereOneMicrobatchDoes_data()
    {
        addRows<int, int, PlacementKind, int>({
            {"a V of 5 ranks", 5, 8, PlacementKind::V, 2},
            {"a V of 3 ranks", 3, 6, PlacementKind::V, 2},
            {"a loop of 4 ranks", 4, 6, PlacementKind::Loop, 2},
            {"a stage each", 4, 6, PlacementKind::Loop, 1},
        });
    }

    void patternsFitWhereOneMicrobatchDoes()
    {
        const auto& [ranks, microbatches, placement, stagesPerRank] =
            givenRow<int, int, PlacementKind, int>();
        SearchProblem problem;
        problem.ranks = static_cast<std::uint32_t>(ranks);
        problem.microbatches = static_cast<std::uint32_t>(microbatches);
        problem.costs = costsOf(9, 14, 7, 0.5);
        problem.placement = placement;
        problem.stagesPerRank = static_cast<std::uint32_t>(stagesPerRank);
        double before = std::numeric_limits<double>::infinity();
        for (const double limit : {1.0, 1.5, 2.0, 2.5}) {
            problem.memoryLimit = limit;
            const SearchResult result = searched(problem, iterationsAlone(400));
            QVERIFY(result.best->peakMemory <= limit + 1e-9);
            QVERIFY(validate(*result.best->timeline->schedule).empty());
            QVERIFY(result.bound <= result.best->objective);
            QVERIFY(result.best->objective <= before);
            before = result.best->objective;
        }
        problem.memoryLimit = 0.9;
        QVERIFY(!searchSchedule(problem, iterationsAlone(400))->best);
    }

    void wavesAreTheSimulations()
    {
        constexpr double kAny = std::numeric_limits<double>::infinity();
        Dice dice(11);
        int compared = 0;
        int within = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            const std::optional<WaveOrder> waves =
                model ? waveOrderOf(WorkingOrder(*schedule, *model), *model) : std::nullopt;
            if (!waves || !WaveTimer::canTime(*model))
                continue;
            const double limit = peaksOf(*schedule, costs).againstLimit;
            for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan})
                for (const double most : {kAny, limit}) {
                    WaveTimer timer(*model, most, objective);
                    if (!timer.time(*waves, kAny)) {
                        QVERIFY2(most == limit, request.c_str());
                        continue;
                    }
                    const double time = timer.objective();
                    QVERIFY(timer.time(*waves, time));
                    QVERIFY(!timer.time(*waves, time * 0.999));
                    const auto made = std::make_shared<const Schedule>(timer.schedule(*waves));
                    QVERIFY2(problems(*made).empty(), request.c_str());
                    QVERIFY2(peaksOf(*made, costs).againstLimit <= most * (1 + 2e-9), request.c_str());
                    const Timeline timeline = timelineOf(made, costs);
                    QCOMPARE(time, objective == SearchObjective::Makespan ? timeline.makespan
                                                                          : spanOf(timeline, costs));
                    ++compared;
                    within += most == limit ? 1 : 0;
                }
        }
        QVERIFY(compared > 100);
        QVERIFY(within > 30);
    }

    /// Whatever is urgent: a whole order within the limit, and simulated it is no slower.
    void everyRuleGivesAnOrder()
    {
        constexpr double kAny = std::numeric_limits<double>::infinity();
        Dice dice(12);
        int made = 0;
        int tight = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            const double peak = peaksOf(*schedule, costs).againstLimit;
            for (const double share : {1.0, 0.7, 0.5, 0.35}) {
                if (!model || !Dispatcher::canRun(*model, share * peak))
                    continue;
                DispatchRule rule;
                rule.keys.resize(2 * std::size_t{model->units()});
                rule.gates.resize(model->microbatches());
                for (Time& key : rule.keys)
                    key = dice.below(200);
                for (Time& gate : rule.gates)
                    gate = dice.below(2) * dice.below(100);
                rule.patience = dice.below(3);
                for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan}) {
                    Dispatcher dispatcher(*model, share * peak, objective);
                    QVERIFY2(dispatcher.run(rule, kAny), request.c_str());
                    const double time = dispatcher.objective();
                    QVERIFY(dispatcher.run(rule, time));
                    QVERIFY(!dispatcher.run(rule, time * 0.999));
                    const Schedule order = dispatcher.schedule(rule);
                    QVERIFY2(problems(order).empty(), request.c_str());
                    QVERIFY2(peaksOf(order, costs).againstLimit <= share * peak * (1 + 2e-9),
                             request.c_str());
                    const Timeline timeline = timelineOf(std::make_shared<const Schedule>(order), costs);
                    if (objective == SearchObjective::Makespan)
                        QVERIFY2(timeline.makespan <= time * (1 + 1e-9), request.c_str());
                    ++made;
                    tight += share < 1 ? 1 : 0;
                }
            }
        }
        QVERIFY(made > 100);
        QVERIFY(tight > 50);
    }

    /// From the place of a change on, and as a whole.
    void aChangedRuleRunsAsFromTheBeginning()
    {
        constexpr double kAny = std::numeric_limits<double>::infinity();
        Dice dice(3);
        int kept = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawn(dice, schedule->stageCount, schedule->rankCount());
            const std::optional<OrderModel> model = OrderModel::of(*schedule, costs);
            const double limit = 0.7 * peaksOf(*schedule, costs).againstLimit;
            if (!model || !Dispatcher::canRun(*model, limit))
                continue;
            const auto objective = kept % 2 == 0 ? SearchObjective::Makespan : SearchObjective::RankSpan;
            Dispatcher again(*model, limit, objective);
            Dispatcher whole(*model, limit, objective);
            DispatchRule rule;
            rule.keys.resize(2 * std::size_t{model->units()});
            rule.gates.resize(model->microbatches());
            QVERIFY(again.run(rule, kAny));
            again.keep();
            const std::uint32_t way = 2 * model->stages();
            for (int change = 0; change < 60; ++change) {
                const std::uint32_t first = dice.below(model->microbatches());
                const std::uint32_t last = first + dice.below(model->microbatches() - first);
                const std::uint32_t begin = dice.below(way);
                DispatchRule changed = rule;
                for (std::uint32_t m = first; m <= last; ++m) {
                    for (std::uint32_t place = begin; place < way; ++place)
                        changed.keys[std::size_t{m} * way + place] += dice.below(20);
                    if (begin == 0)
                        changed.gates[m] = dice.below(30);
                }
                const Time cutoff = dice.below(3) == 0 ? again.objective() : kAny;
                const bool isThere = again.runAgain(changed, {first, last, begin}, cutoff);
                QCOMPARE(whole.run(changed, cutoff), isThere);
                if (!isThere)
                    continue;
                QCOMPARE(again.objective(), whole.objective());
                QCOMPARE(again.meanEnd(), whole.meanEnd());
                if (dice.below(2) == 0)
                    continue;
                again.keep();
                ++kept;
                rule = changed;
                QVERIFY(again.schedule(rule).rows == whole.schedule(rule).rows);
            }
        }
        QVERIFY2(kept > 400, fmt::format("{}", kept).c_str());
    }

    /// At five eighths of 1F1B's memory.
    void rulesBecomeBetter()
    {
        constexpr double kLimit = 2.5;
        const SchedulePtr schedule = generated("zbv:ranks=4,microbatches=12");
        CostModel costs = costsOf(4.5, 7, 3.5, 0.5);
        costs.activation = StageValues(0.5);
        const auto model = std::make_shared<const OrderModel>(*OrderModel::of(*schedule, costs));
        QVERIFY(Dispatcher::canRun(*model, kLimit));
        DispatchAnnealing annealing(model, kLimit, SearchObjective::Makespan, 1);
        DispatchAnnealing again(model, kLimit, SearchObjective::Makespan, 1);
        const Time regular = annealing.best().objective;
        std::uint64_t tried = 0;
        const auto run = [&](DispatchAnnealing& each) {
            return each.run(
                30'000, [] { return false; }, [&](std::uint64_t tries) { tried += tries; });
        };
        QVERIFY(run(annealing));
        QVERIFY(run(again));
        QCOMPARE(tried, std::uint64_t{60'000});
        const TimedOrder& best = annealing.best();
        QVERIFY2(best.objective < 0.98 * regular, fmt::format("{}", best.objective).c_str());
        QVERIFY(best.order == again.best().order);
        const Schedule order = best.order.schedule(*model, "");
        QVERIFY(peakMemory(order, costs) <= kLimit + 1e-9);
        QCOMPARE(timelineOf(std::make_shared<const Schedule>(order), costs).makespan, best.objective);
        QVERIFY(boundOf(*model, kLimit, SearchObjective::Makespan, false).value <= best.objective);
    }

    void changesAreCounted()
    {
        const SchedulePtr schedule = generated("zb-auto:ranks=2,microbatches=3");
        const OrderModel model = *OrderModel::of(*schedule, {});
        const WorkingOrder before(*schedule, model);
        WorkingOrder after = before;
        QCOMPARE(changesBetween(before, after), std::uint64_t{0});
        Row row = schedule->rows[1];
        std::rotate(row.begin() + 2, row.begin() + 3, row.end());
        Schedule moved = *schedule;
        moved.rows[1] = row;
        QCOMPARE(changesBetween(before, WorkingOrder(moved, model)), std::uint64_t{1});
    }
};

BUBBLESCOPE_TEST(SearchOrders)
#include "search_orders.moc"
