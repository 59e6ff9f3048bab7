// SPDX-License-Identifier: Apache-2.0
// Numbers of fp8 and the products of their copies; the way of rows to experts and back.
#include "parted_attention.h"
#include "shapes.h"

#include "probe/plan/mixture_kernels.h"
#include "probe/plan/reference_fp8.h"
#include "probe/plan/reference_mixture.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;
using reference::Values;

namespace {

ModelShape sixExperts()
{
    ModelShape shape = tinyMixture();
    shape.experts = 6;
    shape.expertParallel = 2;
    return shape;
}

double productSum(const Values& a, const Values& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

class ProbeFp8Test : public QObject
{
    Q_OBJECT

private slots:
    void everyNumberOfFp8IsItsOwnNearest()
    {
        std::set<double> numbers;
        for (int byte = 0; byte < 256; ++byte) {
            const double value = reference::fp8Value(static_cast<std::uint8_t>(byte));
            QCOMPARE(std::isnan(value), (byte & 0x7F) == 0x7F);
            if (std::isnan(value))
                continue;
            numbers.insert(value);
            QCOMPARE(reference::roundedToFp8(value), value);
        }
        QCOMPARE(*numbers.rbegin(), 448.0);
        QCOMPARE(*std::next(numbers.find(0)), std::ldexp(1.0, -9));
        // Between two neighbors the nearer one; in the middle the one whose last bit is 0, which is every
        // second.
        int place = 0;
        for (auto low = numbers.find(0), high = std::next(low); high != numbers.end();
             ++low, ++high, ++place) {
            const double middle = (*low + *high) / 2;
            QCOMPARE(reference::roundedToFp8(middle * 0.999), *low);
            QCOMPARE(reference::roundedToFp8(middle * 1.001), *high);
            QCOMPARE(reference::roundedToFp8(middle), place % 2 == 0 ? *low : *high);
            QCOMPARE(reference::roundedToFp8(-middle), -reference::roundedToFp8(middle));
        }
        QCOMPARE(reference::roundedToFp8(1e9), 448.0);
    }

    void scalesArePowersOfTwoThatJustFit()
    {
        for (const double largest : {1e-12, 0.3, 1.0, 447.9, 448.0, 448.1, 7e8}) {
            const double scale = reference::fp8Scale(largest);
            int exponent = 0;
            QCOMPARE(std::frexp(scale, &exponent), 0.5);
            QVERIFY(largest / scale <= 448 && largest / scale > 224);
        }
        QCOMPARE(reference::fp8Scale(0), 1.0);
    }

    void roundingLosesLessInSmallerGroups()
    {
        const reference::Fp8Shape shape{2, 256, 384};
        // Ranges that no one scale has.
        const auto range = [](std::size_t i) { return std::pow(4.0, static_cast<double>(i / 128 % 7)); };
        Values values = randomValues(2 * 256 * 384, 1);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] *= range(i);
        const auto errorOf = [&](Fp8Scales scales) {
            const Values back = reference::throughFp8(values, shape, scales, 1);
            double worst = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                worst = std::max(worst, std::abs(back[i] - values[i]) / range(i));
            return worst;
        };
        // Of the largest, near 4.5, half a step.
        const double rows = errorOf(Fp8Scales::Rows);
        QVERIFY2(rows <= 0.25 && rows > 0.1, qPrintable(QString::number(rows)));
        QVERIFY(errorOf(Fp8Scales::Given) > 2);
        const Values turned = reference::turned(values, shape);
        QCOMPARE(reference::turned(turned, {2, 384, 256}), values);
    }

    void scalesAreWhereCublasLooks()
    {
        // Of rows: all rows of the first 128 columns, then of the next.
        QCOMPARE(scaleIndex(Fp8Scales::Rows, 32, 300, 5, 127), std::int64_t{5});
        QCOMPARE(scaleIndex(Fp8Scales::Rows, 32, 300, 5, 256), std::int64_t{64 + 5});
        QCOMPARE(scaleCount(Fp8Scales::Rows, 32, 300), std::int64_t{3 * 32});
        // Of squares: along the sum, in steps of four.
        QCOMPARE(scaleIndex(Fp8Scales::Blocks, 300, 640, 0, 639), std::int64_t{4});
        QCOMPARE(scaleIndex(Fp8Scales::Blocks, 300, 640, 299, 0), std::int64_t{2 * 8});
        QCOMPARE(scaleCount(Fp8Scales::Blocks, 300, 640), std::int64_t{3 * 8});
        QCOMPARE(scaleCount(Fp8Scales::Given, 300, 640), std::int64_t{1});
    }

    void productsOfCopiesAreThoseOfTheLinear_data() { addRows<int>({{"F", 0}, {"I", 1}, {"W", 2}}); }

    /// The copies turned as they are in fp8, but not rounded: products must be the same.
    void productsOfCopiesAreThoseOfTheLinear()
    {
        const Op op = static_cast<Op>(std::get<0>(givenRow<int>()));
        ModelShape shape = sixExperts();
        for (const Linear& linear : linearsOf(Block::Layer, shape)) {
            const reference::Fp8Shape ofWeight{linear.count, linear.out, linear.in},
                ofInput{linear.count, linear.rows, linear.in},
                ofOutput{linear.count, linear.rows, linear.out};
            const auto sizeOf = [](const reference::Fp8Shape& of) { return of.count * of.rows * of.columns; };
            const Values weight = randomValues(sizeOf(ofWeight), 1), input = randomValues(sizeOf(ofInput), 2),
                         gradient = randomValues(sizeOf(ofOutput), 3);
            const std::int64_t size = sizeOf(op == Op::Forward ? ofOutput
                                             : op == Op::Input ? ofInput
                                                               : ofWeight);
            Values wanted = randomValues(size, 4), found = wanted;
            reference::product(linearGemm(linear, op, shape), op == Op::Weight ? input : weight,
                               op == Op::Forward ? input : gradient, wanted);
            const Values a = op == Op::Forward ? weight
                             : op == Op::Input ? reference::turned(weight, ofWeight)
                                               : reference::turned(input, ofInput);
            const Values b = op == Op::Forward ? input
                             : op == Op::Input ? gradient
                                               : reference::turned(gradient, ofOutput);
            for (std::int64_t index = 0; index < linear.count; ++index)
                reference::product(fp8Gemm(linear, op, shape, index), a, b, found);
            QVERIFY2(reference::relativeError(found, wanted) < 1e-12, linear.name.data());
        }
    }

    void everyExpertGetsAsManyRows()
    {
        const ModelShape shape = sixExperts();
        const std::vector<std::int32_t> places = expertPlaces(shape);
        QCOMPARE(places.size(), std::size_t{20});
        const std::set<std::int32_t> all(places.begin(), places.end());
        QCOMPARE(all.size(), places.size());
        std::vector<int> rows(3);
        for (const std::int32_t place : places)
            ++rows.at(static_cast<std::size_t>(place / shape.expertRows()));
        for (const int count : rows)
            QVERIFY(count == 6 || count == 7);
    }

    void theLargestLogitsAreChosen()
    {
        ModelShape shape = sixExperts();
        shape.seq = 1;
        const Values logits{0.5, 2, -1, 2, 0, 1, /* the next token */ -3, -3, -3, -3, -3, 4};
        const reference::Routes routes = reference::route(logits, shape);
        QCOMPARE(routes.experts, (std::vector<std::int32_t>{1, 3, 5, 0}));
        QCOMPARE(routes.weights[0], 0.5);
        QVERIFY(std::abs(routes.weights[2] - 1 / (1 + std::exp(-7.0))) < 1e-12);
    }

    void gradientsAreThoseOfSmallSteps()
    {
        const ModelShape shape = sixExperts();
        const std::int64_t tokens = shape.tokens(), rows = shape.localExperts() * shape.expertRows();
        const Values logits = randomValues(tokens * shape.experts, 1);
        const Values expert = randomValues(rows * shape.hidden, 2);
        const Values gradient = randomValues(tokens * shape.hidden, 3);
        const reference::Routes routes = reference::route(logits, shape);
        const auto loss = [&](const Values& of, const Values& given) {
            return productSum(reference::combine(given, reference::route(of, shape).weights, shape),
                              gradient);
        };
        const reference::CombineGradients back =
            reference::combineBackward(gradient, expert, routes.weights, Values(expert.size()), shape);
        const Values ofLogits = reference::routeBackward(routes, back.weights, shape);
        constexpr double kStep = 1e-6;
        const auto slope = [&](Values moved, const Values& other, std::size_t at, bool isLogit) {
            moved[at] += kStep;
            const double more = isLogit ? loss(moved, other) : loss(other, moved);
            moved[at] -= 2 * kStep;
            return (more - (isLogit ? loss(moved, other) : loss(other, moved))) / (2 * kStep);
        };
        for (std::size_t i = 0; i < logits.size(); i += 3)
            QVERIFY(std::abs(slope(logits, expert, i, true) - ofLogits[i]) < 1e-6);
        for (std::size_t i = 0; i < expert.size(); i += 5)
            QVERIFY(std::abs(slope(expert, logits, i, false) - back.rows[i]) < 1e-6);
    }

    void rowsComeBackAsOftenAsTheyWent()
    {
        const ModelShape shape = sixExperts();
        const Values tokens = randomValues(shape.tokens() * shape.hidden, 1);
        const Values rows = reference::permute(
            tokens,
            Values(static_cast<std::size_t>(shape.localExperts() * shape.expertRows() * shape.hidden)),
            shape);
        const Values back = reference::permuteBackward(rows, shape);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            QCOMPARE(back[i], 2 * tokens[i]);
    }
};

BUBBLESCOPE_TEST(ProbeFp8Test)
#include "probe_fp8_test.moc"
