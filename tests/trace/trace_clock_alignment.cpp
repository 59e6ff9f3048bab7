// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/trace/clock_alignment.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <cmath>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

/// Skews between clocks, from bounds and from recordings with known ones.
class ClockAlignmentTest : public QObject
{
    Q_OBJECT

private slots:
    void midpointOfTwoBounds()
    {
        // Clock 1 is at most 110 ahead, and clock 0 at most -90 ahead of it.
        const auto found = alignClocks(2, {{0, 1, 110}, {1, 0, -90}, {0, 1, 500}});
        QVERIFY(!found.contradicts);
        QCOMPARE(found.clocks[1].skew, 100.0);
        QCOMPARE(found.clocks[1].halfWidth, 10.0);
        QCOMPARE(found.clocks[0].skew, 0.0);
    }

    void boundsChainOverClocks()
    {
        const auto found = alignClocks(3, {{0, 1, 11}, {1, 0, -9}, {1, 2, 102}, {2, 1, -98}});
        QCOMPARE(found.clocks[2].skew, 110.0);
        QCOMPARE(found.clocks[2].halfWidth, 3.0);
    }

    void contradictionIsTold()
    {
        const auto found = alignClocks(3, {{0, 1, 5}, {1, 2, 5}, {2, 0, -11}});
        QVERIFY(found.contradicts);
        QCOMPARE(found.clocks[2].skew, 0.0);
    }

    void openSidesStayOpen()
    {
        const auto found = alignClocks(4, {{0, 1, -70}, {2, 0, -40}});
        QCOMPARE(found.clocks[1].skew, -70.0);
        QCOMPARE(found.clocks[2].skew, 40.0);
        QCOMPARE(found.clocks[3].skew, 0.0);
        for (std::size_t clock = 1; clock < 4; ++clock)
            QVERIFY(std::isinf(found.clocks[clock].halfWidth));
    }

    void midpointsKeepEveryBound()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> skew(-1e5, 1e5);
        std::uniform_real_distribution<double> room(0, 400);
        for (int round = 0; round < 50; ++round) {
            std::vector<double> truth{0};
            for (int clock = 1; clock < 8; ++clock)
                truth.push_back(skew(random));
            std::vector<ClockBound> bounds;
            for (std::uint32_t a = 0; a < 8; ++a) {
                for (std::uint32_t b : {(a + 1) % 8, (a + 7) % 8, (a + 3) % 8})
                    bounds.push_back({a, b, truth[b] - truth[a] + room(random)});
            }
            const auto found = alignClocks(8, bounds);
            QVERIFY(!found.contradicts);
            for (const ClockBound& bound : bounds)
                QVERIFY(found.clocks[bound.to].skew - found.clocks[bound.from].skew <= bound.most + 1e-6);
            for (std::size_t clock = 0; clock < 8; ++clock)
                QVERIFY(std::abs(found.clocks[clock].skew - truth[clock]) <=
                        found.clocks[clock].halfWidth + 1e-6);
        }
    }

    void recordedSkewsAreFound()
    {
        const std::string name = "derived/skewed_interleaved1f1b_p4_v2_m8";
        const MeasuredRun run = assembled(readAll(traceFiles(name)));
        const auto injected = traceJson(name + "/derived.json")["skew_us"];
        for (const MeasuredRank& rank : run.ranks) {
            const double error = rank.skew - injected[rank.rank].get<double>();
            qInfo("rank %u: skew %.1f us, error %.1f, half-width %.1f", rank.rank, rank.skew, error,
                  rank.skewHalfWidth);
            QVERIFY(std::abs(error) <= 178);
            QVERIFY(std::abs(error) <= rank.skewHalfWidth);
            QVERIFY(rank.skewHalfWidth <= 560);
        }
        QVERIFY2(warns(run, "their clocks are aligned"), warningText(run).c_str());
    }

    void oneHostIsOneClock()
    {
        const MeasuredRun run = assembled(readAll(traceFiles("torch_cpu/interleaved1f1b_p4_v2_m8")));
        for (const MeasuredRank& rank : run.ranks) {
            QCOMPARE(rank.skew, 0.0);
            QCOMPARE(rank.skewHalfWidth, 0.0);
        }
        QCOMPARE(warningText(run), std::string());
    }
};

BUBBLESCOPE_TEST(ClockAlignmentTest)
#include "trace_clock_alignment.moc"
