// SPDX-License-Identifier: Apache-2.0
// Orders that are planned in time: what keeps the plan, what drops it, and what cannot be planned.
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/model/order_edit.h"
#include "core/time/simulate.h"
#include "core/time/what_if.h"
#include "core/validate/validate.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace bubblescope;

namespace {

constexpr const char* kPlanned = "offload:style=zero-bubble,chunks=1,time=0.5";

Schedule singleGroups()
{
    return generate(
               requestFromText("group-interleaved-1f1b:ranks=2,microbatches=4,stages-per-rank=4,group_size=1")
                   .value())
        .value();
}

Timeline timesOf(const Schedule& schedule, const CostModel& costs = {})
{
    return simulate(std::make_shared<const Schedule>(schedule), costs).value();
}

std::string refusalOf(const char* pass, const char* request)
{
    const Result<Schedule> lowered = applyPass(pass, generate(requestFromText(request).value()).value());
    return lowered ? "" : lowered.error().text();
}

} // namespace

class LowerOffloadPlan : public QObject
{
    Q_OBJECT

private slots:
    void singleGroupsStandOnSlotsOfAForward()
    {
        CostModel costs;
        costs.forward = StageValues(2.0);
        costs.backwardInput = StageValues(3.0);
        const Schedule planned = applyPass(kPlanned, singleGroups(), {}, costs).value();
        const Timeline timeline = timesOf(planned, costs);
        for (std::size_t r = 0; r < planned.rows.size(); ++r)
            for (std::size_t i = 0; i < planned.rows[r].size(); ++i)
                if (isCompute(planned.rows[r][i].kind()))
                    QCOMPARE(timeline.lanes[r].end[i] - timeline.lanes[r].start[i], 2.0);
        // 0.5 of F + I + W, which is 6; a store alone on the link takes 0.7 of that.
        for (const ActionPlan& action : planned.plan)
            if (action.action.kind == ActionKind::Reload)
                QCOMPARE(*action.duration, 3.0);
        QVERIFY(!applyPass("recompute:style=zero-bubble", singleGroups()).value().plan.empty());
        QVERIFY(applyPass("recompute", singleGroups()).value().plan.empty());
    }

    void aPlanIsTheEarliestThatAnActionBegins()
    {
        const Schedule planned = applyPass(kPlanned, singleGroups()).value();
        const Timeline timeline = timesOf(planned);
        CostModel slow;
        slow.rankFactor[1] = 2;
        QVERIFY(timesOf(planned, slow).makespan >= timeline.makespan);
        for (const ActionPlan& action : planned.plan)
            QVERIFY(action.start >= 0 && action.start <= timeline.makespan);
    }

    void anEditDropsThePlan()
    {
        const Schedule planned = applyPass(kPlanned, singleGroups()).value();
        QVERIFY(!planned.plan.empty());
        QVERIFY(cutAction(planned, {RankId{0}, 0}).plan.empty());
        QVERIFY(applyPass("strip", planned).value().plan.empty());
        QVERIFY(!applyPass("send-recv", planned).value().plan.empty());
    }

    void otherCostsMakeAnotherPlan()
    {
        EvaluationInput input;
        input.source =
            requestFromText("group-interleaved-1f1b:ranks=2,microbatches=6,stages-per-rank=3").value();
        input.passes = {kPlanned};
        const EvaluationPtr before = evaluate(input, {}, {}).value();
        input.costs.forward = StageValues(1.5);
        EvaluationOptions options;
        options.before = before;
        const EvaluationPtr after = evaluate(input, {}, options).value();
        QVERIFY(after->timeline->schedule->plan != before->timeline->schedule->plan);
    }

