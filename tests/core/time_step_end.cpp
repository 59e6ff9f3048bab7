// SPDX-License-Identifier: Apache-2.0
// The end of a step as actions: EMBED_GRAD, CLIP, OPTIMIZER, PARAM_GATHER, and REDUCE_GRAD by stage.
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/lower/pass_costs.h"
#include "core/time/simulate.h"
#include "core/time/simulate_general.h"
#include "core/time/step_phases.h"
#include "core/validate/validate.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;

namespace {

SchedulePtr stepEndOrder(const std::string& csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

SchedulePtr stepEndOf(const char* request, const char* pass)
{
    return std::make_shared<const Schedule>(
        applyPass(pass, generate(requestFromText(request).value()).value()).value());
}

CostModel stepEndCosts()
{
    CostModel costs;
    costs.step.clip = StageValues(0.5);
    costs.step.optimizer = StageValues(2.0);
    costs.step.gatherParameters = StageValues(1.0);
    costs.step.tiedEmbedding = 0.25;
    return costs;
}

} // namespace

class TimeStepEnd : public QObject
{
    Q_OBJECT

private slots:
    void theyAreReadAndWritten()
    {
        const std::string csv = "0F0,0B0,0REDUCE_GRAD,EMBED_GRAD,CLIP,OPTIMIZER,PARAM_GATHER\n";
        const ScheduleCsv read = readScheduleCsv(csv, "order.csv").value();
        QCOMPARE(writeScheduleCsv(read.schedule), csv);
        QCOMPARE(read.schedule.stageCount, 1U);
        QCOMPARE(read.warnings.size(), std::size_t{1});
        QCOMPARE(actionText(read.schedule.rows[0].back().id()), std::string("PARAM_GATHER"));
        ProjectDocument document;
        document.source = read.schedule;
        const std::string text = writeDocument(document);
        QVERIFY(text.starts_with("{\n  \"bubblescopeFormat\": 2,"));
        QVERIFY(std::get<Schedule>(readDocument(text, "a.bubble").value().source).rows == read.schedule.rows);
        QVERIFY(!readScheduleCsv("0F0,CLIPS\n", "order.csv"));
        QVERIFY(!readScheduleCsv("0F0,0CLIP\n", "order.csv"));
    }

    void theyTakeWhatThePhasesTake()
    {
        const CostModel costs = stepEndCosts();
        const SchedulePtr order = stepEndOf("1f1b:ranks=4,microbatches=8", "tail:embedding=true");
        const SchedulePtr plain = stepEndOf("1f1b:ranks=4,microbatches=8", "strip");
        const Timeline timeline = simulate(order, costs).value();
        const Timeline phases = simulate(plain, costs).value();
        QCOMPARE(timeline.makespan, phases.makespan);
        QVERIFY(timeline.phases == phases.phases);
        QVERIFY(validate(*order).empty());
        const std::size_t size = order->rows[2].size();
        QCOMPARE(order->rows[0].size(), size + 1); // with EMBED_GRAD
        const PhaseSpan* clip = phaseOf(timeline, {RankId{2}, size - 3});
        QVERIFY(clip != nullptr && clip->phase == StepPhase::Clip);
        QCOMPARE(clip->end - clip->start, 0.5);
        QVERIFY(phaseOf(timeline, {RankId{2}, 0}) == nullptr);
        const Explanation why = explain(timeline, costs).value();
        const Explanation same = explain(phases, costs).value();
        QCOMPARE(why.ledger.bubbles.size(), same.ledger.bubbles.size());
        QCOMPARE(why.criticalPath.actions.size(), same.criticalPath.actions.size());
        QCOMPARE(measure(timeline, costs).bubbleRate, measure(phases, costs).bubbleRate);
    }

    void bothEnginesAgree()
    {
        for (const char* request : {"1f1b", "zbv", "interleaved-1f1b"}) {
            const SchedulePtr order = stepEndOf(request, "tail");
            const Timeline dense = simulate(order, CostModel()).value();
            QVERIFY(dense.lanes == simulateGeneral(order, CostModel()).value().lanes);
            // Ranks meet in CLIP, and it takes no time.
            QVERIFY(!dense.phases.empty());
            for (const auto& spans : dense.phases)
                QCOMPARE(spans.front().end, dense.makespan);
        }
    }

    void bucketsAreReducedBesideOrBehind()
    {
        const SchedulePtr behind = stepEndOf("interleaved-1f1b:ranks=2,microbatches=4", "tail:reduce=end");
        const SchedulePtr beside =
            stepEndOf("interleaved-1f1b:ranks=2,microbatches=4", "tail:reduce=overlapped");
        QVERIFY(validate(*behind).empty());
        QVERIFY(validate(*beside).empty());
        CostModel costs = stepEndCosts();
        costs.step.reduceGradients = StageValues(3.0);
        costs.overlapsFsdp = true;
        const CostModel taken = withPassCosts(costs, {"tail:reduce=overlapped"}, 4);
        QVERIFY(!taken.step.reduceGradients);
        QCOMPARE(taken.reduceGrad, StageValues(3.0));
        const Time late = simulate(behind, taken).value().makespan;
        QVERIFY(simulate(beside, taken).value().makespan < late);
    }

    void aWrongEndIsRefusedAndNamed()
    {
        for (const char* csv : {"0F0,CLIP,0B0\n", "0F0,0B0,OPTIMIZER,CLIP\n", "0F0,0B0,CLIP,CLIP\n"}) {
            const SchedulePtr order = stepEndOrder(csv);
            QVERIFY2(!simulate(order, CostModel()), csv);
            QVERIFY2(!validate(*order).empty(), csv);
        }
        QCOMPARE(
            validate(*stepEndOrder("0F0,0B0,OPTIMIZER,CLIP\n")).front().message.text(),
            std::string("rank 0 runs CLIP (cell 3) behind OPTIMIZER (cell 2): a step ends with EMBED_GRAD, "
                        "CLIP, OPTIMIZER and PARAM_GATHER, in this order"));
        QCOMPARE(validate(*stepEndOrder("0F0,0B0,CLIP\n1F0,1B0\n")).front().message.text(),
                 std::string("rank 1 has no CLIP, in which all ranks meet"));
        const std::string noPartner =
            "rank {} has no EMBED_GRAD, in which the ranks of the first and the last stage meet";
        const auto problemsOf = [](const char* csv) { return validate(*stepEndOrder(csv)); };
        QCOMPARE(problemsOf("0F0,0B0,EMBED_GRAD\n1F0,1B0\n2F0,2B0\n").front().message.text(),
                 fmt::format(fmt::runtime(noPartner), 2));
        QCOMPARE(problemsOf("0F0,0B0\n1F0,1B0,EMBED_GRAD\n2F0,2B0\n").size(), std::size_t{2});
        QVERIFY(problemsOf("0F0,0B0,EMBED_GRAD\n1F0,1B0\n2F0,2B0,EMBED_GRAD\n").empty());
        QVERIFY(!applyPass("tail", *stepEndOrder("0F0,0B0,CLIP\n")));
    }
};

BUBBLESCOPE_TEST(TimeStepEnd)
#include "time_step_end.moc"
