// SPDX-License-Identifier: Apache-2.0
// Communication within a layer: which there is, what it sends, and how long it is estimated to take.
#include "shapes.h"

#include "probe/plan/measured_result.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

ModelShape shared(std::int64_t tp)
{
    ModelShape shape = llamaLike();
    shape.tp = tp;
    shape.withCollectives = true;
    return shape;
}

QStringList told(Block block, const ModelShape& shape)
{
    QStringList texts;
    for (const Collective& one : collectivesOf(block, shape))
        texts << QStringLiteral("%1 %2 %3")
                     .arg(QString::fromStdString(one.name),
                          QString::fromStdString(std::string(opName(one.op))),
                          QString::fromStdString(std::string(collectiveName(one.kind))));
    return texts;
}

double sent(const ModelShape& shape, Op op)
{
    double bytes = 0;
    for (const Collective& one : collectivesOf(Block::Layer, shape))
        bytes += one.op == op ? one.sentBytes() : 0;
    return bytes;
}

} // namespace

class ProbeCollectivesTest : public QObject
{
    Q_OBJECT

private slots:
    void aRingSendsItsShareInItsSteps_data()
    {
        // Steps of p devices, and what each sends of n bytes.
        addRows<int, int, double>({
            {"all-reduce", 0, 14, 2 * 7.0 / 8},
            {"all-gather", 1, 7, 7.0 / 8},
            {"reduce-scatter", 2, 7, 7.0 / 8},
            {"all-to-all", 3, 7, 7.0 / 8},
        });
    }

    void aRingSendsItsShareInItsSteps()
    {
        const auto& [kind, steps, share] = givenRow<int, int, double>();
        const std::int64_t bytes = 64 << 20;
        const Collective one{"x", Op::Forward, static_cast<CollectiveKind>(kind), bytes, 8};
        QCOMPARE(one.steps(), std::int64_t{steps});
        QCOMPARE(one.sentBytes(), share * static_cast<double>(bytes));
        EstimatorConstants constants;
        constants.linkLatencyUs = 7;
        constants.hopUs = 1.5;
        constants.link = 0.9;
        const Estimator estimator = *Estimator::make(*findDevice("h100"), DataType::Bf16, constants);
        const double wanted = 7 + 1.5 * steps + share * static_cast<double>(bytes) / (450e3 * 0.9);
        QVERIFY(std::abs(estimator.timeOf(one) - wanted) < 1e-9 * wanted);
    }

    void latencyIsAllOfASmallOne()
    {
        const Estimator estimator = *Estimator::make(*findDevice("h100"), DataType::Bf16);
        const Collective small{"x", Op::Forward, CollectiveKind::AllReduce, 4, 2};
        QVERIFY(std::abs(estimator.timeOf(small) - 10 - 2 * 2) < 1e-3);
    }

    void aLayersCollectivesAreMegatrons()
    {
        QVERIFY(collectivesOf(Block::Layer, shared(1)).empty());
        ModelShape shape = shared(4);
        QCOMPARE(told(Block::Layer, shape), (QStringList{"proj F all_reduce", "ffn_out F all_reduce",
                                                         "ffn_in I all_reduce", "qkv I all_reduce"}));
        const double bytes = 2.0 * 4096 * 4096;
        QCOMPARE(sent(shape, Op::Forward), 2 * bytes * 2 * 3 / 4);
        QCOMPARE(sent(shape, Op::Weight), 0.0);
        const double forward = sent(shape, Op::Forward);
        shape.sequenceParallel = true;
        QCOMPARE(told(Block::Layer, shape),
                 (QStringList{"qkv F all_gather", "proj F reduce_scatter", "ffn_in F all_gather",
                              "ffn_out F reduce_scatter", "ffn_out I all_gather", "ffn_in I reduce_scatter",
                              "proj I all_gather", "qkv I reduce_scatter", "ffn_in W all_gather",
                              "qkv W all_gather"}));
        // As much as without; what W reads is gathered again.
        QCOMPARE(sent(shape, Op::Forward), forward);
        QCOMPARE(sent(shape, Op::Input), forward);
        QCOMPARE(sent(shape, Op::Weight), forward / 2);
        shape.recompute = Recompute::Full;
        QCOMPARE(sent(shape, Op::Input), 2 * forward);
    }

    void wordsAreShared()
    {
        const ModelShape shape = shared(4);
        QCOMPARE(told(Block::Embedding, shape), QStringList{"gather F all_reduce"});
        QCOMPARE(told(Block::Head, shape),
                 (QStringList{"cross_entropy F all_reduce", "cross_entropy F all_reduce",
                              "cross_entropy F all_reduce", "lm_head I all_reduce"}));
        QCOMPARE(collectivesOf(Block::Head, shape).front().bytes, 4 * shape.tokens());
    }

