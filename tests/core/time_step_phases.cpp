// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/fit/costs_for_stages.h"
#include "core/generate/generate.h"
#include "core/scene/lane_index.h"
#include "core/time/simulate.h"
#include "core/time/step_phases.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

SchedulePtr stepOrder(const char* family, std::uint32_t ranks, std::uint32_t microbatches)
{
    ScheduleRequest request;
    request.schedule = family;
    request.ranks = ranks;
    request.microbatches = microbatches;
    return std::make_shared<const Schedule>(generate(request).value());
}

/// "reduce_gradients 8-10 clip 11-12": of one rank.
QString phasesText(const Timeline& timeline, std::size_t rank)
{
    std::string text;
    for (const PhaseSpan& span : timeline.phasesOf(rank))
        text += fmt::format("{}{} {:g}-{:g}", text.empty() ? "" : " ", stepPhaseId(span.phase), span.start,
                            span.end);
    return QString::fromStdString(text);
}

CostModel withStep(StepCosts step)
{
    CostModel costs;
    costs.step = std::move(step);
    return costs;
}

/// Two ranks, of which rank 1 ends first: 0F0 0B0 | 1F0 1B0 take 0-1 4-6 | 1-2 2-4.
SchedulePtr twoRanks()
{
    return std::make_shared<const Schedule>(parse("0F0 0B0\n1F0 1B0"));
}

} // namespace

/// What a step takes before its first and after its last actions.
class TimeStepPhases : public QObject
{
    Q_OBJECT

private slots:
    void nothingGivenChangesNothing()
    {
        const SchedulePtr schedule = stepOrder("1f1b", 4, 8);
        const Timeline timeline = simulate(schedule, {}).value();
        QVERIFY(timeline.phases.empty());
        QCOMPARE(timeline.head, 0.0);
        QCOMPARE(timeline.makespan, 33.0);
        QVERIFY(!measure(timeline, {}).step);
    }

    void ranksGoOnByThemselves()
    {
        StepCosts step;
        step.optimizer = StageValues(std::vector<double>{1, 3});
        step.finish = RankValues(0.5);
        const Timeline timeline = simulate(twoRanks(), withStep(step)).value();
        QCOMPARE(phasesText(timeline, 0), "optimizer 6-7 finish 7-7.5");
        QCOMPARE(phasesText(timeline, 1), "optimizer 4-7 finish 7-7.5");
        QCOMPARE(timeline.makespan, 7.5);
    }

    void normNeedsAllRanks()
    {
        StepCosts step;
        step.reduceGradients = StageValues(2.0);
        step.clip = StageValues(1.0);
        const Timeline timeline = simulate(twoRanks(), withStep(step)).value();
        QCOMPARE(phasesText(timeline, 0), "reduce_gradients 6-8 clip 8-9");
        QCOMPARE(phasesText(timeline, 1), "reduce_gradients 4-6 clip 8-9");
    }

    void tiedEmbeddingNeedsFirstAndLastStage()
    {
        StepCosts step;
        step.tiedEmbedding = 1;
        const auto schedule = std::make_shared<const Schedule>(parse("0F0 0B0\n1F0 1B0\n2F0 2B0"));
        const Timeline timeline = simulate(schedule, withStep(step)).value();
        QCOMPARE(phasesText(timeline, 0), "tied_embedding 9-10");
        QCOMPARE(phasesText(timeline, 1), "");
        QCOMPARE(phasesText(timeline, 2), "tied_embedding 9-10");
        // In a V both are on one rank: there is nothing to send.
        const auto v = std::make_shared<const Schedule>(parse("0F0 3F0 3B0 0B0\n1F0 2F0 2B0 1B0"));
        QCOMPARE(phasesText(simulate(v, withStep(step)).value(), 0), "");
    }

    void reductionsWaitForSlowerReplicas()
    {
        StepCosts step;
        step.reduceGradients = StageValues(1.0);
        step.replicaFactor = {{1, 1.5}, {2, 0.5}};
        const Timeline timeline = simulate(twoRanks(), withStep(step)).value();
        QCOMPARE(phasesText(timeline, 0), "reduce_gradients 9-10");
        QCOMPARE(phasesText(timeline, 1), "reduce_gradients 6-7");
        QCOMPARE(timeline.phasesOf(0).front().lastReplica, 1U);
    }

    void headsOfRanksThatWaitAnywayCostNothing()
    {
        StepCosts step;
        step.head = RankValues(1.0);
        const Timeline even = simulate(twoRanks(), withStep(step)).value();
        QCOMPARE(even.makespan, 7.0);
        QCOMPARE(even.lanes[0].start[0], 1.0);
        step.head = RankValues(std::vector<double>{0, 1});
        QCOMPARE(simulate(twoRanks(), withStep(step)).value().makespan, 6.0);
        step.head = RankValues(std::vector<double>{0, 3});
        QCOMPARE(simulate(twoRanks(), withStep(step)).value().makespan, 8.0);
    }

    void parametersAreGatheredWhereTheyAreSaid()
    {
        StepCosts step;
        step.gatherParameters = StageValues(1.0);
        step.optimizer = StageValues(1.0);
        QCOMPARE(phasesText(simulate(twoRanks(), withStep(step)).value(), 0),
                 "optimizer 6-7 gather_parameters 7-8");
        step.gather = ParameterGather::Head;
        QCOMPARE(phasesText(simulate(twoRanks(), withStep(step)).value(), 0),
                 "head_gather 0-1 optimizer 7-8");
    }

