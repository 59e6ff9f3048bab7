// SPDX-License-Identifier: Apache-2.0
// What the self-check tries: layouts that models have, and errors that rounding alone keeps below what is
// allowed.
#include <QTest>

#include "probe/plan/self_check_plan.h"
#include "tests/probe/parted_attention.h"
#include "tests/probe/shapes.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cstring>

using namespace bubblescope::probe;
using namespace bubblescope::test;
using reference::Values;

namespace {

/// As a store in bf16 rounds: to the nearest, ties to even.
double stored(double value)
{
    const auto wide = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &wide, sizeof bits);
    bits += 0x7FFFU + (bits >> 16U & 1U);
    bits &= 0xFFFF0000U;
    float narrow = 0;
    std::memcpy(&narrow, &bits, sizeof narrow);
    return static_cast<double>(narrow);
}

} // namespace

class ProbeSelfCheckTest : public QObject
{
    Q_OBJECT

private slots:
    void everyShapeIsAModel_data()
    {
        QTest::addColumn<bool>("gated");
        QTest::addColumn<int>("recompute");
        for (const bool gated : {true, false})
            for (const Recompute recompute : {Recompute::None, Recompute::Full})
                QTest::addRow("%s, recompute %s", gated ? "gated" : "not gated",
                              recomputeName(recompute).data())
                    << gated << static_cast<int>(recompute);
    }

    void everyShapeIsAModel()
    {
        QFETCH(bool, gated);
        QFETCH(int, recompute);
        ModelShape like = llamaLike();
        like.gated = gated;
        like.recompute = static_cast<Recompute>(recompute);
        like.dataType = DataType::Fp16;
        for (const SelfCheckShape& tried : selfCheckShapes(like)) {
            const auto ok = checkShape(tried.shape);
            QVERIFY2(ok.has_value(), ok ? "" : ok.error().text().c_str());
            QCOMPARE(tried.shape.gated, gated);
            QVERIFY(tried.shape.dataType == DataType::Fp16);
            QVERIFY(tried.shape.recompute == Recompute::None);
        }
    }

    void expertsAndFp8AreTried_data()
    {
        addRows<bool, bool, int>(
            {{"experts", false, true, 3}, {"fp8", true, false, 2}, {"both", true, true, 2}});
    }

    void expertsAndFp8AreTried()
    {
        const auto& [isFp8, hasExperts, count] = givenRow<bool, bool, int>();
        ModelShape like = llamaLike();
        like.dataType = isFp8 ? DataType::Fp8 : DataType::Bf16;
        if (hasExperts) {
            like.experts = 256;
            like.topK = 8;
            like.sharedExperts = 1;
            like.expertParallel = 64;
        }
        std::vector<SelfCheckShape> shapes = selfCheckShapes(like);
        QCOMPARE(shapes.size(), static_cast<std::size_t>(count));
        for (const SelfCheckShape& tried : fusedCheckShapes(like)) {
            QVERIFY(!tried.shape.isMoe() && !tried.shape.isFp8());
            shapes.push_back(tried);
        }
        std::int64_t mostChosen = 0, unfilled = 0;
        for (const SelfCheckShape& tried : shapes) {
            const auto ok = checkShape(tried.shape);
            QVERIFY2(ok.has_value(), ok ? "" : ok.error().text().c_str());
            mostChosen = std::max(mostChosen, tried.shape.topK);
            unfilled += tried.shape.localExperts() * tried.shape.expertRows() -
                        tried.shape.tokens() * tried.shape.topK;
            for (const Linear& linear : linearsOf(Block::Layer, tried.shape))
                QVERIFY(!linear.isFp8 ||
                        (linear.rows % 16 == 0 && linear.in % 16 == 0 && linear.out % 16 == 0));
        }
        // More choices than a warp has threads, and rows of experts that no token has.
        QVERIFY(!hasExperts || isFp8 || mostChosen > 32);
        QVERIFY(!hasExperts || unfilled > 0);
    }

