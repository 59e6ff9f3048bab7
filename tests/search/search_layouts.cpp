// SPDX-License-Identifier: Apache-2.0
// The layout that a search finds with its order: allowed, complete, and never slower than a recipe's.
#include <QTest>

#include "core/generate/generate.h"
#include "core/search/layer_split.h"
#include "core/search/search_layout.h"
#include "core/sweep/sweep.h"
#include "core/time/simulate.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <numeric>

using namespace bubblescope;

namespace {

BlockCost timedBlock(double forward, double activation)
{
    BlockCost block;
    block.forward = forward;
    block.backwardInput = forward;
    block.backwardWeight = forward;
    block.activation = activation;
    return block;
}

/// A model whose ends weigh more than a layer, with experts behind its first layers.
SearchProblem layoutSearchProblem(std::uint32_t ranks, std::uint32_t microbatches)
{
    SearchProblem problem;
    problem.ranks = ranks;
    problem.microbatches = microbatches;
    BlockCosts& blocks = problem.costs.blocks.emplace();
    blocks.embedding = timedBlock(0.25, 1);
    blocks.layer = timedBlock(1, 1);
    blocks.expert = timedBlock(1.75, 2);
    blocks.prediction = timedBlock(2, 2);
    blocks.head = timedBlock(3, 4);
    problem.costs.denseLayers = 3;
    problem.costs.transfer.latency = 0.05;
    problem.schedules = {"1f1b", "interleaved-1f1b", "zb-h1", "megatron-interleaved"};
    return problem;
}

SearchBudget candidatesAlone()
{
    SearchBudget budget;
    budget.seconds.reset();
    budget.iterations = 0;
    budget.threads = 1;
    return budget;
}

/// The time of one of Megatron's orders with a layout.
Time timeWith(const SearchProblem& problem, const std::string& layout, const char* request)
{
    const auto order = std::make_shared<const Schedule>(generate(requestFromText(request).value()).value());
    CostModel costs = problem.costs;
    costs.layout = layout;
    return simulate(order, costs.forStages(order->stageCount)).value().makespan;
}

} // namespace

class SearchLayouts : public QObject
{
    Q_OBJECT

private slots:
    void neverSlowerThanARecipe_data()
    {
        test::addRows<uint, const char*, const char*>({
            {"loss with a layer", 0U, "Ettt|(tttt|)*2tttL", "1f1b:ranks=4,microbatches=8"},
            {"chunks", 0U, "Et|(tt|)*6tL", "megatron-interleaved:ranks=4,microbatches=8,stages-per-rank=2"},
            {"prediction alone", 1U, "Ettt|(tt|)*5tm|L",
             "megatron-interleaved:ranks=4,microbatches=8,stages-per-rank=2"},
            {"empty stage", 1U, "|Et*4|t*10|mL", "1f1b:ranks=4,microbatches=8"},
        });
    }
    void neverSlowerThanARecipe()
    {
        const auto& [predictions, recipe, request] = test::givenRow<uint, const char*, const char*>();
        const SearchProblem problem = layoutSearchProblem(4, 8);
        const std::string text(recipe);
        const Layout given = parseLayout(text, 4).value();
        std::uint32_t layers = 0;
        for (const std::string& stage : given.stages)
            layers += static_cast<std::uint32_t>(std::count(stage.begin(), stage.end(), Layout::kDecoder));
        for (const std::string& named : {std::string(), text}) {
            const SearchResult found =
                searchLayout(problem, {layers, predictions, named}, candidatesAlone()).value();
            QVERIFY(found.best != nullptr);
            const Layout layout = parseLayout(found.layout, 4).value();
            QVERIFY(checkLayout(layout, {std::nullopt, layers, predictions}).has_value());
            QVERIFY(found.best->objective <= timeWith(problem, text, request) * (1 + 1e-9));
            QCOMPARE(found.recipe.has_value(), !named.empty());
            if (found.recipe)
                QVERIFY(found.best->objective <= *found.recipe);
            QCOMPARE(std::accumulate(found.layersPerStage->begin(), found.layersPerStage->end(), 0U), layers);
        }
    }

    void layersAreSplitForWhatThePassesHold()
    {
        SearchProblem problem = layoutSearchProblem(4, 8);
        problem.schedules = {"1f1b"};
        problem.stagesPerRank = 1;
        for (BlockCost* block : {&problem.costs.blocks->layer, &problem.costs.blocks->expert})
            block->activation = 10;
        problem.passes = {"recompute"};
        const std::string uneven = "Ettt|(tttttt|)*2tL"; // 16 layers
        problem.memoryLimit = 70;                        // less than rank 1 holds without recomputation
        const SearchResult found = searchLayout(problem, {16, 0, uneven}, candidatesAlone()).value();
        QVERIFY(found.best && found.recipe);
        QCOMPARE(found.best->pass, std::string("recompute"));
        QVERIFY(found.best->objective < 0.95 * *found.recipe);
        QVERIFY(found.best->peakMemory <= 70);
        // The same from nothing.
        const SearchResult free = searchLayout(problem, {16, 0, {}}, candidatesAlone()).value();
        QVERIFY(free.best && free.best->objective <= found.best->objective * (1 + 1e-9));
    }

