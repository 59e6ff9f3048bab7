// SPDX-License-Identifier: Apache-2.0
// How much durations scatter without it meaning anything.
#include <QTest>

#include "core/fit/fit_costs.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

DurationStatistics statistics(Time deviation, std::size_t count, bool isEstimated = false)
{
    DurationStatistics of;
    of.deviation = deviation;
    of.count = count;
    of.isEstimated = isEstimated;
    return of;
}

} // namespace

class DurationNoiseTest : public QObject
{
    Q_OBJECT

private slots:
    void itIsThreeOfTheMiddleDeviation()
    {
        FittedCosts fitted;
        fitted.durations = {statistics(4, 8), statistics(1000, 8), statistics(1, 8)};
        QCOMPARE(durationNoise(fitted), 12.0);
    }

    void fewAndEstimatedOnesTellNothing()
    {
        FittedCosts fitted;
        fitted.durations = {statistics(0, 2), statistics(900, 8, true), statistics(5, 3)};
        QCOMPARE(durationNoise(fitted), 15.0);
        fitted.durations.pop_back();
        QCOMPARE(durationNoise(fitted), 1e-3);
    }

    void clocksTellNoMoreThanNanoseconds()
    {
        FittedCosts fitted;
        fitted.durations = {statistics(0, 8)};
        QCOMPARE(durationNoise(fitted), 1e-3);
        QCOMPARE(durationNoise({}), 1e-3);
    }
};

BUBBLESCOPE_TEST(DurationNoiseTest)
#include "duration_noise.moc"