    void aRankThatUsesAtOnceWhatItMakesOffloadsNothing()
    {
        const Schedule planned =
            applyPass("offload:style=zero-bubble,time=0.1",
                      generate(requestFromText("1f1b:ranks=4,microbatches=8").value()).value())
                .value();
        const auto copies = [](const Row& row) {
            return std::count_if(row.begin(), row.end(),
                                 [](const Action& action) { return action.kind() == ActionKind::Offload; });
        };
        QVERIFY(copies(planned.rows[0]) > 0);
        QCOMPARE(copies(planned.rows[3]), 0);
        QVERIFY(validate(planned).empty());
    }

    void everyGapOfAPlanHasAReason()
    {
        for (const char* pass : {kPlanned, "recompute:style=zero-bubble"}) {
            const Timeline timeline = timesOf(applyPass(pass, singleGroups()).value());
            const Explanation why = explain(timeline, {}).value();
            std::size_t byPlan = 0;
            for (const Bubble& bubble : why.ledger.bubbles) {
                const std::string said = bubbleReason(timeline, bubble).text();
                QVERIFY2(said != "waits", pass);
                byPlan += said.starts_with("the order's plan begins ") ? 1 : 0;
            }
            QVERIFY2(byPlan > 0, pass);
        }
    }

    void overlappedCellsStayWhole()
    {
        for (const char* request :
             {"1f1b-overlap:ranks=4,microbatches=12", "interleaved-1f1b-overlap:ranks=4,microbatches=12",
              "dualpipe:ranks=4,microbatches=20", "dualpipev:ranks=4,microbatches=12"}) {
            const Schedule plain = generate(requestFromText(request).value()).value();
            const Schedule planned = applyPass("offload:style=zero-bubble,time=0.1", plain).value();
            QVERIFY2(validate(planned).empty(), request);
            QCOMPARE(timesOf(planned).makespan, timesOf(plain).makespan);
            std::size_t copies = 0;
            for (std::size_t r = 0; r < plain.rows.size(); ++r) {
                const auto cellsOf = [](const Row& row) {
                    QStringList cells;
                    for (const Action& action : row) {
                        if (action.isBubble() || isCopy(action.kind()))
                            continue;
                        if (action.startsCell())
                            cells << QString();
                        cells.back() += ' ' + QString::fromStdString(actionText(action.id()));
                    }
                    return cells;
                };
                QCOMPARE(cellsOf(planned.rows[r]), cellsOf(plain.rows[r]));
                copies += static_cast<std::size_t>(
                    std::count_if(planned.rows[r].begin(), planned.rows[r].end(),
                                  [](const Action& action) { return isCopy(action.kind()); }));
            }
            QVERIFY2(copies > 0, request);
        }
    }

    void whatChangesNoTimeIsSaid()
    {
        const auto said = [](const CostModel& costs, const char* pass) {
            const std::vector<Sentence> sentences =
                doubtfulPasses(withPassCosts(costs, {pass}, 4), {pass}, 4);
            return sentences.empty() ? std::string() : sentences.front().text();
        };
        CostModel costs;
        QVERIFY(said(costs, "offload").starts_with("the copies of offload take no time: "));
        QCOMPARE(said(costs, "offload:time=0.1"), std::string());
        QVERIFY(said(costs, "tail:reduce=overlapped").ends_with("the costs lack fsdp.overlap"));
        QCOMPARE(said(costs, "tail:reduce=end"), std::string());
        costs.offload = StageValues(1.0);
        costs.overlapsFsdp = true;
        QCOMPARE(said(costs, "offload") + said(costs, "tail:reduce=overlapped"), std::string());
        QCOMPARE(said(costs, "recompute:style=selective"), std::string());
        costs.memoryUnit = MemoryUnit::Bytes;
        QVERIFY(said(costs, "recompute:style=selective").find("as in GPT-3") != std::string::npos);
        QCOMPARE(said(costs, "recompute:style=selective,share=0.1") + said(costs, "recompute"),
                 std::string());
    }

