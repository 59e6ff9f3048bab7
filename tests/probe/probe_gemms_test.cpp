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

/// What `call` makes of a and b beside `expected`, which has it added to what it holds or in its place.
bool givesProduct(const GemmCall& call, const Matrix& a, const Matrix& b, Matrix found,
                  const Matrix& expected)
{
    carryOut(call, a.values, b.values, found.values);
    for (std::size_t i = 0; i < found.values.size(); ++i)
        if (!(std::abs(found.values[i] - expected.values[i]) < 1e-12))
            return false;
    return true;
}

/// The sum over `inner` of what `factor` gives, for each value of a matrix.
template <typename Factor>
Matrix summed(Matrix begin, std::int64_t inner, Factor factor)
{
    for (std::int64_t row = 0; row < begin.rows; ++row)
        for (std::int64_t column = 0; column < begin.columns; ++column)
            for (std::int64_t i = 0; i < inner; ++i)
                begin.at(row, column) += factor(row, column, i);
    return begin;
}

} // namespace

class ProbeGemmsTest : public QObject
{
    Q_OBJECT

private slots:
    void callsGiveWhatIsDefined()
    {
        const ModelShape shape = tiny();
        for (const Linear& linear : linearsOf(Block::Layer, shape)) {
            Matrix x = randomMatrix(shape.tokens(), linear.in, 1);
            Matrix w = randomMatrix(linear.out, linear.in, 2);
            Matrix dy = randomMatrix(shape.tokens(), linear.out, 4);
            const Matrix y{shape.tokens(), linear.out, std::vector<double>(dy.values.size())};
            const Matrix dx{shape.tokens(), linear.in, std::vector<double>(x.values.size())};
            const Matrix dw = randomMatrix(linear.out, linear.in, 9);
            QVERIFY(givesProduct(
                gemmCall(linear, Op::Forward, shape), w, x, dy,
                summed(y, linear.in, [&](auto t, auto o, auto i) { return x.at(t, i) * w.at(o, i); })));
            QVERIFY(givesProduct(
                gemmCall(linear, Op::Input, shape), w, dy, x,
                summed(dx, linear.out, [&](auto t, auto i, auto o) { return dy.at(t, o) * w.at(o, i); })));
            // The gradient of the weight is added to what is there.
            QVERIFY(givesProduct(gemmCall(linear, Op::Weight, shape), x, dy, dw,
                                 summed(dw, shape.tokens(),
                                        [&](auto o, auto i, auto t) { return dy.at(t, o) * x.at(t, i); })));
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
