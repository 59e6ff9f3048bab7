// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "core/io/calibration.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"
#include "tests/trace/value_of.h"

#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const DurationStatistics* find(const FittedCosts& fitted, ActionKind kind, std::uint32_t stage)
{
    for (const DurationStatistics& one : fitted.durations)
        if (one.kind == kind && one.stage.value == stage)
            return &one;
    return nullptr;
}

QString stragglerText(const FittedCosts& fitted)
{
    QString text;
    for (const Straggler& one : fitted.stragglers)
        text += QString("%1rank %2 x%3")
                    .arg(text.isEmpty() ? "" : ", ")
                    .arg(one.rank.value)
                    .arg(one.factor, 0, 'f', 1);
    return text;
}

} // namespace

/// What is fitted to recordings, and how it is written down.
class FitCalibration : public QObject
{
    Q_OBJECT

private slots:
    void findsTheMedians_data() { recordings(); }

    void findsTheMedians()
    {
        const FittedCosts fitted = fitCosts(truthRun());
        const nlohmann::json medians = traceTruth(QTest::currentDataTag())["median_compute_us"];
        for (const auto& [name, median] : medians.items()) {
            const ActionKind kind = name[0] == 'F'   ? ActionKind::Forward
                                    : name[0] == 'I' ? ActionKind::BackwardInput
                                    : name[0] == 'W' ? ActionKind::BackwardWeight
                                                     : ActionKind::Backward;
            const DurationStatistics* one = find(
                fitted, kind, static_cast<std::uint32_t>(std::stoul(name.substr(name.find("stage") + 5))));
            QVERIFY2(one != nullptr, name.c_str());
            const double expected = median.get<double>();
            QVERIFY2(std::abs(one->median - expected) <= std::max(0.1 * expected, 150.0),
                     fmt::format("{}: {} instead of {}", name, one->median, expected).c_str());
        }
    }

    /// Kernels of the block wait for 30 µs between F and B, which is no work.
    void blocksAreMeasuredLikeTheirParts()
    {
        const MeasuredRun run =
            assembled(made("PP:0F0 0-5, gemm @1 100-110, PP:0F1 5-10, gemm @6 110-120, PP:0B0 10-15, "
                           "gemm @11/autograd 120-140, PP:(0F2;0B1)OVERLAP_F_B 20-30, gemm @21 200-210, "
                           "gemm @22/autograd 240-260, PP:0B2 30-35, gemm @31/autograd 260-280"));
        QCOMPARE(run.ranks[0].actions[3].blockBusy, 30.0);
        const FittedCosts fitted = fitCosts(run);
        const OverlapTime& block =
            fitted.medians.overlap.times.at({ActionKind::Forward, ActionKind::Backward});
        QVERIFY(block.isShareOfSum);
        QCOMPARE(block.time.values, std::vector<double>{1.0});
    }

    void assumedTimesAreNamed()
    {
        const FittedCosts fitted =
            fitCosts(assembled(madeRanks({"DeepSpeedEngine.forward 0-5, DeepSpeedEngine.forward 5-10",
                                          "DeepSpeedEngine.forward 6-11, DeepSpeedEngine.backward 11-21, "
                                          "DeepSpeedEngine.forward 21-26, DeepSpeedEngine.backward 26-36"})));
        QCOMPARE(fitted.durations.size(), std::size_t{4});
        const DurationStatistics* backward = find(fitted, ActionKind::Backward, 0);
        QVERIFY(backward != nullptr && backward->isAssumed && backward->isEstimated);
        QCOMPARE(backward->median, 10.0);
        QCOMPARE(fitted.warnings.front(),
                 std::string("B of stage 0 is not recorded by itself: its time is assumed"));
    }

    void readsBackTheSameTimes_data() { recordings(); }

