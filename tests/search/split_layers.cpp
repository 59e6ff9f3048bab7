// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/search/split_layers.h"
#include "core/time/simulate.h"
#include "tests/search/search_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <functional>
#include <limits>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

BlockCost block(double forward, double input, double weight)
{
    BlockCost cost;
    cost.forward = forward;
    cost.backwardInput = input;
    cost.backwardWeight = weight;
    return cost;
}

CostModel blocks(double embedding, double layer, double head)
{
    CostModel costs;
    costs.blocks = BlockCosts{
        block(embedding, 0, embedding), block(layer, layer, layer), {}, {}, block(head, head, head), 0};
    return costs;
}

/// Every split with a layer on each stage but the first and the last.
double leastOfAll(const CostModel& costs, const Placement& placement, std::uint32_t layers)
{
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> split(placement.stageCount(), 0);
    const std::function<void(std::size_t, std::uint32_t)> fill = [&](std::size_t stage, std::uint32_t left) {
        if (stage + 1 == split.size()) {
            split[stage] = left;
            least = std::min(least, slowestRank(costs, placement, split));
            return;
        }
        for (std::uint32_t count = stage == 0 ? 0 : 1; count <= left; ++count) {
            split[stage] = count;
            fill(stage + 1, left - count);
        }
    };
    fill(0, layers);
    return least;
}

std::string splitText(const CostModel& costs, const Placement& placement, std::uint32_t layers)
{
    const auto split = splitLayers(costs, placement, layers);
    return split ? fmt::format("{}", fmt::join(*split, ",")) : split.error().text();
}

} // namespace

class SplitLayers : public QObject
{
    Q_OBJECT

private slots:
    void evenWithoutEnds()
    {
        QCOMPARE(splitText(blocks(0, 1, 0), {PlacementKind::Loop, 4, 1}, 8), "2,2,2,2");
        // What is left over goes where the fewest activations wait.
        QCOMPARE(splitText(blocks(0, 1, 0), {PlacementKind::Loop, 4, 1}, 9), "2,2,2,3");
        QCOMPARE(splitText(blocks(0, 1, 0), {PlacementKind::Loop, 2, 2}, 8), "2,2,2,2");
    }

    void fewerBesideAHeavyHead()
    {
        QCOMPARE(splitText(blocks(0, 1, 2), {PlacementKind::Loop, 4, 1}, 10), "3,3,3,1");
        QCOMPARE(splitText(blocks(0, 1, 9), {PlacementKind::Loop, 4, 1}, 12), "4,4,4,0");
        // In a V the rank with the head has the embedding, too.
        QCOMPARE(splitText(blocks(0.1, 1, 2), {PlacementKind::V, 2, 2}, 10), "2,3,3,2");
    }

    void refusals()
    {
        QCOMPARE(splitText(blocks(0, 1, 0), {PlacementKind::Loop, 4, 2}, 5),
                 "5 layers are too few for 8 stages, which need 6");
        QCOMPARE(splitText({}, {PlacementKind::Loop, 4, 1}, 5),
                 "layers can be split only if the costs are given by block (embedding, layer, head)");
    }

    void noOtherSplitIsBetter()
    {
        Dice dice(12);
        int compared = 0;
        for (int i = 0; i < 300; ++i) {
            const std::uint32_t ranks = 1 + dice.below(3);
            const std::uint32_t perRank = 1 + dice.below(2);
            const PlacementKind kind = std::array{PlacementKind::Loop, PlacementKind::V, PlacementKind::Block,
                                                  PlacementKind::Mirror}[dice.below(4)];
            if (kind == PlacementKind::Mirror && (ranks % 2 != 0 || perRank != 1))
                continue;
            const Placement placement{kind, ranks, perRank};
            CostModel costs = blocks(dice.below(5) * 0.5, 1 + dice.below(3) * 0.25, dice.below(9) * 0.5);
            if (kind != PlacementKind::Mirror && dice.below(2) == 0)
                costs.rankFactor[dice.below(ranks)] = 1.5;
            const std::uint32_t layers = placement.stageCount() + dice.below(6);
            const auto split = valueOf(splitLayers(costs, placement, layers));
            QCOMPARE(std::accumulate(split.begin(), split.end(), 0U), layers);
            QVERIFY(std::abs(slowestRank(costs, placement, split) - leastOfAll(costs, placement, layers)) <
                    1e-9);
            ++compared;
        }
        QVERIFY(compared > 150);
    }