    void slowRanksAreSlowInTheirPhases()
    {
        StepCosts step;
        step.optimizer = StageValues(1.0);
        CostModel costs = withStep(step);
        costs.rankFactor = {{0, 2}};
        const Timeline timeline = simulate(twoRanks(), costs).value();
        QCOMPARE(phasesText(timeline, 0), "optimizer 9-11");
    }

    /// Busy, idle and phases of each rank make the step.
    void metricsTellPhasesFromIdleTime()
    {
        StepCosts step;
        step.head = RankValues(0.5);
        step.reduceGradients = StageValues(2.0);
        step.clip = StageValues(0.25);
        step.optimizer = StageValues(1.0);
        for (const auto policy : {CommunicatorPolicy::None, CommunicatorPolicy::TorchSingleStage}) {
            CostModel costs = withStep(step);
            costs.communicators.policy = policy;
            const SchedulePtr schedule = stepOrder("1f1b", 4, 8);
            const Timeline timeline = simulate(schedule, costs).value();
            const Metrics metrics = measure(timeline, costs);
            QVERIFY(metrics.step.has_value());
            QCOMPARE(metrics.step->head, 0.5);
            QCOMPARE(metrics.step->actions, 33.0);
            QCOMPARE(metrics.step->tail, 3.25);
            QCOMPARE(metrics.makespan, 36.75);
            for (const RankMetrics& rank : metrics.perRank)
                QCOMPARE(rank.busy + rank.idle + rank.head + rank.tail, metrics.makespan);
            const auto index = LaneIndex::build(std::make_shared<const Timeline>(timeline));
            Time idle = 0;
            for (const RankMetrics& rank : metrics.perRank)
                idle += rank.idle;
            QVERIFY(std::abs(index->idleShare(0, timeline.makespan) - idle / (4 * metrics.makespan)) < 1e-12);
        }
    }

    void bubblesSayWhomThePhaseWaitsFor()
    {
        StepCosts step;
        step.clip = StageValues(1.0);
        const CostModel costs = withStep(step);
        const Timeline timeline = simulate(twoRanks(), costs).value();
        const Explanation why = explain(timeline, costs).value();
        QStringList texts;
        for (const Bubble& bubble : why.ledger.bubbles)
            if (bubble.cause == BubbleCause::StepPhase)
                texts << QString::fromStdString(bubbleReason(timeline, bubble).text());
        QCOMPARE(texts, QStringList{"waits for 0B0 of rank 0 before clipping gradients"});
        QCOMPARE(why.slack[1].back(), 0.0); // 1B0 makes 0B0 wait
        QCOMPARE(timeline.endOf(why.criticalPath.actions.back()), 6.0);
    }

    void whoReducesGradientsDoesNotWait_data()
    {
        addRows<std::string, QStringList>({
            {"of one stage",
             "0F0 0B0 0REDUCE_GRAD\n1F0 1B0 1REDUCE_GRAD",
             {"reduces stage 0's gradients (0REDUCE_GRAD)", "reduces stage 1's gradients (1REDUCE_GRAD)"}},
            {"of two stages",
             "0F0 1F0 1B0 0B0 1REDUCE_GRAD 0REDUCE_GRAD",
             {"reduces stage 0's gradients (0REDUCE_GRAD)"}},
        });
    }

    void whoReducesGradientsDoesNotWait()
    {
        const auto [text, expected] = givenRow<std::string, QStringList>();
        StepCosts step;
        step.clip = StageValues(1.0);
        CostModel costs = withStep(step);
        costs.reduceGrad = StageValues(3.0);
        const auto order = std::make_shared<const Schedule>(parse(text));
        const Timeline timeline = simulate(order, costs).value();
        QStringList texts;
        const Explanation explanation = explain(timeline, costs).value();
        for (const Bubble& bubble : explanation.ledger.bubbles)
            if (bubble.cause == BubbleCause::Fsdp || bubble.cause == BubbleCause::StepPhase)
                texts << QString::fromStdString(bubbleReason(timeline, bubble).text());
        QCOMPARE(texts, expected);
    }

    /// The path leads to the rank whose tail makes the step, which need not end last.
    void criticalPathLeadsToTheLongestTail()
    {
        StepCosts step;
        step.optimizer = StageValues(std::vector<double>{1, 5});
        const CostModel costs = withStep(step);
        const Timeline timeline = simulate(twoRanks(), costs).value();
        QCOMPARE(timeline.makespan, 9.0);
        const Explanation why = explain(timeline, costs).value();
        QCOMPARE(why.criticalPath.actions.back().rank.value, 1U);
        QCOMPARE(why.slack[0].back(), 2.0);
        QCOMPARE(why.slack[1].back(), 0.0);
    }

    void phasesOfStagesAreSharedByPartsOfThem()
    {
        CostModel costs;
        costs.forward = StageValues(std::vector<double>{2, 2});
        costs.step.optimizer = StageValues(std::vector<double>{2, 4});
        const CostModel parts = costsForStages(costs, 4).value();
        QCOMPARE(parts.step.optimizer->values, (std::vector<double>{1, 1, 2, 2}));
        const CostModel joined = costsForStages(parts, 2).value();
        QCOMPARE(joined.step.optimizer->values, (std::vector<double>{2, 4}));
    }

    void withoutThemTheActionsAreAsTheyWere()
    {
        StepCosts step;
        step.head = RankValues(0.5);
        step.finish = RankValues(2.0);
        const Timeline bare = withoutPhases(simulate(twoRanks(), withStep(step)).value());
        const Timeline plain = simulate(twoRanks(), {}).value();
        QCOMPARE(bare.makespan, plain.makespan);
        QVERIFY(bare.lanes == plain.lanes);
        QVERIFY(bare.phases.empty());
    }
};

BUBBLESCOPE_TEST(TimeStepPhases)
#include "time_step_phases.moc"
