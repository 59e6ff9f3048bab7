// SPDX-License-Identifier: Apache-2.0
// What is made of measured times: rates, closures, lines through transfers, blocks; and how far one is.
#include <QTest>

#include "probe/plan/measured_result.h"
#include "probe/plan/progress_meter.h"
#include "tests/probe/shapes.h"
#include "tests/support/test_program.h"

using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

Stat timed(double us)
{
    Stat stat;
    stat.median = us;
    stat.mad = us / 100;
    stat.ciLow = us * 0.99;
    stat.ciHigh = us * 1.02;
    return stat;
}

CalibrationResult measured(PointStats& stats)
{
    CalibrationResult result;
    result.model = llamaLike();
    result.blocks = untimedBlocks(result.model);
    for (const BlockResult& block : result.blocks) {
        std::map<std::string, double> sums;
        for (const KernelTime& kernel : block.kernels) {
            stats[std::string(blockName(block.block)) + "." + kernel.kernel.name] = timed(10);
            sums[std::string(opName(kernel.kernel.op))] += 10;
        }
        double backward = 0;
        for (const auto& [op, sum] : sums) {
            stats[std::string(blockName(block.block)) + "." + op] = timed(sum);
            backward += op == "F" ? 0 : sum;
        }
        stats[std::string(blockName(block.block)) + ".B"] = timed(backward);
    }
    stats["stage.F"] = timed(2 * stats["layer.F"].median);
    return result;
}

} // namespace

class ProbeMeasuredTest : public QObject
{
    Q_OBJECT

private slots:
    void aRateTurnsTheIntervalRound()
    {
        const Stat rate = rateOf(timed(100), 5000);
        QCOMPARE(rate.median, 50.0);
        QVERIFY(*rate.ciLow < 50 && *rate.ciHigh > 50);
        QVERIFY(qFuzzyCompare(*rate.ciLow, 5000.0 / 102));
        QVERIFY(qFuzzyCompare(*rate.mad, 0.5));
    }

    void shiftsKeepTheWidth()
    {
        const Stat stat = shiftedBy(timed(100), 50);
        QCOMPARE(stat.median, 150.0);
        QCOMPARE(*stat.ciHigh - *stat.ciLow, 3.0);
        QCOMPARE(*stat.mad, 1.0);
        QCOMPARE(*scaledBy(timed(100), 10).ciHigh, 1020.0);
    }

