// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/simulate_broken.h"
#include "tests/core/change_support.h"
#include "tests/core/order_support.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

#include <functional>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Change linked(const std::vector<LinkCost>& links)
{
    return [links](CostModel& c) { c.transfer.links = links; };
}

/// Layers by stage, of blocks that give nothing else.
Change layered(const StageValues& layers)
{
    return [layers](CostModel& c) {
        c.blocks.emplace();
        c.layersPerStage = layers;
    };
}

/// A size that a block gives and the costs give, too.
Change givenTwice(BlockCost BlockCosts::*block, std::optional<double> BlockCost::*size,
                  StageValues CostModel::*values)
{
    return [=](CostModel& c) {
        c.blocks.emplace().*block.*size = 1;
        c.*values = StageValues(2.0);
    };
}

/// When the parts of F+B are done.
Change partsDone(std::optional<double> first, std::optional<double> second)
{
    return [=](CostModel& c) {
        OverlapTime& rule = c.overlap.times[{ActionKind::Forward, ActionKind::Backward}];
        rule.firstDone = first.value_or(rule.firstDone);
        rule.secondDone = second.value_or(rule.secondDone);
    };
}

constexpr const char* kTooLong = "the times add up to more than a number can hold: the largest is ";
constexpr const char* kAdvice = "; give smaller times or a larger time unit";

} // namespace

