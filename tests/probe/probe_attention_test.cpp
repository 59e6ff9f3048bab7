// SPDX-License-Identifier: Apache-2.0
// Attention in parts, by the products that a device is given, against attention by definition; the
// reference's gradients against differences.
#include <QTest>

#include "tests/probe/parted_attention.h"
#include "tests/probe/shapes.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <cmath>

using namespace bubblescope::probe;
using namespace bubblescope::test;
using reference::Values;

namespace {

/// Largest difference between a gradient and what small steps of each value change.
template <typename Loss>
double differenceFromSteps(Values at, const Values& gradient, Loss loss)
{
    constexpr double kStep = 1e-6;
    Values steps;
    for (double& value : at) {
        const double kept = value;
        value = kept + kStep;
        const double above = loss(at);
        value = kept - kStep;
        steps.push_back((above - loss(at)) / (2 * kStep));
        value = kept;
    }
    return reference::relativeError(gradient, steps);
}

double dot(const Values& a, const Values& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

class ProbeAttentionTest : public QObject
{
    Q_OBJECT

private slots:
    void partsEqualTheWhole_data()
    {
        addRows<int, bool, int, int>({
            {"all at once", 1000, true, 2, 1},
            {"a head at a time", 30, true, 2, 1},
            {"two queries at a time", 12, true, 2, 1},
            {"less than a query", 1, true, 2, 1},
            {"not causal", 12, false, 2, 1},
            {"every head its key", 60, true, 4, 1},
            {"one key for all", 12, true, 1, 1},
            {"a shard", 1000, true, 2, 2},
        });
    }

    void partsEqualTheWhole()
    {
        const auto& [most, causal, kvHeads, tp] = givenRow<int, bool, int, int>();
        ModelShape shape = tiny();
        shape.causal = causal;
        shape.kvHeads = kvHeads;
        shape.tp = tp;
        const Values qkv = randomValues(PartedAttention::qkvSize(shape), 1);
        const Values gradient = randomValues(PartedAttention::outputSize(shape), 2);
        const PartedAttention parted(shape, most);
        QVERIFY(reference::relativeError(parted.forward(qkv), reference::attention(qkv, shape)) < 1e-12);
        QVERIFY(reference::relativeError(parted.backward(qkv, gradient),
                                         reference::attentionBackward(qkv, gradient, shape)) < 1e-12);
    }

    void partsCoverEveryScoreOnce()
    {
        ModelShape shape = llamaLike();
        shape.microBatch = 2;
        constexpr std::int64_t kMost = std::int64_t{1} << 28;
        std::int64_t scores = 0;
        for (const AttentionPart& part : attentionParts(shape, kMost)) {
            QVERIFY(part.scores(shape) <= kMost);
            scores += part.scores(shape);
        }
        QCOMPARE(scores, shape.microBatch * shape.heads * shape.seq * shape.seq);
        // Of 16 Mi scores a head all eight key heads fit.
        QCOMPARE(attentionParts(shape, kMost).size(), std::size_t{8});
    }

    void operandsLieWhereTheirAlignmentSays_data()
    {
        addRows<int, int, int>({
            {"128", 128, 64, 256},
            {"64", 64, 64, 128},
            {"100", 100, 64, 8},
            {"16", 16, 24, 32},
            {"odd", 3, 23, 2},
        });
    }

    void operandsLieWhereTheirAlignmentSays()
    {
        const auto& [headDim, seq, keys] = givenRow<int, int, int>();
        ModelShape shape = tiny();
        shape.headDim = headDim;
        shape.seq = seq;
        constexpr std::int64_t kElement = 2;
        std::uint32_t least = 256;
        for (const AttentionPart& part : attentionParts(shape, 20 * seq))
            for (int which = 0; which < 6; ++which) {
                const BatchedGemm product = attentionGemm(static_cast<AttentionProduct>(which), part, shape);
                const GemmAlignment aligned = alignmentOf(product, kElement, kElement);
                for (std::int64_t batch = 0; batch < product.batch; ++batch) {
                    QCOMPARE((product.offsetA + batch * product.strideA) * kElement % aligned.a,
                             std::int64_t{0});
                    QCOMPARE((product.offsetB + batch * product.strideB) * kElement % aligned.b,
                             std::int64_t{0});
                    QCOMPARE((product.offsetC + batch * product.strideC) * kElement % aligned.c,
                             std::int64_t{0});
                }
                if (static_cast<AttentionProduct>(which) == AttentionProduct::Scores)
                    least = std::min(least, aligned.a);
            }
        QCOMPARE(static_cast<int>(least), keys);
    }

    void aWholeProductIsAlignedAsItsMatrices()
    {
        BatchedGemm product;
        product.strideA = 3; // of one: there is no next
        QCOMPARE(alignmentOf(product, 2, 4), (GemmAlignment{256, 256, 256}));
        product.offsetC = 3;
        QCOMPARE(alignmentOf(product, 2, 4), (GemmAlignment{256, 256, 4}));
        product.batch = 2;
        QCOMPARE(alignmentOf(product, 2, 4), (GemmAlignment{2, 256, 4}));
    }

    void attentionsGradientIsItsSlope()
    {
        const ModelShape shape = tiny();
        const Values qkv = randomValues(PartedAttention::qkvSize(shape), 3);
        const Values gradient = randomValues(PartedAttention::outputSize(shape), 4);
        QVERIFY(differenceFromSteps(qkv, reference::attentionBackward(qkv, gradient, shape),
                                    [&](const Values& values) {
                                        return dot(reference::attention(values, shape), gradient);
                                    }) < 1e-6);
    }

    void normsGradientIsItsSlope()
    {
        const Values x = randomValues(21, 5), gain = randomValues(7, 6), gradient = randomValues(21, 7);
        const reference::NormGradients found = reference::normBackward(gradient, x, gain);
        QVERIFY(differenceFromSteps(x, found.input, [&](const Values& values) {
                    return dot(reference::norm(values, gain), gradient);
                }) < 1e-6);
        QVERIFY(differenceFromSteps(gain, found.gain, [&](const Values& values) {
                    return dot(reference::norm(x, values), gradient);
                }) < 1e-6);
    }

    void activationsGradientIsItsSlope()
    {
        for (const bool gated : {true, false}) {
            const Values in = randomValues(24, 8), gradient = randomValues(gated ? 12 : 24, 9);
            const std::int64_t width = gated ? 4 : 8;
            QVERIFY(differenceFromSteps(in, reference::activationBackward(in, gradient, width, gated),
                                        [&](const Values& values) {
                                            return dot(reference::activation(values, width, gated), gradient);
                                        }) < 1e-6);
        }
    }

    void crossEntropysGradientIsItsSlope()
    {
        const Values logits = randomValues(18, 10);
        const std::vector<std::int64_t> targets{0, 5, 3};
        QVERIFY(differenceFromSteps(logits, reference::crossEntropyBackward(logits, targets),
                                    [&](const Values& values) {
                                        return dot(reference::crossEntropy(values, targets), Values(3, 1));
                                    }) < 1e-6);
    }

    void turningBackUndoesTurning()
    {
        ModelShape shape = tiny();
        shape.headDim = 4;
        const Values given = randomValues(PartedAttention::qkvSize(shape), 11);
        Values values = given;
        const std::int64_t stride = (shape.heads + 2 * shape.kvHeads) * shape.headDim;
        reference::rope(values, shape, shape.heads + shape.kvHeads, stride, 1);
        QVERIFY(reference::relativeError(values, given) > 0.1);
        reference::rope(values, shape, shape.heads + shape.kvHeads, stride, -1);
        QVERIFY(reference::relativeError(values, given) < 1e-14);
    }

    void whatIsNoNumberIsAnError()
    {
        QVERIFY(std::isinf(reference::relativeError(Values{1, std::nan("")}, Values{1, 2})));
        QVERIFY(std::isinf(reference::relativeError(Values{1}, Values{1, 2})));
        QCOMPARE(reference::relativeError(Values{1, 2}, Values{1, 4}), 0.5);
    }
};

BUBBLESCOPE_TEST(ProbeAttentionTest)
#include "probe_attention_test.moc"