    void everyTimeFindsItsPlace()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        stats["optimizer.adamw"] = timed(700);
        takeTimes(result, stats);
        for (const BlockResult& block : result.blocks) {
            QVERIFY(block.ops.count("F") == 1 && block.ops.count("B") == 1);
            for (const KernelTime& kernel : block.kernels)
                QVERIFY2(kernel.time.has_value(), kernel.kernel.name.c_str());
        }
        QCOMPARE(result.optimizerUsPerGparam->median, 7000.0);
        QVERIFY(!result.accumulateUsPerGparam);
    }

    void aBackwardWithoutAnInputGradientIsItsWeightGradient()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        stats.erase("embedding.B");
        stats.erase("head.B");
        takeTimes(result, stats);
        for (const BlockResult& block : result.blocks) {
            if (block.block == Block::Embedding)
                QCOMPARE(block.ops.at("B"), block.ops.at("W"));
            // A head's B is more than its W: what was not measured is not there.
            QCOMPARE(block.ops.count("B"), std::size_t{block.block == Block::Head ? 0U : 1U});
        }
    }

    void closuresWithinBoundsSayNothing()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        takeTimes(result, stats);
        addClosures(result, stats);
        QVERIFY(result.warnings.empty());
        QCOMPARE(result.checks.at("closure.layer.W"), 1.0);
        QCOMPARE(result.checks.at("closure.layer.B"), 1.0);
        QCOMPARE(result.checks.at("closure.stage.F"), 1.0);
        // The embedding has no I, so there is nothing to hold its B against.
        QCOMPARE(result.checks.count("closure.embedding.B"), std::size_t{0});
    }

    void aClosureOutsideIsAWarning()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        stats["layer.B"] = scaledBy(stats["layer.B"], 1.25);
        takeTimes(result, stats);
        addClosures(result, stats);
        QCOMPARE(result.warnings.size(), std::size_t{1});
        QCOMPARE(result.warnings[0].code, "closure");
        QCOMPARE(result.warnings[0].point, "layer.B");
        QCOMPARE(result.warnings[0].message, "layer.B: B / (I + W) is 1.250, expected 0.90 to 1.10");
    }

    void analyticTimesAreAdded()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        takeTimes(result, stats, {{"layer.F", 33}});
        QCOMPARE(result.blocks[0].ops.at("F").median, stats["layer.F"].median + 33);
        QCOMPARE(result.blocks[0].ops.at("W").median, stats["layer.W"].median);
    }

    void kernelsAreSummedAtTheOperationsClock()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        result.device.gemmTflops = timed(700);
        result.device.copyGbps = timed(2300);
        // Its products had 1600 MHz, and the operation 1400, where they take as much longer.
        for (auto& [name, stat] : stats)
            stat.smMhz = 1600;
        const double products = 4 * 10 * 1600.0 / 1400;
        stats["layer.W"] = timed(products);
        stats["layer.W"].smMhz = 1400;
        takeTimes(result, stats, {});
        addClosures(result, stats);
        QVERIFY(std::abs(result.checks.at("closure.layer.W") - 1) < 1e-12);
        QCOMPARE(result.checks.at("closure.layer.F"), 1.0);
        // What the memory bounds takes as long at any clock.
        stats["embedding.W"].smMhz = 1400;
        result.checks.clear();
        addClosures(result, stats);
        QCOMPARE(result.checks.at("closure.embedding.W"), 1.0);
    }

    void closuresAreOfWhatWasRun()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        result.attention = "analytic";
        // Attention is not run, its computed time is many times the rest.
        for (const char* op : {"F", "I"}) {
            stats.erase(std::string("layer.attention.") + op);
            for (const char* whole : {op, "B"})
                if (whole != std::string("B") || op == std::string("I"))
                    stats[std::string("layer.") + whole] =
                        timed(stats[std::string("layer.") + whole].median - 10);
        }
        stats["stage.F"] = timed(2 * stats["layer.F"].median);
        takeTimes(result, stats, {{"layer.F", 1e4}, {"layer.I", 2e4}, {"layer.B", 2e4}});
        addClosures(result, stats);
        for (const char* point : {"layer.F", "layer.I", "layer.W", "layer.B", "stage.F"})
            QCOMPARE(result.checks.at(std::string("closure.") + point), 1.0);
        QVERIFY(result.warnings.empty());
        // What is missing of a measured part is not hidden beside it.
        stats["layer.F"] = timed(stats["layer.F"].median * 2);
        addClosures(result, stats);
        QCOMPARE(result.checks.at("closure.layer.F"), 0.5);
    }

    void aPowerCapIsNoFlag()
    {
        PointStats stats;
        CalibrationResult result = measured(stats);
        for (auto& [name, stat] : stats)
            stat.flags.set(Flag::PowerCapped);
        takeTimes(result, stats);
        QVERIFY(result.blocks.front().ops.at("F").flags.has(Flag::PowerCapped)); // kept, and told
        QVERIFY(!result.isFlagged());
        for (const Flag flag : {Flag::NotConverged, Flag::Throttled, Flag::Bimodal, Flag::FewSamples}) {
            CalibrationResult other = result;
            other.blocks.front().ops.at("F").flags.set(flag);
            QVERIFY(other.isFlagged());
        }
    }

    void aLineThroughTransfers()
    {
        TransferResult transfer;
        for (std::int64_t bytes = 4096; bytes <= (std::int64_t{256} << 20); bytes *= 4)
            transfer.points.emplace_back(bytes, timed(8 + static_cast<double>(bytes) / 400e3));
        fitLine(transfer);
        QVERIFY(std::abs(*transfer.latencyUs - 8) < 1e-6);
        QVERIFY(std::abs(*transfer.gbps - 400) < 1e-6);
        QVERIFY(*transfer.maxRelativeResidual < 1e-9);
        TransferResult none;
        fitLine(none);
        QVERIFY(!none.latencyUs && !none.gbps);
    }

    void devicesAreLikeTheirSheet()
    {
        QCOMPARE(sheetLike("NVIDIA H200", 132, 0).bf16Tflops, 989.0);
        QCOMPARE(sheetLike("NVIDIA H100 80GB HBM3", 132, 0).key, "h100");
        QCOMPARE(sheetLike("NVIDIA H100 PCIe", 114, 0).smCount, 114);
        QCOMPARE(sheetLike("NVIDIA RTX A1000 Laptop GPU", 16, 0).key, std::string());
        QCOMPARE(sheetLike("NVIDIA A100-SXM4-40GB", 108, 0).key, "a100");
        const DeviceSheet other = sheetLike("NVIDIA Something", 54, 16);
        QCOMPARE(other.name, "NVIDIA Something");
        QCOMPARE(other.bf16Tflops, 156.0);
        QCOMPARE(other.smCount, 54);
    }

    void progressCountsWhatIsPlanned()
    {
        ProbePlan plan;
        plan.points = {{"a", Phase::Kernels, 100, 0, 10},
                       {"b", Phase::Kernels, 100, 0, 10},
                       {"c", Phase::Overlap, 500, 0, 20}};
        ProgressMeter meter(plan);
        QCOMPARE(meter.total(), std::size_t{40});
        for (int round = 0; round < 12; ++round)
            meter.addRound(Phase::Kernels, 2);
        QCOMPARE(meter.done(), std::size_t{24});
        QCOMPARE(meter.total(), std::size_t{44}); // two rounds more than planned
        meter.finish(Phase::Kernels);
        for (int round = 0; round < 15; ++round)
            meter.addRound(Phase::Overlap, 1);
        meter.finish(Phase::Overlap); // five fewer
        QCOMPARE(meter.done(), meter.total());
        QCOMPARE(meter.etaSeconds(1), 0.0);
    }

    void whatIsLeftIsCorrectedByWhatWasDone()
    {
        ProbePlan plan;
        plan.points = {{"a", Phase::Kernels, 99'940, 0, 10}, {"b", Phase::Overlap, 99'940, 0, 10}};
        ProgressMeter meter(plan);
        QCOMPARE(meter.etaSeconds(0), 2.0);
        QCOMPARE(meter.secondsAfter(Phase::Kernels), 1.0);
        for (int round = 0; round < 10; ++round)
            meter.addRound(Phase::Kernels, 1);
        QCOMPARE(meter.etaSeconds(2), 2.0); // a second took two
    }
};

BUBBLESCOPE_TEST(ProbeMeasuredTest)
#include "probe_measured_test.moc"