    void readsBackTheSameTimes()
    {
        const MeasuredRun run = truthRun();
        const FittedCosts fitted = fitCosts(run);
        const std::string text = calibrationJson(fitted, run, "2026-01-31T12:00:00Z");
        const auto read = valueOf(readCalibration(text, "fitted.json"));
        QCOMPARE(read.provenance, "trace");
        QCOMPARE(read.costs.unit, "us");
        QCOMPARE(read.costs.transfer.latency, fitted.costs.transfer.latency);
        QCOMPARE(read.costs.hostOverhead, fitted.costs.hostOverhead);
        for (const ActionKind kind : {ActionKind::Forward, ActionKind::BackwardInput,
                                      ActionKind::BackwardWeight, ActionKind::Backward})
            for (std::uint32_t stage = 0; stage < run.stageCount; ++stage)
                QCOMPARE(read.costs.durationOf(kind, StageId{stage}),
                         fitted.costs.durationOf(kind, StageId{stage}));
        QCOMPARE(read.costs.overlap.times.size(), fitted.costs.overlap.times.size());
        for (const auto& [kinds, rule] : fitted.costs.overlap.times)
            QVERIFY(std::abs(read.costs.overlap.times.at(kinds).time.values[0] - rule.time.values[0]) <
                    1e-12);
        QCOMPARE(read.costs.source, fitted.costs.source);
        QVERIFY2(text.find("2026-01-31T12:00:00Z") != std::string::npos, "the time given stands in the file");
    }

    void pointsOutStragglers_data()
    {
        addRows<QString>({
            {"torch_cpu/1f1b_runtime_p4_m8", ""},
            {"torch_cpu/1f1b_runtime_straggler2_p4_m8", "rank 2 x1.6"},
            {"torch_cpu/zbv_p2_m4_straggler0", "rank 0 x1.5"},
            {"torch_cpu/izb_p4_v2_m8", ""},
            {"torch_cpu/dualpipev_p2_m6", ""},
        });
    }

    void pointsOutStragglers()
    {
        const auto& [stragglers] = givenRow<QString>();
        QCOMPARE(stragglerText(fitCosts(truthRun())), stragglers);
    }

    void leavesOutASlowFirstMicrobatch()
    {
        MeasuredRun run = runOf("0F0 0F1 0F2 0F3 0F4 0F5");
        for (MeasuredAction& one : run.ranks[0].actions)
            one.end = one.start + 8 + one.action.microbatch().value % 3;
        run.ranks[0].actions[0].end = run.ranks[0].actions[0].start + 100;
        run.ranks[0].actions[4].end = run.ranks[0].actions[4].start + 60;
        const FittedCosts fitted = fitCosts(run);
        const DurationStatistics* forward = find(fitted, ActionKind::Forward, 0);
        QVERIFY(forward != nullptr && forward->droppedFirst);
        QCOMPARE(forward->count, std::size_t{5});
        QCOMPARE(forward->median, 10.0);
        QCOMPARE(forward->most, 60.0);
        const std::vector<std::size_t> outliers{0, 4};
        QCOMPARE(forward->outliers, outliers);
    }

    void saysWhatItDoesNotKnow()
    {
        const FittedCosts fitted = fitCosts(runOf("0F0\n1F0\n2F0"));
        const std::vector<std::string> expected{"no action waited longer than 0.5 ms for another rank's "
                                                "message: the latency of a hop is unknown and taken as 0",
                                                "no two actions of a rank follow each other without a wait: "
                                                "the overhead of the host is unknown and taken as 0"};
        QCOMPARE(fitted.warnings, expected);
        QVERIFY(!fitted.hopLatency && !fitted.hostOverhead);
        QCOMPARE(fitted.costs.durationOf(ActionKind::Forward, StageId{2}), 10.0);
        QVERIFY(fitCosts(MeasuredRun{}).warnings.empty());
    }

private:
    static void recordings()
    {
        addRows<>({{"torch_cpu/1f1b_runtime_p4_m8"},
                   {"torch_cpu/1f1b_runtime_straggler2_p4_m8"},
                   {"torch_cpu/1f1b_single_p4_m8"},
                   {"torch_cpu/csv_zbh1_p4_m8"},
                   {"torch_cpu/dualpipev_p2_m6"},
                   {"torch_cpu/gpipe_p4_m8"},
                   {"torch_cpu/gpipe_runtime_p3_m5_uneven"},
                   {"torch_cpu/interleaved1f1b_p4_v2_m8"},
                   {"torch_cpu/izb_p4_v2_m8"},
                   {"torch_cpu/loopedbfs_p4_v2_m4"},
                   {"torch_cpu/zbv_p2_m4_straggler0"}});
    }
};

BUBBLESCOPE_TEST(FitCalibration)
#include "fit_calibration.moc"