    void searchSplits()
    {
        SearchProblem problem;
        problem.costs = blocks(0.2, 1, 3);
        problem.layers = 18;
        problem.stagesPerRank = 1;
        problem.placement = PlacementKind::Loop;
        const SearchResult split = searched(problem, iterationsAlone(100));
        QVERIFY(split.layersPerStage);
        // With the fastest slowest rank, 5,5,5,3, the fastest order takes 159.2.
        QCOMPARE(fmt::format("{}", fmt::join(*split.layersPerStage, ",")), "5,6,5,2");
        QVERIFY(std::abs(split.best->objective - 149.2) < 1e-9);
        problem.layers.reset();
        problem.costs.layersPerStage = StageValues(std::vector<double>{5, 5, 4, 4});
        const SearchResult given = searched(problem, iterationsAlone(100));
        QVERIFY(!given.layersPerStage);
        QVERIFY(split.best->objective < given.best->objective);
    }

    /// In any placement the split is one that moving a layer does not make faster.
    void searchSplitsByTime_data()
    {
        addRows<PlacementKind, uint, const char*>({
            {"loop", PlacementKind::Loop, 1U, "1f1b"},
            {"interleaved", PlacementKind::Loop, 2U, "interleaved-1f1b"},
            {"V", PlacementKind::V, 2U, "zbv"},
            {"mirror", PlacementKind::Mirror, 2U, "dualpipe"},
        });
    }

    void searchSplitsByTime()
    {
        const auto& [placement, stagesPerRank, schedule] = givenRow<PlacementKind, uint, const char*>();
        SearchProblem problem;
        problem.ranks = 4;
        problem.microbatches = 8;
        problem.costs = blocks(0.4, 1, 5);
        problem.costs.transfer.latency = 0.3;
        problem.layers = 23;
        problem.stagesPerRank = stagesPerRank;
        problem.placement = placement;
        problem.schedules = {schedule};
        const SearchResult found = searched(problem, iterationsAlone(0));
        QVERIFY(found.best && found.layersPerStage);
        const std::vector<std::uint32_t> layers = *found.layersPerStage;
        QCOMPARE(std::accumulate(layers.begin(), layers.end(), 0U), 23U);
        const auto timeOf = [&](const std::vector<std::uint32_t>& split) {
            CostModel costs = problem.costs;
            costs.layersPerStage = StageValues(std::vector<double>(split.begin(), split.end()));
            return simulate(found.best->timeline->schedule,
                            costs.forStages(static_cast<std::uint32_t>(split.size())))
                .value()
                .makespan;
        };
        const Time time = timeOf(layers);
        QCOMPARE(time, found.best->objective);
        // Each stage of a mirror is on two ranks.
        const std::uint32_t shares = placement == PlacementKind::Mirror ? 1 : stagesPerRank;
        QVERIFY(time <= timeOf(valueOf(splitLayers(problem.costs, {placement, 4, shares}, 23))));
        for (std::size_t from = 0; from < layers.size(); ++from)
            for (std::size_t to = 0; to < layers.size(); ++to) {
                std::vector<std::uint32_t> other = layers;
                if (from == to || layers[from] < 2)
                    continue;
                --other[from];
                ++other[to];
                QVERIFY2(timeOf(other) >= time * (1 - 1e-9),
                         fmt::format("{} to {}: {} for {}", from, to, timeOf(other), time).c_str());
            }
    }

    void theStepIsShorterThanWithTheFastestSlowestRank()
    {
        int faster = 0;
        for (const double head : {2.0, 3.0, 5.0, 7.0})
            for (const std::uint32_t layers : {14U, 19U, 23U}) {
                SearchProblem problem;
                problem.ranks = 4;
                problem.microbatches = 6;
                problem.costs = blocks(0.4, 1, head);
                problem.layers = layers;
                problem.placement = PlacementKind::V;
                problem.stagesPerRank = 2;
                const SearchResult found = searched(problem, iterationsAlone(0));
                SearchProblem byRank = problem;
                const auto split = valueOf(splitLayers(problem.costs, {PlacementKind::V, 4, 2}, layers));
                byRank.layers.reset();
                byRank.costs.layersPerStage = StageValues(std::vector<double>(split.begin(), split.end()));
                const SearchResult before = searched(byRank, iterationsAlone(0));
                QVERIFY(found.best->objective <= before.best->objective * (1 + 1e-9));
                faster += found.best->objective < before.best->objective * (1 - 1e-9) ? 1 : 0;
            }
        qInfo("%d of 12 are faster", faster);
        QVERIFY(faster > 0);
    }

    void aLayoutStandsAgainstLayers()
    {
        SearchProblem problem;
        problem.ranks = 2;
        problem.costs = blocks(0.2, 1, 3);
        problem.costs.layout = "Et|tL";
        problem.layers = 4;
        const auto refused = searchSchedule(problem);
        QVERIFY(!refused);
        QCOMPARE(refused.error().text(),
                 "4 layers are to be split, but the costs' layout says which stage has which: leave out one "
                 "of them, or find a layout of that many (--layout)");
        problem.layers.reset();
        QVERIFY(searched(problem, iterationsAlone(0)).best);
    }
};

BUBBLESCOPE_TEST(SplitLayers)
#include "split_layers.moc"
