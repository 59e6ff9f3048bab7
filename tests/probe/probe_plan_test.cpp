// SPDX-License-Identifier: Apache-2.0
// What is going to be measured, how long, and what would fit.
#include "shapes.h"

#include "probe/plan/model_presets.h"
#include "probe/plan/probe_plan.h"
#include "probe/plan/statistics.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

Estimator h200()
{
    return *Estimator::make(*findDevice("h200"), DataType::Bf16);
}

} // namespace

class ProbePlanTest : public QObject
{
    Q_OBJECT

private slots:
    void aPlanNamesEveryPointOnce()
    {
        const ProbePlan plan = planOf(llamaLike(), {}, h200());
        std::set<std::string> names;
        std::size_t byPhase = 0;
        for (const PlanPoint& point : plan.points)
            QVERIFY2(names.insert(point.name).second, point.name.c_str());
        for (const char* name : {"identify", "ceiling.gemm", "layer.qkv.W", "layer.B", "embedding.W",
                                 "head.I", "overlap.F+B", "copy.4096", "copy.boundary", "optimizer.adamw"})
            QVERIFY2(names.count(name) == 1, name);
        QVERIFY(names.count("embedding.I") == 0);
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            byPhase += plan.countOf(static_cast<Phase>(phase));
        QCOMPARE(byPhase, plan.points.size());
    }

    void scopesLeaveOut()
    {
        ProbeScope scope;
        scope.overlap = scope.transfers = scope.optimizer = false;
        const ProbePlan plan = planOf(llamaLike(), scope, h200());
        QCOMPARE(plan.countOf(Phase::Overlap) + plan.countOf(Phase::Transfers) +
                     plan.countOf(Phase::Optimizer),
                 std::size_t{0});
        QVERIFY(plan.countOf(Phase::Operations) > 0);
        scope.selfCheckOnly = true;
        // The check alone: no ceiling, and none of its 8 GB.
        const ProbePlan check = planOf(llamaLike(), scope, h200());
        QCOMPARE(check.points.size(), std::size_t{2});
        QVERIFY(check.deviceBytes < 100'000'000);
        ProbeScope quick;
        quick.quick = true;
        QVERIFY(planOf(llamaLike(), quick, h200()).etaSeconds <
                planOf(llamaLike(), {}, h200()).etaSeconds / 2);
    }

    void aConfigurationTakesFifteenToTwentySeconds()
    {
        const ModelShape llama = findPreset("llama-3-8b")->shape;
        const double whole = planOf(llama, {}, h200()).etaSeconds;
        QVERIFY2(whole > 15 && whole < 20, qPrintable(QString::number(whole)));
        ProbeScope quick;
        quick.quick = true;
        const double less = planOf(llama, quick, h200()).etaSeconds;
        QVERIFY2(less < 8, qPrintable(QString::number(less)));
    }

    void operationsHaveEightBatchesOfThirtyOneRounds()
    {
        const ProbePlan plan = planOf(llamaLike(), {}, h200());
        std::set<std::string> whole, seldom;
        for (const PlanPoint& point : plan.points) {
            if (point.phase == Phase::Operations && point.every == 1) {
                QCOMPARE(point.samples, kBatches * 31);
                whole.insert(point.name);
            } else if (point.phase == Phase::Operations) {
                QCOMPARE(point.samples, std::size_t{31});
                QCOMPARE(plan.everyOf(point.name), std::size_t{8});
                seldom.insert(point.name);
            } else if (point.phase != Phase::Identify && point.phase != Phase::SelfCheck) {
                QVERIFY2(point.samples >= 2 * kBatches, point.name.c_str()); // else there is no interval
            }
        }
        QCOMPARE(whole, (std::set<std::string>{"layer.F", "layer.I", "layer.W", "embedding.F", "embedding.W",
                                               "head.F", "head.I", "head.W"}));
        // An embedding's B is its W.
        QCOMPARE(seldom, (std::set<std::string>{"layer.B", "head.B"}));
    }