/// What costs are refused for, in which words.
class TimeCostChecks : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        addRows<Change, std::string>({
            {"link to itself", linked({{3, 3, 1.0, {}, {}}}),
             "p2p link from rank 3 to rank 3: a link joins two different ranks"},
            {"link twice", linked({{0, 1, 1.0, {}, {}}, {1, 0, {}, {}, {}}, {0, 1, {}, 1.0, {}}}),
             "p2p link from rank 0 to rank 1 stands twice"},
            {"latency of a link", linked({{0, 1, -1.0, {}, {}}}),
             "p2p latency from rank 0 to rank 1 is -1, but must be a finite number of at least 0"},
            {"bytes of a link", linked({{0, 1, {}, kInfinite, {}}}),
             "p2p bytes from rank 0 to rank 1 is inf, but must be a finite number of at least 0"},
            {"bandwidth of a link", linked({{0, 1, {}, {}, kNan}}),
             "p2p bandwidth from rank 0 to rank 1 is nan, but must be a finite number of at least 0"},
            {"sigma", [](CostModel& c) { c.jitter.sigma = -0.1; },
             "jitter sigma is -0.1, but must be a finite number of at least 0"},
            {"memory limit", [](CostModel& c) { c.memoryLimit = kNan; },
             "memory_limit is nan, but must be a finite number of at least 0"},
            {"parameters",
             [](CostModel& c) {
                 c.parameters = StageValues({1, -2});
             },
             "parameters of stage 1 is -2, but must be a finite number of at least 0"},
            {"gradients",
             [](CostModel& c) {
                 c.gradients = StageValues({1, 1, 1});
             },
             "gradients has 3 values, but the schedule has 2 stages: give one value for all or one for each "
             "stage"},
            {"a part done after the block", partsDone({}, 1.5),
             "overlap F+B: B is done at 1.5 of the block's time, but that must be from 0 to 1"},
            {"a part done at no number", partsDone(kNan, {}),
             "overlap F+B: F is done at nan of the block's time, but that must be from 0 to 1"},
            {"no part done with the block", partsDone(0.5, 0.75),
             "overlap F+B: the parts are done at 0.5 and 0.75 of the block's time, but the block ends with "
             "one of them: one must be 1"},
            {"layers without blocks", given(&CostModel::layersPerStage, 2.0),
             "layers_per_stage is given without blocks: it says how many of the blocks' layers each stage "
             "has"},
            {"half a layer", layered(StageValues({2, 2.5})),
             "layers_per_stage of stage 1 is 2.5, but must be a whole number"},
            {"half a layer on each", layered(StageValues(0.5)),
             "layers_per_stage is 0.5, but must be a whole number"},
            {"layers of three stages", layered(StageValues({2, 2, 2})),
             "layers_per_stage has 3 values, but the schedule has 2 stages: give one value for all or one "
             "for each stage"},
            {"time of a block", [](CostModel& c) { c.blocks.emplace().layer.backwardWeight = -1; },
             "blocks layer W is -1, but must be a finite number of at least 0"},
            {"size of a block", [](CostModel& c) { c.blocks.emplace().head.parameters = kInfinite; },
             "blocks head parameters is inf, but must be a finite number of at least 0"},
            {"time of an action", [](CostModel& c) { c.blocks.emplace().perAction = kNan; },
             "blocks per_action is nan, but must be a finite number of at least 0"},
            {"blocks and times",
             [](CostModel& c) {
                 c.blocks.emplace();
                 c.backwardInput = StageValues(1.0);
             },
             "blocks give the times: leave out backward_input"},
            {"blocks and activations",
             givenTwice(&BlockCosts::layer, &BlockCost::activation, &CostModel::activation),
             "blocks give the activations: leave out activation"},
            {"blocks and parameters",
             givenTwice(&BlockCosts::embedding, &BlockCost::parameters, &CostModel::parameters),
             "blocks give the parameters: leave out parameters"},
            {"blocks and gradients",
             givenTwice(&BlockCosts::head, &BlockCost::gradients, &CostModel::gradients),
             "blocks give the gradients: leave out gradients"},
            {"blocks and optimizer",
             givenTwice(&BlockCosts::layer, &BlockCost::optimizer, &CostModel::optimizer),
             "blocks give the optimizer's states: leave out optimizer"},
        });
    }

    void refuses()
    {
        const auto [change, expected] = fetchRow<Change, std::string>();
        const CostModel costs = changed(change);
        QCOMPARE(messageOf(costs.check(2)), expected);
        QCOMPARE(timed("0F0 0B0\n1F0 1B0", costs), expected);
    }

    void tellsWhatIsTooLong_data()
    {
        addRows<Change, std::string>({
            {"latency of a link", linked({{0, 1, 1e300, {}, {}}}),
             "p2p latency from rank 0 to rank 1, 1e+300"},
            {"a slow link", linked({{0, 1, {}, 1e200, 1e-100}}),
             "p2p bytes / bandwidth from rank 0 to rank 1, 1e+300"},
            {"a layer", [](CostModel& c) { c.blocks.emplace().layer.forward = 1e300; },
             "blocks layer F, 1e+300"},
            {"an action", [](CostModel& c) { c.blocks.emplace().perAction = 1e300; },
             "blocks per_action, 1e+300"},
            {"layers",
             [](CostModel& c) {
                 c.blocks.emplace().layer.forward = 1;
                 c.layersPerStage = StageValues(1e300);
             },
             "layers_per_stage, 1e+300"},
            {"jitter",
             [](CostModel& c) {
                 c.jitter = {1000, 2};
             },
             "the factor that jitter sigma 1000 may draw, inf"},
        });
    }

    void tellsWhatIsTooLong()
    {
        const auto [change, largest] = fetchRow<Change, std::string>();
        const auto timeline = simulateBroken(orderFrom("0F0\n1F0"), changed(change));
        QCOMPARE(messageOf(timeline), kTooLong + largest + kAdvice);
        QCOMPARE(timeline.error().kind, TimingFailure::Kind::BadInput);
    }

    void tellsWhatIsTooLarge()
    {
        const char* order = "0F0 0F1\n1F0 1F1";
        CostModel costs;
        costs.parameters = StageValues(std::vector<double>{1, 1e300});
        QCOMPARE(timed(order, costs), "the parameters add up to more than a number can hold: the largest is "
                                      "parameters of stage 1, 1e+300; give smaller ones");
        costs.parameters = StageValues(0.0);
        costs.blocks.emplace().layer.gradients = 1e295;
        QCOMPARE(timed(order, costs), "the gradients add up to more than a number can hold: the largest is "
                                      "blocks layer gradients, 1e+295; give smaller ones");
        costs.blocks.emplace().head.activation = 1e280;
        QCOMPARE(timed(order, costs), "0F0@0-0 0F1@0-0\n1F0@0-0 1F1@0-0");
    }

    void ranksOfOtherSchedulesAreTaken()
    {
        CostModel costs;
        costs.rankFactor[9] = 3;
        costs.transfer.links = {{9, 12, 5.0, {}, {}}};
        QCOMPARE(timed("0F0\n1F0", costs), "0F0@0-1\n1F0@1-2");
    }
};

BUBBLESCOPE_TEST(TimeCostChecks)
#include "time_cost_checks.moc"