    void composedCostsGiveWayToPasses()
    {
        CostModel costs;
        costs.memoryUnit = MemoryUnit::Bytes;
        costs.transfer.bytes = 39;
        costs.blocks.emplace();
        costs.blocks->layer.forward = 1;
        costs.blocks->head.forward = 1;
        costs.blocks->layer.activation = 40;
        costs.layersPerStage = StageValues({1.0, 3.0});
        costs.blocks->head.activation = 120;
        const auto of = [](const CostModel& given, const char* pass) {
            return withPassCosts(given, {pass}, 2).forStages(2);
        };
        // As files give them, as search hands them in, and with another pass in them.
        for (const CostModel& each :
             {costs, costs.forStages(2), of(costs, "recompute:style=selective,time=0.5,share=0.5")}) {
            const CostModel full = of(each, "recompute");
            QVERIFY(full.recompute == StageValues({1.0, 3.0})); // without the head
            QVERIFY(full.activationRecomputed == StageValues({1 - 39.0 / 40, 1 - 237.0 / 240}));
            const CostModel given = of(each, "recompute:share=1,time=0.25");
            QVERIFY(given.activationRecomputed == StageValues(1.0));
            QVERIFY(given.recompute == StageValues({0.25, 0.75}));
            const CostModel selective = of(each, "recompute:style=selective");
            QCOMPARE(selective.recomputedShare(StageId{0}), 80.0 / 114);
            QCOMPARE(selective.recomputedShare(StageId{1}), 40.0 / 114); // half of it is the head's
            QCOMPARE(selective.durationOf(ActionKind::Recompute, StageId{1}),
                     3 * selective.durationOf(ActionKind::Recompute, StageId{0}));
            for (const char* pass : {"recompute", "recompute:style=selective"})
                QVERIFY(doubtfulPasses(withPassCosts(each, {pass}, 2), {pass}, 2)
                            .back()
                            .text()
                            .find("beside the inputs of") != std::string::npos);
            QVERIFY(doubtfulPasses(given, {"recompute:share=1,time=0.25"}, 2).empty());
        }
        // An empty stage has nothing to give back.
        costs.layersPerStage = CostModel().layersPerStage;
        costs.layout = "Et|t||tL";
        QVERIFY(!doubtfulPasses(withPassCosts(costs, {"recompute"}, 4), {"recompute"}, 4).empty());
        // A share of F follows F.
        WhatIf twice;
        twice.kinds[ActionKind::Forward] = 2;
        for (const char* pass : {"recompute", "recompute:time=1"})
            QVERIFY(scaled(withPassCosts(costs, {pass}, 4), twice, 4).recompute ==
                    StageValues({2.0, 2.0, 0.0, 2.0}));
        costs.recompute = StageValues(0.5);
        QVERIFY(scaled(withPassCosts(costs, {"recompute:time=1"}, 4), twice, 4).recompute ==
                StageValues({0.5, 0.5, 0.5, 0.5}));
    }

    void aLinkOfKnownBandwidthGivesTheTimesOfCopies()
    {
        CostModel costs;
        costs.activation = StageValues({1.0, 2.0, 3.0, 4.0});
        costs.offloadBandwidth = 4;
        QVERIFY(withPassCosts(costs, {"offload:time=9"}, 4).offload == StageValues({0.25, 0.5, 0.75, 1.0}));
        QVERIFY(doubtfulPasses(withPassCosts(costs, {"offload"}, 4), {"offload"}, 4).empty());
        QCOMPARE(withPassCosts(costs, {"offload:in_flight=2"}, 4).offloadsInFlight, 2U);
        costs.offloadsInFlight = 0; // stands over it
        QCOMPARE(withPassCosts(costs, {"offload:in_flight=2"}, 4).offloadsInFlight, 0U);
        costs.offload = StageValues(0.1); // likewise
        QVERIFY(costs.forStages(4).offload == StageValues(0.1));
    }