    void rowsGoToExpertsAndBack()
    {
        ModelShape shape = llamaLike();
        shape.experts = 8;
        shape.topK = 2;
        QVERIFY(!tellsCollectives(shape) && collectivesOf(Block::Layer, shape).empty());
        shape.expertParallel = 8;
        QVERIFY(tellsCollectives(shape));
        QCOMPARE(told(Block::Layer, shape), (QStringList{"permute F all_to_all", "combine F all_to_all",
                                                         "combine I all_to_all", "permute I all_to_all"}));
        QCOMPARE(collectivesOf(Block::Layer, shape).front().bytes, 2 * shape.tokens() * 2 * 4096);
        const Estimator estimator = *Estimator::make(*findDevice("h100"), DataType::Bf16);
        // Told; a part of the times where asked.
        const CalibrationResult apart = estimateModel(shape, estimator, {});
        QCOMPARE(apart.blocks.front().collectives.size(), std::size_t{4});
        shape.withCollectives = true;
        const CalibrationResult whole = estimateModel(shape, estimator, {});
        const double one = apart.blocks.front().collectives.front().us;
        const auto longer = [&](const char* op) {
            return whole.blocks.front().ops.at(op).median - apart.blocks.front().ops.at(op).median;
        };
        QVERIFY(one > 100);
        QVERIFY(std::abs(longer("F") - 2 * one) < 1e-6 && std::abs(longer("I") - 2 * one) < 1e-6);
        QVERIFY(std::abs(longer("W")) < 1e-6 && std::abs(longer("B") - 2 * one) < 1e-6);
    }

    void sequencesAreSharedByNorms()
    {
        ModelShape whole = shared(4), shape = whole;
        shape.sequenceParallel = true;
        QVERIFY(checkShape(shape));
        const auto bytesOfKernel = [](const ModelShape& of, const char* name) {
            for (const Kernel& kernel : kernelsOf(Block::Layer, of))
                if (kernel.name == name)
                    return kernel.bytes;
            return std::int64_t{0};
        };
        for (const char* name : {"norm1.F", "residual1_norm2.F", "residual2.F", "norm2.I"})
            QCOMPARE(4 * bytesOfKernel(shape, name), bytesOfKernel(whole, name));
        QCOMPARE(bytesOfKernel(shape, "rope.F"), bytesOfKernel(whole, "rope.F"));
        const BlockMemory less = memoryOf(Block::Layer, shape), more = memoryOf(Block::Layer, whole);
        QCOMPARE(4 * less.boundary, more.boundary);
        const std::int64_t hidden = 2 * shape.tokens() * shape.hidden;
        QCOMPARE(more.activation - less.activation, (4 * hidden + 8 * shape.tokens()) * 3 / 4);
        shape.seq = 4095;
        QCOMPARE(checkShape(shape).error().message.text(), "tp (4) must divide micro_batch * seq (4095)");
    }

    void aMeasuredLinkTakesTheSheetsPlace()
    {
        const Estimator expected = *Estimator::make(*findDevice("h100"), DataType::Bf16);
        const Collective one{"x", Op::Forward, CollectiveKind::AllGather, 100 << 20, 2};
        TransferResult within, between;
        within.kind = "peer_copy";
        within.isStandIn = true;
        between.kind = "peer_copy";
        for (TransferResult* transfer : {&within, &between}) {
            transfer->latencyUs = 5;
            transfer->gbps = 200;
        }
        QCOMPARE(withMeasuredLink(expected, {within}).timeOf(one), expected.timeOf(one));
        const double wanted = 5 + 2 + 50.0 * (1 << 20) / 200e3;
        QVERIFY(std::abs(withMeasuredLink(expected, {within, between}).timeOf(one) - wanted) < 1e-9 * wanted);
    }

    void aDeviceWithoutALinkHasNone()
    {
        DeviceSheet alone = *findDevice("h100");
        alone.linkGbps = 0;
        QVERIFY(checkLink(shared(1), alone));
        QCOMPARE(checkLink(shared(4), alone).error().message.text(),
                 "NVIDIA H100 SXM has no link to other devices, which with_collectives needs: choose another "
                 "device, or describe one with link_gbps");
        const Estimator estimator = *Estimator::make(alone, DataType::Bf16);
        QCOMPARE(estimator.timeOf(collectivesOf(Block::Layer, shared(4)).front()), 0.0);
        // A measurement says so, and keeps its times.
        CalibrationResult measured;
        measured.model = shared(4);
        measured.blocks = untimedBlocks(measured.model);
        measured.blocks.front().ops["F"].median = 100;
        addCollectives(measured, estimator);
        QCOMPARE(measured.warnings.back().code, "no_link");
        QCOMPARE(measured.blocks.front().ops["F"].median, 100.0);
        measured.warnings.clear();
        addCollectives(measured, *Estimator::make(*findDevice("h100"), DataType::Bf16));
        QVERIFY(measured.warnings.empty() && measured.blocks.front().ops["F"].median > 300);
    }
};

BUBBLESCOPE_TEST(ProbeCollectivesTest)
#include "probe_collectives_test.moc"
