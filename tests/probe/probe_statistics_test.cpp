// SPDX-License-Identifier: Apache-2.0
// Summaries of series whose truth is known: independent, drifting, in two heaps.
#include "probe/plan/statistics.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

constexpr std::size_t kSamples = 248;

std::vector<double> noise(unsigned seed, double mean, double spread)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(mean, spread);
    std::vector<double> series(kSamples);
    for (double& value : series)
        value = normal(random);
    return series;
}

} // namespace

class ProbeStatisticsTest : public QObject
{
    Q_OBJECT

private slots:
    void medians_data()
    {
        addRows<QList<double>, double, double>({
            {"one", QList<double>{3}, 3.0, 0.0},
            {"odd", QList<double>{9, 1, 2}, 2.0, 1.0},
            {"even", QList<double>{4, 1, 2, 100}, 3.0, 1.5},
            {"equal", QList<double>{5, 5, 5, 5}, 5.0, 0.0},
        });
    }

    void medians()
    {
        const auto& [values, median, deviation] = givenRow<QList<double>, double, double>();
        const std::vector<double> list(values.begin(), values.end());
        QCOMPARE(medianOf(list), median);
        QCOMPARE(medianDeviation(list, median), deviation);
    }

    void intervalsCoverTheTruthOfIndependentSeries()
    {
        int covered = 0;
        constexpr int kSeries = 400;
        for (unsigned seed = 0; seed < kSeries; ++seed) {
            const Stat stat = summarize(noise(seed, 100, 2));
            covered += *stat.ciLow <= 100 && 100 <= *stat.ciHigh ? 1 : 0;
            QCOMPARE(*stat.n, std::int64_t{kSamples});
            QVERIFY(stat.relativeHalfWidth() < 0.01);
            QVERIFY(!stat.flags.any());
        }
        // 95 % of 400, give or take three standard deviations.
        QVERIFY2(covered >= 366 && covered <= 394, qPrintable(QString::number(covered)));
    }

    void driftWidensTheInterval()
    {
        std::vector<double> series = noise(1, 100, 0.2);
        const double still = summarize(series).relativeHalfWidth();
        for (std::size_t i = 0; i < series.size(); ++i)
            series[i] += 5.0 * static_cast<double>(i) / kSamples;
        const Stat drifting = summarize(series);
        QVERIFY(drifting.relativeHalfWidth() > 20 * still);
        // Means of the eighths lie 5/8 of a unit apart: 4.4 from the first to the last.
        QVERIFY(std::abs(*drifting.roundSpread - 4.375 / 102.5) < 0.002);
        QVERIFY(*drifting.ciLow < 102.5 && 102.5 < *drifting.ciHigh);
    }

    void correlationOfNeighbours()
    {
        QVERIFY(std::abs(lagOneCorrelation(noise(3, 10, 1))) < 0.2);
        std::vector<double> drift, zigzag;
        for (int i = 0; i < 100; ++i) {
            drift.push_back(i);
            zigzag.push_back(i % 2);
        }
        QVERIFY(lagOneCorrelation(drift) > 0.9);
        QVERIFY(lagOneCorrelation(zigzag) < -0.9);
        QCOMPARE(lagOneCorrelation(std::vector<double>(50, 4.0)), 0.0);
        QCOMPARE(lagOneCorrelation(std::vector<double>{1, 2}), 0.0);
    }

    void twoHeapsAreSeen()
    {
        std::vector<double> heaps = noise(4, 100, 0.3);
        QVERIFY(!isBimodal(heaps));
        for (std::size_t i = 0; i < heaps.size(); i += 4)
            heaps[i] += 12;
        QVERIFY(isBimodal(heaps));
        QVERIFY(summarize(heaps).flags.has(Flag::Bimodal));
        std::vector<double> drift, outliers = noise(5, 100, 0.3);
        for (int i = 0; i < 200; ++i)
            drift.push_back(100 + 0.1 * i);
        QVERIFY(!isBimodal(drift));
        for (std::size_t i = 0; i < 10; ++i)
            outliers[i * 20] = 150; // 4 % are no second way of running
        QVERIFY(!isBimodal(outliers));
        QVERIFY(!isBimodal(std::vector<double>(100, 7.0)));
    }

    void ticksAreNoHeaps_data()
    {
        addRows<double, double, double>({
            {"half a microsecond", 35.0, 0.3, 0.5},
            {"between two ticks", 35.25, 0.05, 0.5},
            {"32 ns", 35.0, 0.03, 0.032},
            {"32 ns, longer", 82.0, 0.02, 0.032},
            {"a short kernel", 4.0, 0.3, 0.5},
            {"a microsecond", 10.0, 0.5, 1.0},
        });
    }

    void ticksAreNoHeaps()
    {
        const auto& [mean, spread, tick] = givenRow<double, double, double>();
        for (unsigned seed = 0; seed < 200; ++seed) {
            std::vector<double> series = noise(seed, mean, spread);
            for (double& value : series)
                value = std::round(value / tick) * tick;
            QVERIFY2(!isBimodal(series), qPrintable(QString::number(seed)));
        }
    }

    void heapsOnTicksAreSeen()
    {
        // Two ways of running, a tenth apart, by a clock of half a microsecond.
        for (unsigned seed = 0; seed < 200; ++seed) {
            std::vector<double> series = noise(seed, 82, 0.3);
            for (std::size_t i = 0; i < series.size(); ++i)
                series[i] = std::round((series[i] + (i % 3 == 0 ? 8 : 0)) / 0.5) * 0.5;
            QVERIFY2(isBimodal(series), qPrintable(QString::number(seed)));
        }
        // Nothing but two values.
        std::vector<double> two(100, 400.0);
        for (std::size_t i = 0; i < two.size(); i += 2)
            two[i] = 420.0;
        QVERIFY(isBimodal(two));
    }

    void fewValuesHaveNoInterval()
    {
        const Stat stat = summarize(std::vector<double>{3, 1, 2});
        QCOMPARE(stat.median, 2.0);
        QVERIFY(!stat.ciLow && !stat.ciHigh);
        QVERIFY(stat.flags.has(Flag::FewSamples));
        QCOMPARE(*stat.min, 1.0);
        QCOMPARE(*stat.max, 3.0);
        QCOMPARE(flagName(Flag::FewSamples), std::string_view("few_samples"));
    }
};

BUBBLESCOPE_TEST(ProbeStatisticsTest)
#include "probe_statistics_test.moc"
