// SPDX-License-Identifier: Apache-2.0
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Busy time per class by adding up every block's part of [t0, t1): independent of the prefix sums.
FillTimes addedUp(const Timeline& timeline, std::size_t rank, Time t0, Time t1)
{
    FillTimes times{};
    const Row& row = timeline.schedule->rows[rank];
    for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i))
        if (!row[i].isBubble())
            times[static_cast<std::size_t>(fillClassOf(row[i]))] += std::max(
                0.0, std::min(timeline.lanes[rank].end[i], t1) - std::max(timeline.lanes[rank].start[i], t0));
    return times;
}

constexpr RankId kRank0{0};

} // namespace

class SceneLaneIndexTest : public QObject
{
    Q_OBJECT

private slots:
    void cellsBecomeBlocks()
    {
        const auto index =
            LaneIndex::build(timed("0F0@0-1 0W1@1 (0F1;0B0)OVERLAP_F_B@2-5 .@5 0W0@6-7\n.@0 .@0\n"));
        QCOMPARE(index->laneCount(), 2U);
        QCOMPARE(index->blockCount(kRank0), std::size_t{4});
        const LaneBlock overlap = index->block(kRank0, 2);
        QCOMPARE(overlap.start, 2.0);
        QCOMPARE(overlap.end, 5.0);
        QCOMPARE(overlap.firstAction, 2U);
        QCOMPARE(overlap.actionCount, 2U);
        QCOMPARE(index->block(kRank0, 3).firstAction, 5U);
        QCOMPARE(index->blockCount(RankId{1}), std::size_t{0});
        QVERIFY(!index->blockAt(RankId{1}, 0, 10));
        QCOMPARE(index->idleShare({RankId{1}}, 0, 7), 1.0);
    }

    void findsBlocksByTime()
    {
        const auto index = LaneIndex::build(timed("0F0@0-1 0W1@1 0F1@3-4 0W2@4.5 0B0@6-8"));
        QCOMPARE(index->blockAt(kRank0, 0), std::optional<std::size_t>(0));
        QCOMPARE(index->blockAt(kRank0, 0.999), std::optional<std::size_t>(0));
        QVERIFY(!index->blockAt(kRank0, 2));
        QCOMPARE(index->blockAt(kRank0, 1.25, 0.3), std::optional<std::size_t>(1)); // the marker nearby
        QCOMPARE(index->blockAt(kRank0, 4.3, 0.3), std::optional<std::size_t>(3));
        QCOMPARE(index->blockAt(kRank0, 3.9, 1), std::optional<std::size_t>(2)); // what is there comes first
        QVERIFY(!index->blockAt(kRank0, 8));
        QCOMPARE(index->firstBlockEndingAfter(kRank0, -5), std::size_t{0});
        QCOMPARE(index->firstBlockEndingAfter(kRank0, 1), std::size_t{2});
        QCOMPARE(index->firstBlockEndingAfter(kRank0, 5), std::size_t{4});
        QCOMPARE(index->firstBlockEndingAfter(kRank0, 8), std::size_t{5});
    }

    void findsTheBlockOfAnAction()
    {
        const auto index =
            LaneIndex::build(timed("0F0@0-1 .@1 (0F1;0B0)OVERLAP_F_B@2-5 0W0@6-7\n1F0@4-5 1F1@2-3 1F2@2-2"));
        QCOMPARE(index->blockOfAction({kRank0, 0}), std::optional<std::size_t>(0));
        QVERIFY(!index->blockOfAction({kRank0, 1}));
        QCOMPARE(index->blockOfAction({kRank0, 2}), std::optional<std::size_t>(1));
        QCOMPARE(index->blockOfAction({kRank0, 3}), std::optional<std::size_t>(1));
        QCOMPARE(index->blockOfAction({kRank0, 4}), std::optional<std::size_t>(2));
        QVERIFY(!index->blockOfAction({kRank0, 5}));
        QVERIFY(!index->blockOfAction({RankId{7}, 0}));
        // Rank 1's row is not in the order of its times.
        QCOMPARE(index->blockOfAction({RankId{1}, 0}), std::optional<std::size_t>(2));
        QCOMPARE(index->blockOfAction({RankId{1}, 1}), std::optional<std::size_t>(0));
        QCOMPARE(index->blockOfAction({RankId{1}, 2}), std::optional<std::size_t>(1));
    }