    void limitsOfRanksAreOneForEach()
    {
        SearchProblem problem = layoutSearchProblem(4, 8);
        problem.schedules = {"1f1b", "group-interleaved-1f1b"};
        for (BlockCost* block : {&problem.costs.blocks->layer, &problem.costs.blocks->expert})
            block->activation = 2;
        const RankValues limits(std::vector<double>{60, 20, 20, 40});
        SearchProblem ofDevices = problem;
        problem.costs.memoryLimit = limits;
        ofDevices.costs.deviceMemory = limits;
        const auto found = [](const SearchProblem& each) {
            const SearchResult result = searchLayout(each, {12, 0, {}}, candidatesAlone()).value();
            return result.best ? result.best->objective : -1;
        };
        const Time plain = found(problem);
        QVERIFY(plain > 0);
        QCOMPARE(found(ofDevices), plain);
        // More to choose from is never slower.
        problem.passes = {"recompute"};
        ofDevices.passes = {"recompute", "offload:time=0.2"};
        QVERIFY(found(problem) <= plain);
        QVERIFY(found(ofDevices) <= plain);
    }

    void splitsAreReadFromLayouts()
    {
        for (const char* text : {"Ettt|(tttt|)*2tttL", "Et|t|tm|L", "E|||tL"}) {
            const Layout layout = parseLayout(text, 4).value();
            const auto split = search::splitOf(layout);
            QVERIFY2(split && search::layoutOf(*split, 4).stages == layout.stages, text);
        }
        QVERIFY(!search::splitOf(parseLayout("|Et|t|L", 4).value()));
    }

    void doubtfulPassesAreWarnedOf()
    {
        SearchProblem problem;
        problem.schedules = {"1f1b"};
        problem.passes = {"offload"};
        const SearchResult found = searchSchedule(problem, candidatesAlone()).value();
        QCOMPARE(found.warnings.size(), std::size_t{1});
        QVERIFY(found.warnings.front().text().starts_with("the copies of offload take no time"));
        SweepPlan plan;
        plan.schedules = {requestFromText("1f1b").value()};
        plan.ranks = {4};
        plan.microbatches = {8};
        plan.tried = {"offload", "recompute"};
        QCOMPARE(warningsOf(plan).size(), std::size_t{1});
        QCOMPARE(warningsOf(plan).front().text(), found.warnings.front().text());
    }

    void layersMoveAwayFromAHeavyEnd()
    {
        const SearchProblem problem = layoutSearchProblem(4, 16);
        const auto order = std::make_shared<const Schedule>(
            generate(requestFromText("1f1b:ranks=4,microbatches=16").value()).value());
        const search::LayerSplit even{{4, 4, 4, 4}, 0, 3, 3};
        const search::LayerSplit better = search::climbed(even, {order}, problem.costs, 1000, {});
        QVERIFY(search::timeOf(better, {order}, problem.costs)
                    .isBetterThan(search::timeOf(even, {order}, problem.costs)));
        QVERIFY(better.decoders.back() < 4);
        QVERIFY(search::isAllowed(better, 4));
        QCOMPARE(std::accumulate(better.decoders.begin(), better.decoders.end(), 0U), 16U);
    }

    void theLimitHolds()
    {
        SearchProblem problem = layoutSearchProblem(4, 8);
        problem.costs.memoryLimit = RankValues(24.0);
        const SearchResult found = searchLayout(problem, {12, 0, {}}, candidatesAlone()).value();
        QVERIFY(found.best != nullptr);
        QVERIFY(found.best->peakMemory <= 24.0 * (1 + 1e-9));
    }

    void whatIsNoLayoutIsRefused()
    {
        SearchProblem problem = layoutSearchProblem(4, 8);
        QVERIFY(!searchLayout(problem, {0, 0, {}}, candidatesAlone()));
        QVERIFY(!searchLayout(problem, {8, 0, "Et|tL"}, candidatesAlone()));
        QVERIFY(!searchLayout(problem, {8, 0, "Ex|tL"}, candidatesAlone()));
        problem.placement = PlacementKind::V;
        QVERIFY(!searchLayout(problem, {8, 0, {}}, candidatesAlone()));
        problem = layoutSearchProblem(4, 8);
        problem.costs.blocks.reset();
        QVERIFY(!searchLayout(problem, {8, 0, {}}, candidatesAlone()));
    }
};

BUBBLESCOPE_TEST(SearchLayouts)
#include "search_layouts.moc"
