// SPDX-License-Identifier: Apache-2.0
// A row is what generating, timing and measuring its configuration gives.
#include <QTest>

#include "core/analyze/metrics.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweep_text.h"
#include "core/time/memory_curves.h"
#include "core/time/rank_share.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;

namespace {

SweepPlan planOf(const std::vector<std::string>& names)
{
    SweepPlan plan;
    for (const std::string& name : names)
        plan.schedules.push_back(*requestFromText(name));
    plan.ranks = {4};
    plan.microbatches = {8};
    return plan;
}

SweepRow rowAt(const SweepPlan& plan, std::uint64_t index = 0)
{
    return *runConfiguration(plan, configurationAt(plan, index));
}

/// The same without the sweep.
struct Plain
{
    Metrics metrics;
    double peakMemory = 0;
    std::uint32_t stages = 0;
};

Plain plainly(const ScheduleRequest& request, const CostModel& costs)
{
    const auto order = std::make_shared<const Schedule>(*generate(request, {false, costs}));
    const Timeline timeline = test::timelineOf(order, costs);
    return {measure(timeline, costs), MemoryCurves::build(timeline, costs)->highestPeak(), order->stageCount};
}

void compareWithPlain(const SweepRow& row, const CostModel& costs)
{
    const Plain plain = plainly(row.configuration.request, costs);
    QVERIFY(row.metrics);
    QCOMPARE(row.stages, plain.stages);
    QCOMPARE(row.metrics->makespan, plain.metrics.makespan);
    QCOMPARE(row.metrics->idealTime, plain.metrics.idealTime);
    QCOMPARE(row.metrics->bubbleRate, plain.metrics.bubbleRate);
    QCOMPARE(row.metrics->idleFraction, plain.metrics.idleFraction);
    QCOMPARE(row.metrics->longestRankSpan, plain.metrics.longestRankSpan);
    QCOMPARE(row.metrics->bubbleRateFb, plain.metrics.bubbleRateFb);
    QCOMPARE(row.metrics->peakActivations, plain.metrics.peakActivations);
    QCOMPARE(row.metrics->peakActivationsPerRank, plain.metrics.peakActivationsPerRank);
    QCOMPARE(row.metrics->peakRank, plain.metrics.peakRank);
    QCOMPARE(row.metrics->peakMemory, plain.peakMemory);
}

std::vector<std::string> allNames()
{
    std::vector<std::string> names;
    for (const ScheduleInfo& info : scheduleCatalog())
        names.push_back(info.name);
    return names;
}

} // namespace

class SweepRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleIsMeasuredAsBySimulating()
    {
        SweepPlan plan = planOf(allNames());
        for (const bool perStage : {true, false})
            for (std::uint64_t i = 0; i < configurationCount(plan); ++i) {
                plan.costsPerStage = perStage;
                const SweepRow row = rowAt(plan, i);
                QVERIFY2(row.status == SweepStatus::Done, row.reason.c_str());
                QVERIFY(row.reason.empty());
                const ScheduleRequest& request = row.configuration.request;
                const auto units =
                    microbatchCountOf(request) / static_cast<std::uint32_t>(request.microbatches);
                compareWithPlain(row, perStage ? CostModel{} : shareOfOneStage({}, row.stages / 4, units));
            }
    }

    void aWholeShareIsTheSameWorkForAll()
    {
        const SweepPlan plan = planOf(allNames()); // Seq1F1B, which cuts each microbatch, among them
        for (std::uint64_t i = 0; i < configurationCount(plan); ++i) {
            const SweepRow row = rowAt(plan, i);
            QVERIFY2(
                std::abs(row.metrics->idealTime - 24) < 1e-9,
                fmt::format("{}: {}", row.configuration.request.schedule, row.metrics->idealTime).c_str());
        }
    }

    void sizesAreSharesToo()
    {
        SweepPlan plan = planOf({"interleaved-1f1b"});
        plan.costs.activation = StageValues(10.0);
        const SweepRow whole = rowAt(plan);
        QCOMPARE(whole.metrics->peakMemory, 10 * whole.metrics->peakActivationsPerRank);
        plan.costsPerStage = true;
        QCOMPARE(rowAt(plan).metrics->peakMemory, 10 * whole.metrics->peakActivations);
    }

    void parametersCountInMemory()
    {
        SweepPlan plan = planOf({"zbv"});
        const double alone = rowAt(plan).metrics->peakMemory;
        plan.costs.parameters = StageValues(16.0);
        const SweepRow row = rowAt(plan);
        QCOMPARE(row.metrics->peakMemory, alone + 16);
        compareWithPlain(row, sizesOfOneStage(timesOfOneStage(plan.costs, 2), 2));
    }

    void listsAreOfStages()
    {
        SweepPlan plan = planOf({"1f1b", "interleaved-1f1b"});
        plan.ranks = {2, 3, 4};
        plan.costs.forward = StageValues(std::vector<double>{1, 2, 3, 2});
        plan.costs.backward = StageValues(4.0);
        // Four stages on four ranks as they are; on two ranks two are joined, or each stands alone.
        QCOMPARE(rowAt(plan, 2).metrics->idealTime, 8.0 * (8 + 16) / 4);
        QCOMPARE(rowAt(plan, 0).metrics->idealTime, 8.0 * (8 + 16) / 2);
        QCOMPARE(rowAt(plan, 3).metrics->idealTime, 8.0 * (8 + 16) / 2);
        QCOMPARE(rowAt(plan, 5).metrics->idealTime, 8.0 * (8 + 16) / 4);
        const SweepRow odd = rowAt(plan, 1);
        QVERIFY(odd.status == SweepStatus::Refused);
        QCOMPARE(odd.reason, "the costs are for 4 stages, but the schedule has 3: they can be split or "
                             "joined evenly only for a multiple or a divisor of 4");
    }

    void aLatencyReplacesThatOfLinks()
    {
        SweepPlan plan = planOf({"gpipe"});
        plan.costs.transfer.links.push_back({0, 1, 100.0, {}, {}});
        const double slow = rowAt(plan).metrics->makespan;
        QCOMPARE(rowAt(plan).configuration.p2pLatency, 0.0);
        plan.p2pLatencies = {0};
        QVERIFY(rowAt(plan).metrics->makespan < slow);
        QCOMPARE(rowAt(plan).metrics->makespan, 33.0);
    }

    void aWhatIfChangesTimesAndNotTheOrder()
    {
        SweepPlan plan = planOf({"zb-auto"});
        const SweepRow before = rowAt(plan);
        plan.whatIf.kinds[ActionKind::Forward] = 2;
        const SweepRow after = rowAt(plan);
        QCOMPARE(after.metrics->idealTime, before.metrics->idealTime + 8);
        QCOMPARE(after.metrics->peakActivations, before.metrics->peakActivations);
    }

    void whatIsAboveTheLimitIsTimedAndSaysSo()
    {
        SweepPlan plan = planOf({"1f1b", "gpipe"});
        plan.memoryLimit = 4;
        QVERIFY(rowAt(plan, 0).status == SweepStatus::Done); // just at it
        const SweepRow row = rowAt(plan, 1);
        QVERIFY(row.status == SweepStatus::OverLimit);
        QCOMPARE(row.reason, "rank 0 holds 8, more than the limit of 4");
        QCOMPARE(row.metrics->peakMemory, 8.0);
        // The costs' own limit where the plan has none.
        plan.memoryLimit.reset();
        plan.costs.memoryLimit = 3;
        QVERIFY(rowAt(plan, 0).status == SweepStatus::OverLimit);
    }

    void whatIsNotTakenSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("numbers") << QByteArray("dualpipe")
                                 << QByteArray("ranks is 5, but dualpipe needs an even number; nearest that "
                                               "work: 4, 6");
        QTest::newRow("an option") << QByteArray("zb-auto:memory_limit=0.5") << QByteArray();
    }

    void whatIsNotTakenSaysWhy()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, reason);
        SweepPlan plan = planOf({name.toStdString()});
        plan.ranks = {5};
        plan.microbatches = {20};
        const SweepRow row = rowAt(plan);
        QVERIFY(row.status == SweepStatus::Refused);
        QVERIFY(!row.metrics && row.stages == 0);
        QVERIFY(!row.reason.empty());
        if (!reason.isEmpty())
            QCOMPARE(QByteArray::fromStdString(row.reason), reason);
    }

    void stoppedIsNothing()
    {
        const SweepPlan plan = planOf({"1f1b"});
        const CancelToken cancel;
        cancel.cancel();
        QVERIFY(!runConfiguration(plan, configurationAt(plan, 0), cancel));
    }

    void rowsAsText()
    {
        SweepPlan plan = planOf({"interleaved-1f1b:placement=loop,variant=torch", "dualpipe"});
        plan.microbatches = {8, 6};
        plan.p2pLatencies = {0.1};
        QCOMPARE(sweepHeader(SweepFormat::Csv),
                 "schedule,ranks,microbatches,stages_per_rank,p2p_latency,status,stages,time_unit,makespan,"
                 "ideal_time,bubble_rate,idle_fraction,longest_rank_span,bubble_rate_fb,peak_activations,"
                 "peak_activations_per_rank,peak_rank,peak_memory,configuration,reason\n");
        const std::string csv = sweepRowText(plan, rowAt(plan, 0), SweepFormat::Csv);
        QVERIFY2(csv.starts_with("\"interleaved-1f1b:placement=loop,variant=torch\",4,8,2,0.1,ok,8,step,"),
                 csv.c_str());
        QVERIFY2(csv.ends_with(",0,\n"), csv.c_str());
        QCOMPARE(
            sweepRowText(plan, rowAt(plan, 3), SweepFormat::Csv),
            "dualpipe,4,6,2,0.1,refused,,step,,,,,,,,,,,3,\"microbatches is 6, but dualpipe needs at least "
            "twice the ranks (8); nearest that work: 8\"\n");
        QCOMPARE(sweepRowText(plan, rowAt(plan, 3), SweepFormat::JsonLines),
                 R"({"schedule": "dualpipe", "ranks": 4, "microbatches": 6, "stages_per_rank": 2, )"
                 R"("p2p_latency": 0.1, "status": "refused", "stages": null, "time_unit": "step", )"
                 R"("makespan": null, "ideal_time": null, "bubble_rate": null, "idle_fraction": null, )"
                 R"("longest_rank_span": null, "bubble_rate_fb": null, "peak_activations": null, )"
                 R"("peak_activations_per_rank": null, "peak_rank": null, "peak_memory": null, )"
                 R"("configuration": 3, "reason": "microbatches is 6, but dualpipe needs at least twice the )"
                 R"(ranks (8); nearest that work: 8"})"
                 "\n");
        for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines})
            QVERIFY(sweepRowText(plan, rowAt(plan, 3), format)
                        .starts_with(sweepConfigurationText(configurationAt(plan, 3), format)));
    }

    void theParetoFront()
    {
        std::vector<SweepRow> rows;
        const auto add = [&](double time, double memory, SweepStatus status = SweepStatus::Done) {
            SweepRow row;
            row.status = status;
            row.metrics = SweepMetrics{};
            row.metrics->makespan = time;
            row.metrics->peakMemory = memory;
            rows.push_back(row);
        };
        QVERIFY(paretoFront(rows).empty());
        add(10, 4);
        add(8, 6);
        add(8, 5);                         // beats the one before
        add(12, 4);                        // slower at the same memory
        add(8, 5);                         // equal: the first counts
        add(1, 1, SweepStatus::OverLimit); // does not count
        add(20, 1);
        add(9, 5.5);         // beaten by both
        rows.emplace_back(); // without metrics
        rows.back().status = SweepStatus::Refused;
        QCOMPARE(paretoFront(rows), (std::vector<std::size_t>{2, 0, 6}));
    }
};

BUBBLESCOPE_TEST(SweepRowsTest)
#include "sweep_rows.moc"