    void busyEqualsTheSumOfParts()
    {
        const TimelinePtr timeline = denseTimeline(3, 1000);
        const auto index = LaneIndex::build(timeline);
        std::mt19937 random(7);
        for (int i = 0; i < 300; ++i) {
            const Time a = timeline->makespan * 1.1 * static_cast<double>(random()) / 4294967296.0 - 20;
            const Time b = a + timeline->makespan * static_cast<double>(random()) / 4294967296.0 / (1 + i);
            const auto rank = static_cast<std::uint32_t>(random() % 3);
            const FillTimes expected = addedUp(*timeline, rank, a, b);
            const FillTimes actual = index->busy(RankId{rank}, a, b);
            for (std::size_t fill = 0; fill < kFillClassCount; ++fill)
                QVERIFY2(std::abs(actual[fill] - expected[fill]) < 1e-8,
                         qPrintable(QStringLiteral("[%1, %2) class %3").arg(a).arg(b).arg(fill)));
        }
    }

    void overlappingItemsCountOnce()
    {
        // 1F1 lies inside 1F0, 1B0 begins inside it, 1W2 is a marker inside it.
        const auto index = LaneIndex::build(timed("1F0@0-10 1F1@2-4 1W2@5 1B0@8-12 1W0@20-21"));
        const FillTimes busy = index->busy(kRank0, 0, 30);
        QCOMPARE(busy[0], 10.0);
        QCOMPARE(busy[3], 2.0);
        QCOMPARE(busy[2], 1.0);
        QCOMPARE(index->idleShare(0, 20), 0.4);
        QCOMPARE(index->blockAt(kRank0, 3), std::optional<std::size_t>(0));
        QCOMPARE(index->blockAt(kRank0, 11), std::optional<std::size_t>(3));
        QCOMPARE(index->firstBlockEndingAfter(kRank0, 5), std::size_t{0});
    }

    void longBlocksAreFoundAmongShort()
    {
        auto timeline = std::make_shared<Timeline>(*denseTimeline(1, 3000));
        for (std::size_t i = 2000; i < 3000; ++i) {
            timeline->lanes[0].start[i] += i > 2000 ? 40 : 0;
            timeline->lanes[0].end[i] += 40;
        }
        timeline->makespan += 40;
        const auto index = LaneIndex::build(timeline);
        QCOMPARE(index->nextBlockAsLongAs(kRank0, 0, 40, 1e9), std::size_t{2000});
        QCOMPARE(index->nextBlockAsLongAs(kRank0, 2001, 40, 1e9), std::size_t{3000});
        QCOMPARE(index->nextBlockAsLongAs(kRank0, 5, 40, timeline->lanes[0].start[2000]), std::size_t{3000});
    }

    void chunksCountFromTheLowestStage()
    {
        const auto index = LaneIndex::build(timed("7F0@0-1 0F0@1-2 3F0@2-3 0B0@3-4\n"));
        QCOMPARE(index->stagesOf(kRank0), (std::vector<StageId>{StageId{0}, StageId{3}, StageId{7}}));
        QCOMPARE(int(index->chunkOf(kRank0, StageId{0})), 0);
        QCOMPARE(int(index->chunkOf(kRank0, StageId{7})), 2);
        QCOMPARE(int(index->fillsInUse()), 0b001001);
        QCOMPARE(int(index->stripFillsInUse()), 0b1000011);
    }

    void nothingIsIndexedToo()
    {
        auto timeline = std::make_shared<Timeline>();
        timeline->schedule = std::make_shared<Schedule>();
        const auto index = LaneIndex::build(timeline);
        QCOMPARE(index->laneCount(), 0U);
        QCOMPARE(index->idleShare(0, 1), 0.0);
        QCOMPARE(int(index->fillsInUse()), 0);
    }
};

BUBBLESCOPE_TEST(SceneLaneIndexTest)
#include "scene_lane_index_test.moc"
