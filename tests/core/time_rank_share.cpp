// SPDX-License-Identifier: Apache-2.0
#include "core/time/rank_share.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

namespace {

double timeOf(const CostModel& costs, ActionKind kind)
{
    return costs.durationOf(kind, StageId{0});
}

} // namespace

class TestRankShare : public QObject
{
    Q_OBJECT

private slots:
    void defaultsAreDivided()
    {
        const CostModel costs = timesOfOneStage({}, 4);
        QCOMPARE(timeOf(costs, ActionKind::Forward), 0.25);
        QCOMPARE(timeOf(costs, ActionKind::BackwardInput), 0.25);
        QCOMPARE(timeOf(costs, ActionKind::BackwardWeight), 0.25);
        QCOMPARE(timeOf(costs, ActionKind::Backward), 0.5);
    }

    void aShareIsOfTheModelNotOfWhatARankHolds()
    {
        QCOMPARE(stagesOfAShare(8, 4), 2U);
        QCOMPARE(stagesOfAShare(4, 4), 1U); // also where pipelines in two directions put two on each rank
        QCOMPARE(stagesOfAShare(5, 4), 2U);
        QCOMPARE(stagesOfAShare(0, 4), 1U);
        QCOMPARE(stagesOfAShare(4, 0), 1U);
    }

    void oneStageStaysAsItIs()
    {
        QVERIFY(timesOfOneStage({}, 1) == CostModel{});
        QVERIFY(sizesOfOneStage({}, 1) == CostModel{});
    }

    void theHalfThatIsNotGivenIsDividedToo()
    {
        CostModel whole;
        whole.backwardInput = StageValues(3.0);
        const CostModel costs = timesOfOneStage(whole, 2);
        QCOMPARE(timeOf(costs, ActionKind::BackwardInput), 1.5);
        QCOMPARE(timeOf(costs, ActionKind::BackwardWeight), 0.5);
        QCOMPARE(timeOf(costs, ActionKind::Backward), 2.0);
    }

    void aBackwardWithOneHalfKeepsTheirDifference()
    {
        CostModel whole;
        whole.backward = StageValues(5.0);
        whole.backwardInput = StageValues(3.0);
        const CostModel costs = timesOfOneStage(whole, 2);
        QCOMPARE(timeOf(costs, ActionKind::Backward), 2.5);
        QCOMPARE(timeOf(costs, ActionKind::BackwardWeight), 1.0);
    }

    void theHostsPartIsPaidByEveryAction()
    {
        CostModel whole;
        whole.forward = StageValues(9.0);
        whole.hostOverhead = 1;
        const CostModel costs = timesOfOneStage(whole, 4);
        QCOMPARE(timeOf(costs, ActionKind::Forward), 3.0);
        QCOMPARE(costs.hostOverhead, 1.0);
    }

    void fewerStagesDoTheSameWork()
    {
        CostModel chunks;
        chunks.forward = StageValues(1.0);
        const CostModel whole = timesForOtherStages(chunks, 2, 1);
        QCOMPARE(timeOf(whole, ActionKind::Forward), 2.0);
        QCOMPARE(timeOf(whole, ActionKind::Backward), 4.0);
        QCOMPARE(sizesForOtherStages(chunks, 2, 4).activation.at(StageId{0}), 0.5);
        QVERIFY(timesForOtherStages(chunks, 2, 2) == chunks);
    }

    void cutMicrobatchesDoTheSameWork()
    {
        CostModel whole;
        whole.parameters = StageValues(8.0);
        const CostModel costs = shareOfOneStage(whole, 2, 4);
        QCOMPARE(timeOf(costs, ActionKind::Forward), 0.125);
        QCOMPARE(costs.activation.at(StageId{0}), 0.125);
        QCOMPARE(costs.parameters.at(StageId{0}), 4.0);
    }

    void blocksKnowTheirLayers()
    {
        CostModel whole;
        whole.blocks = BlockCosts{};
        const CostModel costs = timesOfOneStage(whole, 4);
        QVERIFY(costs == whole);
        QVERIFY(sizesOfOneStage(whole, 4) == whole);
    }

    void sizesAreDividedAndTheLimitIsNot()
    {
        CostModel whole;
        whole.activation = StageValues(8.0);
        whole.parameters = StageValues(4.0);
        whole.memoryLimit = 20;
        const CostModel costs = sizesOfOneStage(whole, 4);
        QCOMPARE(costs.activation.at(StageId{0}), 2.0);
        QCOMPARE(costs.parameters.at(StageId{0}), 1.0);
        QVERIFY(costs.memoryLimit == 20.0);
        QVERIFY(costs.activationKeptUntilWeight == whole.activationKeptUntilWeight);
    }
};

BUBBLESCOPE_TEST(TestRankShare)
#include "time_rank_share.moc"