    void theSecondsOfPhasesAreTheWhole()
    {
        const ProbePlan plan = planOf(llamaLike(), {}, h200());
        double sum = 0;
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            sum += plan.secondsOf(static_cast<Phase>(phase));
        QVERIFY(std::abs(sum - plan.etaSeconds) < 1e-9);
        QVERIFY(plan.secondsOf(Phase::Operations) > plan.etaSeconds / 2);
        ProbeScope none;
        none.overlap = false;
        QCOMPARE(planOf(llamaLike(), none, h200()).secondsOf(Phase::Overlap), 0.0);
    }

    void whatFitsIsFound()
    {
        ModelShape shape = llamaLike();
        shape.microBatch = 64;
        ProbeScope scope;
        scope.transfers = scope.optimizer = false;
        const auto needed = [&](std::int64_t batch, std::int64_t seq) {
            ModelShape smaller = shape;
            smaller.microBatch = batch;
            smaller.seq = seq;
            return static_cast<double>(planOf(smaller, scope, h200()).deviceBytes);
        };
        const std::int64_t free = 80'000'000'000;
        QVERIFY(needed(64, 4096) > 0.9 * 80e9);
        const std::string fits = whatWouldFit(shape, scope, h200(), free);
        std::int64_t batch = 0;
        QCOMPARE(std::sscanf(fits.c_str(), "seq 4096 with micro_batch %ld would fit", &batch), 1);
        QVERIFY(batch > 0 && batch < 64);
        QVERIFY(needed(batch, 4096) <= 0.9 * 80e9);
        QVERIFY(needed(batch + 1, 4096) > 0.9 * 80e9);
        QCOMPARE(whatWouldFit(shape, scope, h200(), 1000), std::string());
    }

    void everyOrderedPairOfDevicesIsPlanned()
    {
        ProbeScope scope;
        const std::size_t alone = planOf(llamaLike(), scope, h200()).countOf(Phase::Transfers);
        scope.peers = {0, 1, 2};
        const ProbePlan plan = planOf(llamaLike(), scope, h200());
        // Alone two stand-ins; of three devices six pairs, idle and busy.
        QCOMPARE(plan.countOf(Phase::Transfers), 6 * alone);
        for (const char* name : {"peer.0-1.4096", "busy.2-0.boundary"})
            QVERIFY2(std::any_of(plan.points.begin(), plan.points.end(),
                                 [&](const PlanPoint& point) { return point.name == name; }),
                     name);
    }

    void attentionIsPlannedAsItIsRun()
    {
        const ModelShape llama = findPreset("llama-3-8b")->shape;
        ProbeScope unfused;
        unfused.attention = AttentionWay::Unfused;
        const ProbePlan computed = planOf(llama, {}, h200()), run = planOf(llama, unfused, h200());
        const auto find = [](const ProbePlan& plan, const std::string& name) {
            return std::find_if(plan.points.begin(), plan.points.end(),
                                [&](const PlanPoint& point) { return point.name == name; });
        };
        QVERIFY(find(computed, "layer.attention.F") == computed.points.end());
        const auto attention = find(run, "layer.attention.F");
        QVERIFY(attention != run.points.end());
        // 4.3 GB of scores go through the memory four times.
        QVERIFY2(attention->expectedUs > 4300 && attention->expectedUs < 4700,
                 qPrintable(QString::number(attention->expectedUs)));
        QVERIFY(std::abs(find(run, "layer.F")->expectedUs - find(computed, "layer.F")->expectedUs -
                         attention->expectedUs) < 1e-6);
        // Fused, as the estimate has it: a fraction of that.
        ProbeScope fused;
        fused.attention = AttentionWay::Fused;
        const ProbePlan quick = planOf(llama, fused, h200());
        QVERIFY(find(quick, "layer.attention.F")->expectedUs < 0.3 * attention->expectedUs);
        // The gradient of the queries in fp32, beside that of the layer.
        QVERIFY(quick.deviceBytes > computed.deviceBytes + 4 * llama.tokens() * llama.heads * llama.headDim);
        // And the buffer that some of them are kept in, once for the kernels and twice for pairs.
        QVERIFY(run.deviceBytes >= computed.deviceBytes + (std::int64_t{1} << 30));
    }
};

BUBBLESCOPE_TEST(ProbePlanTest)
#include "probe_plan_test.moc"
