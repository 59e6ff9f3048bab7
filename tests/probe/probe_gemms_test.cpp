// SPDX-License-Identifier: Apache-2.0
// The planned calls of cuBLASLt, carried out by loops on the CPU, give F, dX and dW as they are defined.
#include "shapes.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

/// Row-major.
struct Matrix
{
    std::int64_t rows, columns;
    std::vector<double> values;

    double& at(std::int64_t row, std::int64_t column)
    {
        return values[static_cast<std::size_t>(row * columns + column)];
    }
};

Matrix randomMatrix(std::int64_t rows, std::int64_t columns, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Matrix matrix{rows, columns, std::vector<double>(static_cast<std::size_t>(rows * columns))};
    for (double& value : matrix.values)
        value = normal(random);
    return matrix;
}

/// As cuBLASLt reads memory: column-major, with leading dimensions.
void carryOut(const GemmCall& call, const std::vector<double>& a, const std::vector<double>& b,
              std::vector<double>& c)
{
    const auto at = [](std::int64_t row, std::int64_t column, std::int64_t leading) {
        return static_cast<std::size_t>(column * leading + row);
    };
    for (std::int64_t i = 0; i < call.m; ++i)
        for (std::int64_t j = 0; j < call.n; ++j) {
            double sum = 0;
            for (std::int64_t l = 0; l < call.k; ++l)
                sum += a.at(call.transposesA ? at(l, i, call.lda) : at(i, l, call.lda)) *
                       b.at(call.transposesB ? at(j, l, call.ldb) : at(l, j, call.ldb));
            double& out = c.at(at(i, j, call.ldc));
            out = sum + (call.beta != 0 ? call.beta * out : 0);
        }
}

bool isClose(const Matrix& a, const Matrix& b)
{
    for (std::size_t i = 0; i < a.values.size(); ++i)
        if (!(std::abs(a.values[i] - b.values[i]) < 1e-12))
            return false;
    return a.values.size() == b.values.size();
}

} // namespace

class ProbeGemmsTest : public QObject
{
    Q_OBJECT

private slots:
    void forwardGivesTheOutput()
    {
        const ModelShape shape = tiny();
        for (const Linear& linear : linearsOf(Block::Layer, shape)) {
            Matrix x = randomMatrix(shape.tokens(), linear.in, 1), w = randomMatrix(linear.out, linear.in, 2);
            Matrix y = randomMatrix(shape.tokens(), linear.out, 3), expected = y;
            for (std::int64_t t = 0; t < x.rows; ++t)
                for (std::int64_t o = 0; o < w.rows; ++o) {
                    expected.at(t, o) = 0;
                    for (std::int64_t i = 0; i < x.columns; ++i)
                        expected.at(t, o) += x.at(t, i) * w.at(o, i);
                }
            carryOut(gemmCall(linear, Op::Forward, shape), w.values, x.values, y.values);
            QVERIFY(isClose(y, expected));
        }
    }

    void inputGivesTheGradientOfTheInput()
    {
        const ModelShape shape = tiny();
        for (const Linear& linear : linearsOf(Block::Layer, shape)) {
            Matrix dy = randomMatrix(shape.tokens(), linear.out, 4),
                   w = randomMatrix(linear.out, linear.in, 5);
            Matrix dx = randomMatrix(shape.tokens(), linear.in, 6), expected = dx;
            for (std::int64_t t = 0; t < dx.rows; ++t)
                for (std::int64_t i = 0; i < dx.columns; ++i) {
                    expected.at(t, i) = 0;
                    for (std::int64_t o = 0; o < w.rows; ++o)
                        expected.at(t, i) += dy.at(t, o) * w.at(o, i);
                }
            carryOut(gemmCall(linear, Op::Input, shape), w.values, dy.values, dx.values);
            QVERIFY(isClose(dx, expected));
        }
    }

    void weightAddsToTheGradientOfTheWeight()
    {
        const ModelShape shape = tiny();
        for (const Linear& linear : linearsOf(Block::Layer, shape)) {
            Matrix x = randomMatrix(shape.tokens(), linear.in, 7),
                   dy = randomMatrix(shape.tokens(), linear.out, 8);
            Matrix dw = randomMatrix(linear.out, linear.in, 9), expected = dw;
            for (std::int64_t o = 0; o < dw.rows; ++o)
                for (std::int64_t i = 0; i < dw.columns; ++i)
                    for (std::int64_t t = 0; t < x.rows; ++t)
                        expected.at(o, i) += dy.at(t, o) * x.at(t, i);
            carryOut(gemmCall(linear, Op::Weight, shape), x.values, dy.values, dw.values);
            QVERIFY(isClose(dw, expected));
        }
    }

    void weightInBf16IsWritten()
    {
        ModelShape shape = tiny();
        shape.gradientType = DataType::Bf16;
        const Linear linear = linearsOf(Block::Head, shape).front();
        QCOMPARE(gemmCall(linear, Op::Weight, shape).beta, 0.0);
        shape.gradientType = DataType::Fp32;
        QCOMPARE(gemmCall(linear, Op::Weight, shape).beta, 1.0);
    }

    void callsAreThoseOfTheTable()
    {
        const ModelShape shape = llamaLike();
        const Linear qkv = linearsOf(Block::Layer, shape).front();
        QCOMPARE(qkv.out, std::int64_t{6144});
        QVERIFY((gemmCall(qkv, Op::Forward, shape) ==
                 GemmCall{true, false, 6144, 4096, 4096, 4096, 4096, 6144, 0}));
        QVERIFY((gemmCall(qkv, Op::Input, shape) ==
                 GemmCall{false, false, 4096, 4096, 6144, 4096, 6144, 4096, 0}));
        QVERIFY((gemmCall(qkv, Op::Weight, shape) ==
                 GemmCall{false, true, 4096, 6144, 4096, 4096, 6144, 4096, 1}));
    }
};

BUBBLESCOPE_TEST(ProbeGemmsTest)
#include "probe_gemms_test.moc"
