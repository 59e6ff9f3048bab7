// SPDX-License-Identifier: Apache-2.0
// What the self-check tries: layouts that models have, and errors that rounding alone keeps below what is
// allowed.
#include <QTest>

#include "probe/plan/reference.h"
#include "probe/plan/self_check_plan.h"
#include "tests/probe/shapes.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <cstring>
#include <random>

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

void storeAll(Values& values)
{
    for (double& value : values)
        value = stored(value);
}

Values randomValues(std::int64_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Values values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = stored(normal(random));
    return values;
}

/// Attention's kernels with every result that passes through the memory rounded.
class RoundedAttention
{
public:
    explicit RoundedAttention(const SelfCheckShape& tried)
        : m_shape(tried.shape)
        , m_scores(tried.scoreBytes() / tried.shape.element())
    {}

    [[nodiscard]] Values forward(const Values& qkv) const
    {
        Values output(
            static_cast<std::size_t>(m_shape.tokens() * m_shape.heads / m_shape.tp * m_shape.headDim));
        for (const AttentionPart& part : attentionParts(m_shape, m_scores))
            multiply(AttentionProduct::Output, part, qkv, probabilities(part, qkv), output);
        return output;
    }
    [[nodiscard]] Values backward(const Values& qkv, const Values& gradient) const
    {
        Values result(qkv.size());
        for (const AttentionPart& part : attentionParts(m_shape, m_scores / 2)) {
            const Values weights = probabilities(part, qkv);
            Values slopes(weights.size());
            multiply(AttentionProduct::ValueGradient, part, gradient, weights, result);
            multiply(AttentionProduct::ProbabilityGradient, part, qkv, gradient, slopes);
            const auto width = static_cast<std::size_t>(m_shape.seq);
            for (std::size_t row = 0; row < slopes.size(); row += width) {
                double mean = 0;
                for (std::size_t i = 0; i < width; ++i)
                    mean += weights[row + i] * slopes[row + i];
                for (std::size_t i = 0; i < width; ++i)
                    slopes[row + i] = stored(weights[row + i] * (slopes[row + i] - mean));
            }
            multiply(AttentionProduct::QueryGradient, part, qkv, slopes, result);
            multiply(AttentionProduct::KeyGradient, part, qkv, slopes, result);
        }
        return result;
    }

private:
    void multiply(AttentionProduct what, const AttentionPart& part, const Values& a, const Values& b,
                  Values& c) const
    {
        reference::product(attentionGemm(what, part, m_shape), a, b, c);
        storeAll(c);
    }
    [[nodiscard]] Values probabilities(const AttentionPart& part, const Values& qkv) const
    {
        Values values(static_cast<std::size_t>(part.scores(m_shape)));
        multiply(AttentionProduct::Scores, part, qkv, qkv, values);
        const auto width = static_cast<std::size_t>(m_shape.seq);
        for (std::size_t row = 0; row < values.size() / width; ++row) {
            const std::int64_t query = part.firstQuery + static_cast<std::int64_t>(row) % part.queries;
            const std::size_t seen = m_shape.causal ? static_cast<std::size_t>(query) + 1 : width;
            double sum = 0;
            for (std::size_t i = 0; i < width; ++i)
                sum += values[row * width + i] = i < seen ? std::exp(values[row * width + i]) : 0;
            for (std::size_t i = 0; i < width; ++i)
                values[row * width + i] = stored(values[row * width + i] / sum);
        }
        return values;
    }

    const ModelShape& m_shape;
    std::int64_t m_scores;
};

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
        QTest::addColumn<int>("shape");
        for (int shape = 0; shape < 3; ++shape)
            QTest::addRow("shape %d", shape) << shape;
    }

    void roundingStaysBelowWhatIsAllowed()
    {
        QFETCH(int, shape);
        const SelfCheckShape check = selfCheckShapes(llamaLike())[static_cast<std::size_t>(shape)];
        const ModelShape& tried = check.shape;
        const std::int64_t heads = tried.heads / tried.tp, kvHeads = tried.kvHeads / tried.tp;
        double forward = 0, backward = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            const Values qkv = randomValues(tried.tokens() * (heads + 2 * kvHeads) * tried.headDim, 2 * seed);
            const Values gradient = randomValues(tried.tokens() * heads * tried.headDim, 2 * seed + 1);
            const RoundedAttention rounded(check);
            forward = std::max(
                forward, reference::relativeError(rounded.forward(qkv), reference::attention(qkv, tried)));
            backward = std::max(backward,
                                reference::relativeError(rounded.backward(qkv, gradient),
                                                         reference::attentionBackward(qkv, gradient, tried)));
        }
        const QString told = QStringLiteral("forward %1, backward %2").arg(forward).arg(backward);
        QVERIFY2(forward > 1e-4 && forward < 0.8 * toleranceOf(DataType::Bf16), qPrintable(told));
        QVERIFY2(backward > 1e-4 && backward < 0.8 * toleranceOf(DataType::Bf16), qPrintable(told));
    }
};

BUBBLESCOPE_TEST(ProbeSelfCheckTest)
#include "probe_self_check_test.moc"
