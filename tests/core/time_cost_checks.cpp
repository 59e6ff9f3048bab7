// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/simulate_broken.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

#include <functional>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Change = std::function<void(CostModel&)>;

struct Case
{
    const char* name;
    Change change;
    const char* expected;
};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

OverlapTime& forwardBackward(CostModel& costs)
{
    return costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}];
}

std::vector<Case> refusedCosts()
{
    return {
        {"link to itself",
         [](CostModel& c) {
             c.transfer.links = {{3, 3, 1.0, {}, {}}};
         },
         "p2p link from rank 3 to rank 3: a link joins two different ranks"},
        {"link twice",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, 1.0, {}, {}}, {1, 0, {}, {}, {}}, {0, 1, {}, 1.0, {}}};
         },
         "p2p link from rank 0 to rank 1 stands twice"},
        {"latency of a link",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, -1.0, {}, {}}};
         },
         "p2p latency from rank 0 to rank 1 is -1, but must be a finite number of at least 0"},
        {"bytes of a link",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, {}, kInfinite, {}}};
         },
         "p2p bytes from rank 0 to rank 1 is inf, but must be a finite number of at least 0"},
        {"bandwidth of a link",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, {}, {}, kNan}};
         },
         "p2p bandwidth from rank 0 to rank 1 is nan, but must be a finite number of at least 0"},
        {"sigma", [](CostModel& c) { c.jitter.sigma = -0.1; },
         "jitter sigma is -0.1, but must be a finite number of at least 0"},
        {"memory limit", [](CostModel& c) { c.memoryLimit = kNan; },
         "memory_limit is nan, but must be a finite number of at least 0"},
        {"parameters",
         [](CostModel& c) {
             c.parameters = StageValues(std::vector<double>{1, -2});
         },
         "parameters of stage 1 is -2, but must be a finite number of at least 0"},
        {"gradients",
         [](CostModel& c) {
             c.gradients = StageValues(std::vector<double>{1, 1, 1});
         },
         "gradients has 3 values, but the schedule has 2 stages: give one value for all or one for each "
         "stage"},
        {"a part done after the block", [](CostModel& c) { forwardBackward(c).secondDone = 1.5; },
         "overlap F+B: B is done at 1.5 of the block's time, but that must be from 0 to 1"},
        {"a part done at no number", [](CostModel& c) { forwardBackward(c).firstDone = kNan; },
         "overlap F+B: F is done at nan of the block's time, but that must be from 0 to 1"},
        {"no part done with the block",
         [](CostModel& c) {
             forwardBackward(c).firstDone = 0.5;
             forwardBackward(c).secondDone = 0.75;
         },
         "overlap F+B: the parts are done at 0.5 and 0.75 of the block's time, but the block ends with one "
         "of "
         "them: one must be 1"},
        {"layers without blocks", [](CostModel& c) { c.layersPerStage = StageValues(2.0); },
         "layers_per_stage is given without blocks: it says how many of the blocks' layers each stage has"},
        {"half a layer",
         [](CostModel& c) {
             c.blocks.emplace();
             c.layersPerStage = StageValues(std::vector<double>{2, 2.5});
         },
         "layers_per_stage of stage 1 is 2.5, but must be a whole number"},
        {"half a layer on each",
         [](CostModel& c) {
             c.blocks.emplace();
             c.layersPerStage = StageValues(0.5);
         },
         "layers_per_stage is 0.5, but must be a whole number"},
        {"layers of three stages",
         [](CostModel& c) {
             c.blocks.emplace();
             c.layersPerStage = StageValues(std::vector<double>{2, 2, 2});
         },
         "layers_per_stage has 3 values, but the schedule has 2 stages: give one value for all or one for "
         "each "
         "stage"},
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
         [](CostModel& c) {
             c.blocks.emplace().layer.activation = 1;
             c.activation = StageValues(2.0);
         },
         "blocks give the activations: leave out activation"},
        {"blocks and parameters",
         [](CostModel& c) {
             c.blocks.emplace().embedding.parameters = 1;
             c.parameters = StageValues(2.0);
         },
         "blocks give the parameters: leave out parameters"},
        {"blocks and gradients",
         [](CostModel& c) {
             c.blocks.emplace().head.gradients = 1;
             c.gradients = StageValues(2.0);
         },
         "blocks give the gradients: leave out gradients"},
        {"blocks and optimizer",
         [](CostModel& c) {
             c.blocks.emplace().layer.optimizer = 1;
             c.optimizer = StageValues(2.0);
         },
         "blocks give the optimizer's states: leave out optimizer"},
    };
}

constexpr const char* kTooLong = "the times add up to more than a number can hold: the largest is ";
constexpr const char* kAdvice = "; give smaller times or a larger time unit";

std::vector<Case> overflows()
{
    return {
        {"latency of a link",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, 1e300, {}, {}}};
         },
         "p2p latency from rank 0 to rank 1, 1e+300"},
        {"a slow link",
         [](CostModel& c) {
             c.transfer.links = {{0, 1, {}, 1e200, 1e-100}};
         },
         "p2p bytes / bandwidth from rank 0 to rank 1, 1e+300"},
        {"a layer", [](CostModel& c) { c.blocks.emplace().layer.forward = 1e300; }, "blocks layer F, 1e+300"},
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
    };
}

} // namespace

/// What costs are refused for, in which words.
class TimeCostChecks : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Case& refused : refusedCosts())
            QTest::newRow(refused.name) << index++;
    }

    void refuses()
    {
        QFETCH(int, index);
        const Case refused = refusedCosts()[static_cast<std::size_t>(index)];
        CostModel costs;
        refused.change(costs);
        const Result<void> ok = costs.check(2);
        QVERIFY(!ok.has_value());
        QCOMPARE(ok.error().message.text(), refused.expected);
        QCOMPARE(timed("0F0 0B0\n1F0 1B0", costs), refused.expected);
    }

    void tellsWhatIsTooLong_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Case& tooLong : overflows())
            QTest::newRow(tooLong.name) << index++;
    }

    void tellsWhatIsTooLong()
    {
        QFETCH(int, index);
        const Case tooLong = overflows()[static_cast<std::size_t>(index)];
        CostModel costs;
        tooLong.change(costs);
        const auto timeline = simulateBroken(std::make_shared<const Schedule>(parse("0F0\n1F0")), costs);
        QVERIFY(!timeline.has_value());
        QCOMPARE(timeline.error().message.text(), kTooLong + std::string(tooLong.expected) + kAdvice);
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