    void layoutsOfModelsAreTried()
    {
        const std::vector<SelfCheckShape> shapes = selfCheckShapes(llamaLike());
        QCOMPARE(shapes.size(), std::size_t{3});
        QVERIFY(!shapes[0].isOptional && shapes[0].shape.hidden % 8 == 0 && shapes[0].shape.ffn % 8 == 0);
        // One value a thread and nothing that 16 bytes divide.
        const ModelShape& odd = shapes[1].shape;
        for (const std::int64_t width :
             {odd.hidden, odd.ffn, odd.seq, odd.vocab, odd.headDim * odd.element() / 4})
            QVERIFY(width % 2 != 0 || width % 8 != 0);
        QVERIFY(odd.hidden % 2 == 1 && odd.ffn % 2 == 1 && odd.seq % 2 == 1 && odd.vocab % 2 == 1);
        const ModelShape& shard = shapes[2].shape;
        QCOMPARE(shard.tp, std::int64_t{2});
        // More than 512 threads keep of a row in four registers each.
        QVERIFY(shard.hidden % 4 != 0 && shard.hidden > 4 * 512);
        // Parts of every kind: several heads, several lanes that share a key head, several stretches of
        // queries.
        std::int64_t heads = 0, lanes = 0, queries = 0;
        for (const SelfCheckShape& tried : shapes)
            for (const AttentionPart& part :
                 attentionParts(tried.shape, tried.scoreBytes() / tried.shape.element())) {
                heads = std::max(heads, part.kvHeads);
                lanes = std::max(lanes, part.lane);
                queries = std::max(queries, part.firstQuery);
            }
        QVERIFY(heads > 1 && lanes > 0 && queries > 0);
    }

    void roundingStaysBelowWhatIsAllowed_data()
    {
        addRows<bool, int>({{"whole", false, 0},
                            {"odd", false, 1},
                            {"shard", false, 2},
                            {"fp8", true, 0},
                            {"ending in fp8", true, 1}});
    }

    void roundingStaysBelowWhatIsAllowed()
    {
        const auto& [isFp8, shape] = givenRow<bool, int>();
        ModelShape like = llamaLike();
        like.dataType = isFp8 ? DataType::Fp8 : DataType::Bf16;
        const SelfCheckShape check = selfCheckShapes(like)[static_cast<std::size_t>(shape)];
        const ModelShape& tried = check.shape;
        const std::int64_t scores = check.scoreBytes() / tried.element();
        const PartedAttention forwards(tried, scores, stored);
        const PartedAttention backwards(tried, scores / 2, stored);
        double forward = 0, backward = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            Values qkv = randomValues(PartedAttention::qkvSize(tried), 2 * seed);
            Values gradient = randomValues(PartedAttention::outputSize(tried), 2 * seed + 1);
            std::transform(qkv.begin(), qkv.end(), qkv.begin(), stored);
            std::transform(gradient.begin(), gradient.end(), gradient.begin(), stored);
            forward = std::max(
                forward, reference::relativeError(forwards.forward(qkv), reference::attention(qkv, tried)));
            backward = std::max(backward,
                                reference::relativeError(backwards.backward(qkv, gradient),
                                                         reference::attentionBackward(qkv, gradient, tried)));
        }
        const QString told = QStringLiteral("forward %1, backward %2").arg(forward).arg(backward);
        // A key's gradient is rounded for every lane and stretch of queries.
        std::int64_t sums = 0;
        for (const AttentionPart& part : attentionParts(tried, scores / 2))
            sums += part.sequence == 0 && part.firstKvHead == 0 ? 1 : 0;
        QVERIFY2(sums <= 3, std::to_string(sums).c_str());
        QVERIFY2(forward > 1e-4 && forward < 0.8 * toleranceOf(DataType::Bf16), qPrintable(told));
        QVERIFY2(backward > 1e-4 && backward < 0.8 * toleranceOf(DataType::Bf16), qPrintable(told));
    }
};

BUBBLESCOPE_TEST(ProbeSelfCheckTest)
#include "probe_self_check_test.moc"
