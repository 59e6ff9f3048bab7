// SPDX-License-Identifier: Apache-2.0
// Orders that are planned in time: what keeps the plan, what drops it, and what cannot be planned.
#include <QTest>

#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/model/order_edit.h"
#include "core/time/simulate.h"
#include "tests/support/test_program.h"

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

    void refusals()
    {
        const char* request = "group-interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2";
        QCOMPARE(refusalOf("offload:style=zero-bubble", request),
                 std::string("offload with style=zero-bubble needs the time of a transfer: give time=X, a "
                             "share of F + I + W, or costs with offload"));
        QCOMPARE(refusalOf("offload:style=zero-bubble,time=100", request),
                 std::string("rank 0 has no activation that is away for longer than six transfers: give a "
                             "shorter time or more chunks"));
        QCOMPARE(refusalOf("offload:style=zero-bubble,time=1",
                           "group-interleaved-1f1b:ranks=4,microbatches=13,stages-per-rank=4,group_size=2")
                     .substr(0, 24),
                 std::string("rank 0: the reload for 0"));
        QVERIFY(refusalOf("offload:style=zero-bubble,time=0.1", "dualpipev:ranks=4,microbatches=10")
                    .find("needs cells of one action each") != std::string::npos);
        QVERIFY(refusalOf("offload:style=zero-bubble,time=0.1", "gpipe:variant=d9d,inference=true")
                    .find("no backward") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(LowerOffloadPlan)
#include "lower_offload_plan.moc"