    void plannedCopiesKeepToTheirPlan()
    {
        const char* pass = "offload:style=zero-bubble,time=0.3";
        const Schedule plain = generate(requestFromText("1f1b:ranks=4,microbatches=8").value()).value();
        const auto planned = std::make_shared<const Schedule>(applyPass(pass, plain).value());
        CostModel costs = withPassCosts({}, {pass}, 4);
        const Timeline before = simulate(planned, costs).value();
        costs.offloadsInFlight = 0; // ranks share links that only the plan keeps apart
        QVERIFY(simulate(planned, costs).value().lanes == before.lanes);
    }

    void slotsThatCostsDoNotFillAreSaid()
    {
        const auto said = [](CostModel costs, const char* pass, const Schedule& order = singleGroups()) {
            const Schedule planned = applyPass(pass, order, {}, costs).value();
            return unfilledSlots(planned, withPassCosts(costs, {pass}, planned.stageCount)).text();
        };
        CostModel costs;
        QCOMPARE(said(costs, "recompute:style=zero-bubble"), std::string());
        QCOMPARE(said(costs, "offload:style=zero-bubble,time=0.1"), std::string());
        costs.backwardWeight = StageValues(3.0);
        QVERIFY(
            said(costs, "recompute:style=zero-bubble").starts_with("every action of this plan takes 1, "));
        QVERIFY(!said(costs, "offload:style=zero-bubble,time=0.1").empty());
        QCOMPARE(said(costs, "recompute"), std::string());
        // No slots: only copies have times of their own there.
        QCOMPARE(said(costs, "offload:style=zero-bubble,time=0.1",
                      generate(requestFromText("1f1b:ranks=4,microbatches=8").value()).value()),
                 std::string());
        costs.backwardWeight.reset();
        costs.rankFactor[1] = 2;
        QVERIFY(!said(costs, "recompute:style=zero-bubble").empty());
    }

    void evaluationsTellWhatIsDoubtful()
    {
        const auto doubts = [](const CostModel& costs, const char* pass) {
            const auto order = std::make_shared<const Schedule>(singleGroups());
            return evaluate({order, costs, {pass}}, {}).value()->doubts;
        };
        CostModel costs;
        QCOMPARE(doubts(costs, "recompute:style=zero-bubble").size(), std::size_t{0});
        QCOMPARE(doubts(costs, "offload").size(), std::size_t{1});
        QVERIFY(doubts(costs, "offload")[0].is({"lower.offload-takes-no-time", ""}));
        costs.backwardWeight = StageValues(3.0);
        QCOMPARE(doubts(costs, "recompute:style=zero-bubble").size(), std::size_t{1});
        QVERIFY(doubts(costs, "recompute:style=zero-bubble")[0].is({"lower.slots-not-filled", ""}));
    }

    void refusals()
    {
        const char* request = "group-interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2";
        QCOMPARE(refusalOf("offload:style=zero-bubble", request),
                 std::string("offload with style=zero-bubble needs the time of a transfer: give time=X, a "
                             "share of F + I + W, or costs with offload"));
        QCOMPARE(refusalOf("offload:style=zero-bubble,time=0.1,in_flight=1", request),
                 std::string("offload with style=zero-bubble plans when its copies run: leave out in_flight, "
                             "or take style=primus"));
        QCOMPARE(refusalOf("offload:style=zero-bubble,time=100", request),
                 std::string("no rank has an activation that is away for longer than six transfers: give a "
                             "shorter time or more chunks"));
        QCOMPARE(refusalOf("offload:style=zero-bubble,time=1",
                           "group-interleaved-1f1b:ranks=4,microbatches=13,stages-per-rank=4,group_size=2")
                     .substr(0, 24),
                 std::string("rank 0: the reload for 0"));
        QVERIFY(refusalOf("offload:style=zero-bubble,time=0.1", "gpipe:variant=d9d,inference=true")
                    .find("no backward") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(LowerOffloadPlan)
#include "lower_offload_plan.moc"
