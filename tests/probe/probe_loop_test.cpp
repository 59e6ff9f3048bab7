// SPDX-License-Identifier: Apache-2.0
// The measuring loop against a sampler that plays a device: noise, throttling, no memory, cancel, no end.
#include "tests/probe/played_device.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

std::size_t samplesOf(const PlayedDevice& device, std::size_t point)
{
    return static_cast<std::size_t>(std::count(device.order.begin(), device.order.end(), point));
}

} // namespace

class ProbeLoopTest : public QObject
{
    Q_OBJECT

private slots:
    void aQuietDeviceIsMeasuredInEightBatches()
    {
        PlayedDevice device({100, 2000, 30});
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(result.end, LoopEnd::Done);
        QCOMPARE(result.rounds, std::size_t{248});
        QCOMPARE(device.prepared, (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(result.stats.size(), std::size_t{3});
        QVERIFY(std::abs(result.stats[1].median - 2000) < 2);
        QCOMPARE(*result.stats[1].n, std::int64_t{248});
        QCOMPARE(*result.stats[1].smMhz, 1980.0);
        QVERIFY(!result.stats[1].flags.any());
    }

    void roundsHoldEachPointOnceInSeededOrder()
    {
        PlayedDevice first({10, 20, 30, 40, 50}), second({10, 20, 30, 40, 50}), other({10, 20, 30, 40, 50});
        QCOMPARE(measureInRounds(first, {}).end, LoopEnd::Done);
        QCOMPARE(measureInRounds(second, {}).end, LoopEnd::Done);
        LoopOptions seeded;
        seeded.seed = 2;
        QCOMPARE(measureInRounds(other, seeded).end, LoopEnd::Done);
        QCOMPARE(first.order, second.order);
        QVERIFY(first.order != other.order);
        for (std::size_t round = 0; round < first.order.size(); round += 5) {
            std::vector<std::size_t> points(first.order.begin() + static_cast<std::ptrdiff_t>(round),
                                            first.order.begin() + static_cast<std::ptrdiff_t>(round + 5));
            std::sort(points.begin(), points.end());
            QCOMPARE(points, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
        }
    }

    void noiseTakesMoreRounds()
    {
        PlayedDevice device({100});
        device.spread = 0.12;
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(result.end, LoopEnd::Done);
        QVERIFY(result.rounds > 248);
        QVERIFY(!result.stats[0].flags.has(Flag::NotConverged));
        QVERIFY(result.stats[0].relativeHalfWidth() <= 0.01);
    }

    void whatNeverConvergesEndsInTimeAndSaysSo()
    {
        PlayedDevice device({1000, 1000});
        device.spread = 3;
        LoopOptions options;
        options.maxSeconds = 10;
        const LoopResult result = measureInRounds(device, options);
        QCOMPARE(result.end, LoopEnd::Done);
        QVERIFY(device.now < 11);
        QVERIFY(result.stats[0].flags.has(Flag::NotConverged));
        QVERIFY(result.stats[1].flags.has(Flag::NotConverged));
    }

    void driftDoublesTheBatchesOnce()
    {
        PlayedDevice device({1000});
        device.spread = 0.00001;
        device.drift = 0.05; // 5 % a second: 1.2 % over the first batches
        LoopOptions options;
        options.targetRelativeCi = 0.1;
        const LoopResult result = measureInRounds(device, options);
        QCOMPARE(result.end, LoopEnd::Done);
        QCOMPARE(result.rounds, std::size_t{496});
    }

    void aThrottledSampleIsTakenAgain()
    {
        PlayedDevice device({100, 100});
        device.throttledTimes[1] = 3;
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(samplesOf(device, 0), std::size_t{248});
        QCOMPARE(samplesOf(device, 1), std::size_t{251});
        QCOMPARE(*result.stats[1].n, std::int64_t{248});
        QVERIFY(!result.stats[1].flags.has(Flag::Throttled));
    }

    void whatStaysThrottledIsKeptAndFlagged()
    {
        PlayedDevice device({100, 100});
        device.throttledTimes[1] = 4;
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(samplesOf(device, 1), std::size_t{251});
        QCOMPARE(*result.stats[1].n, std::int64_t{248});
        QVERIFY(result.stats[1].flags.has(Flag::Throttled));
        QVERIFY(!result.stats[0].flags.has(Flag::Throttled));
    }

    void aPowerCapIsTold()
    {
        PlayedDevice device({100, 100});
        device.cappedPoint = 0;
        const LoopResult result = measureInRounds(device, {});
        QVERIFY(result.stats[0].flags.has(Flag::PowerCapped));
        QVERIFY(!result.stats[1].flags.any());
        QCOMPARE(samplesOf(device, 0), std::size_t{248});
    }

    void noMemoryNamesThePoint()
    {
        PlayedDevice device({100, 100, 100});
        device.noMemoryAt = 2;
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(result.end, LoopEnd::OutOfMemory);
        QCOMPARE(*result.failedPoint, std::size_t{2});
        QCOMPARE(result.message, "out of memory");
        QVERIFY(device.order.empty());
        QVERIFY(result.stats.empty());
    }

    void aFailingDeviceNamesThePoint()
    {
        PlayedDevice device({100, 100, 100});
        device.failsAfter = 30;
        const LoopResult result = measureInRounds(device, {});
        QCOMPARE(result.end, LoopEnd::DeviceFailed);
        QVERIFY(result.failedPoint.has_value());
        QCOMPARE(result.message, "an illegal address");
        QVERIFY(result.stats.empty());
    }

    void cancelEndsWithinOneSample()
    {
        PlayedDevice device({100, 100, 100});
        device.cancelAfter = 31;
        const LoopResult result = measureInRounds(device, {}, device.cancel);
        QCOMPARE(result.end, LoopEnd::Cancelled);
        QCOMPARE(device.order.size(), std::size_t{31});
        QVERIFY(result.stats.empty());
    }

    void timeThatIsUpBeforeTheFirstRoundGivesNothing()
    {
        PlayedDevice device({100});
        LoopOptions options;
        options.maxSeconds = 0.5; // three windows of warming up
        const LoopResult result = measureInRounds(device, options);
        QCOMPARE(result.end, LoopEnd::TimeLimit);
        QCOMPARE(*result.failedPoint, std::size_t{0});
    }

    void warmsUpUntilTheClockRests()
    {
        PlayedDevice device({100});
        // Rises 4 % a window up to the seventh.
        device.clockOf = [](int window) { return 1400.0 + 56 * std::min(window, 7); };
        const LoopResult result = measureInRounds(device, {});
        QVERIFY(result.isWarm);
        QCOMPARE(device.windows, 11); // five that agree: the seventh to the eleventh
    }

    void aClockThatNeverRestsIsTold()
    {
        PlayedDevice device({100});
        device.clockOf = [](int window) { return window % 2 == 0 ? 1400.0 : 1980.0; };
        const LoopResult result = measureInRounds(device, {});
        QVERIFY(!result.isWarm);
        QVERIFY(device.windows >= 50 && device.windows <= 51); // ten seconds
        QCOMPARE(result.end, LoopEnd::Done);
    }

    void progressCountsRounds()
    {
        PlayedDevice device({100, 200});
        std::vector<std::size_t> done;
        const LoopResult result = measureInRounds(device, {}, {}, [&](const LoopProgress& progress) {
            done.push_back(progress.done);
            QVERIFY(progress.done <= progress.total);
        });
        QCOMPARE(done.size(), result.rounds);
        QCOMPARE(done.front(), std::size_t{1});
        QCOMPARE(done.back(), result.rounds);
    }

    void aSidePointTakesItsRoundsAndNoMore()
    {
        PlayedDevice device({100});
        device.spread = 0.5;
        LoopOptions options;
        options.roundsPerBatch = 4;
        options.mostRounds = 32;
        options.fewSamples = 32;
        options.warmsUp = false;
        const LoopResult result = measureInRounds(device, options);
        QCOMPARE(result.end, LoopEnd::Done);
        QCOMPARE(result.rounds, std::size_t{32});
        QCOMPARE(device.windows, 0);
        QVERIFY(result.isWarm);
        QVERIFY(result.stats[0].flags.has(Flag::NotConverged));
        QVERIFY(!result.stats[0].flags.has(Flag::FewSamples));
    }

    void aPointOfEveryEighthRoundMeetsTheSameDrift()
    {
        PlayedDevice device({1000, 2000});
        device.drift = 0.05; // a second
        LoopOptions options;
        options.every = {1, 8};
        std::size_t told = 0;
        const LoopResult result = measureInRounds(
            device, options, {}, [&](const LoopProgress& progress) { told += progress.samples; });
        QCOMPARE(result.end, LoopEnd::Done);
        QCOMPARE(told, device.order.size());
        QCOMPARE(samplesOf(device, 0), result.rounds);
        QCOMPARE(samplesOf(device, 1), (result.rounds + 7) / 8);
        QCOMPARE(static_cast<std::size_t>(*result.stats[1].n), samplesOf(device, 1));
        // In the first round, so that time that is up early leaves no point without a sample.
        QVERIFY(device.order[0] != device.order[1]);
        QVERIFY(std::abs(result.stats[1].median / result.stats[0].median - 2) < 0.002);
        QVERIFY(!result.stats[1].flags.has(Flag::FewSamples));
        QVERIFY(result.stats[1].ciLow.has_value());
    }
};

BUBBLESCOPE_TEST(ProbeLoopTest)
#include "probe_loop_test.moc"
