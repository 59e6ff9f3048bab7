// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg_writer.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace bubblescope::test {

namespace {

constexpr RankId kSceneTracksRank0{0};
constexpr LaneId kMessages{kSceneTracksRank0, Track::Communication};
constexpr LaneId kShards{kSceneTracksRank0, Track::Fsdp};

/// 400 px for `range`, one rank, a compute lane of 16 px over two sub-lanes of 5 with 1 px between.
Scene plotOf(const std::string& text, const TimeRange& range, double ratio = 1)
{
    const auto index = LaneIndex::build(timed(text));
    SceneOptions options = plainOptions(*index, {100, 50, 400, 40}, range, ratio);
    options.geometry.subLanes = index->subTracksInUse();
    options.geometry.subLaneHeight = 5;
    options.geometry.subLaneGap = 1;
    return buildPlotScene(*index, options);
}

/// Columns of a strip as text: "C" communication, "S" FSDP, "." idle, "+" a part.
std::string columnsOf(const SceneStrip& strip, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const auto shares = i < strip.coverage.size() ? strip.coverage[i] : std::array<float, kStripFills>{};
        text += shares[10] == 1 ? 'C' : shares[11] == 1 ? 'S' : shares[10] > 0 || shares[11] > 0 ? '+' : '.';
    }
    return text;
}

} // namespace

class SceneTracksTest : public QObject
{
    Q_OBJECT

private slots:
    void eachKindHasItsLane()
    {
        const auto index = LaneIndex::build(
            timed("0UNSHARD@0-2 0F0@2-3 0SEND_F0@3 0F1@3-4 0SEND_F1@4 0RECV_B0@6 0B0@6-8\n1F0@3-4"));
        QCOMPARE(index->subTracksInUse(), (std::vector{Track::Communication, Track::Fsdp}));
        QCOMPARE(index->blockCount(kSceneTracksRank0), std::size_t{3});
        QCOMPARE(index->blockCount(kMessages), std::size_t{3});
        QCOMPARE(index->blockCount(kShards), std::size_t{1});
        QCOMPARE(index->blockCount({RankId{1}, Track::Fsdp}), std::size_t{0});
        QCOMPARE(index->block(kMessages, 2).firstAction, 5U);
        QCOMPARE(index->blockOfAction({kSceneTracksRank0, 4}), std::optional<std::size_t>(1));
        QVERIFY(index->laneOfAction({kSceneTracksRank0, 4}) == kMessages);
        QVERIFY(index->laneOfAction({kSceneTracksRank0, 3}) == LaneId(kSceneTracksRank0));
        // Unsharding is no computing: the rank is idle meanwhile.
        QCOMPARE(index->idleShare({kSceneTracksRank0}, 0, 8), 0.5);
        QCOMPARE(index->busy(kShards, 0, 8)[static_cast<std::size_t>(FillClass::Other)], 2.0);
    }

    void anOrderOfComputeAloneHasNoSubLanes()
    {
        const auto index = LaneIndex::build(timed("0F0@0-1 .@1 0B0@2-4"));
        QVERIFY(index->subTracksInUse().empty());
        QCOMPARE(index->blockCount(kMessages), std::size_t{0});
        QCOMPARE(index->markCount(kMessages), std::size_t{0});
        QVERIFY(!index->blockAt(kMessages, 1, 5));
    }

    void marksAreFoundByTime()
    {
        const auto index = LaneIndex::build(timed("0SEND_F0@1 0SEND_F1@1 0RECV_B0@3-4 0SEND_F2@5"));
        const auto from = [&](Time t) { return index->markFrom(kMessages, t, 0, 3); };
        QCOMPARE(index->markCount(kMessages), std::size_t{3}); // what lasts is no mark
        QVERIFY(!index->hasMarksOnly(kMessages));
        QCOMPARE(from(0), std::size_t{0});
        QCOMPARE(from(1), std::size_t{0});
        QCOMPARE(from(1.5), std::size_t{2});
        QCOMPARE(index->markTime(kMessages, 2), 5.0);
        QCOMPARE(from(6), std::size_t{3});
        QCOMPARE(index->markFrom(kMessages, 6, 1, 2), std::size_t{2});
    }

    void closeMarksArePassedByGroups()
    {
        std::string text;
        for (int i = 0; i < 600; ++i)
            text += "0SEND_F" + std::to_string(i) + "@" + std::to_string(i < 300 ? i : i + 50) + " ";
        const auto index = LaneIndex::build(timed(text));
        QVERIFY(index->hasMarksOnly(kMessages));
        QCOMPARE(index->pastCloseMarks(kMessages, 0, 2), std::size_t{256});
        QCOMPARE(index->pastCloseMarks(kMessages, 0, 0.5), std::size_t{0});
        QCOMPARE(index->pastCloseMarks(kMessages, 1, 2), std::size_t{1});
        QCOMPARE(index->pastCloseMarks(kMessages, 256, 2), std::size_t{256}); // 299 and 350 are far apart
        QCOMPARE(index->pastCloseMarks(kMessages, 256, 60), std::size_t{600});
        for (const Time t : {-1.0, 0.0, 17.5, 299.0, 300.0, 350.0, 648.0, 649.0, 650.0}) {
            std::size_t expected = 0;
            while (expected < 600 && index->markTime(kMessages, expected) < t)
                ++expected;
            QCOMPARE(index->markFrom(kMessages, t, 0, 600), expected);
        }
    }

    void geometryPutsThemUnderTheComputeLane()
    {
        TimelineGeometry g;
        g.plot = {0, 20, 100, 200};
        g.laneHeight = 30;
        g.laneGap = 10;
        g.lanes = {RankId{0}, RankId{1}};
        g.subLanes = {Track::Communication, Track::Fsdp};
        g.subLaneHeight = 6;
        g.subLaneGap = 2;
        QCOMPARE(g.pitch(), 56.0);
        QCOMPARE(g.laneTop(1), 76.0);
        QCOMPARE(g.trackTop(1, Track::Communication), std::optional(108.0));
        QCOMPARE(g.trackTop(1, Track::Fsdp), std::optional(116.0));
        using Place = TimelineGeometry::Place;
        const auto at = [&](double y) { return g.placeAt(y); };
        QVERIFY(at(20) == (Place{0, Track::Compute}));
        QVERIFY(at(49.9) == (Place{0, Track::Compute}));
        QVERIFY(!at(51)); // between
        QVERIFY(at(52) == (Place{0, Track::Communication}));
        QVERIFY(at(60) == (Place{0, Track::Fsdp}));
        QVERIFY(!at(66)); // the gap to the next rank
        QVERIFY(at(76) == (Place{1, Track::Compute}));
        QVERIFY(!g.rowAt(52));
        QVERIFY(!at(140));
        g.subLanes.clear();
        QVERIFY(!g.trackTop(0, Track::Fsdp));
        QCOMPARE(g.pitch(), 40.0);
    }

    void marksAreThreePixelsWide()
    {
        const Scene scene = plotOf("0UNSHARD@4 0F0@5-10 0SEND_F0@10 0SEND_F1@10 0SEND_F2@14", {0, 400});
        QCOMPARE(scene.strips.size(), std::size_t{2});
        QCOMPARE(scene.strips[0].y, 67.0);
        QCOMPARE(columnsOf(scene.strips[0], 20), std::string("..........CCC.CCC..."));
        QCOMPARE(scene.strips[1].y, 73.0);
        QCOMPARE(columnsOf(scene.strips[1], 10), std::string("....SSS..."));
        const Scene sharp = plotOf("0F0@5-10 0SEND_F0@10", {0, 400}, 2);
        QCOMPARE(columnsOf(sharp.strips[0], 28), std::string("....................CCCCCC.."));
    }

    void marksAtTheEndsAreSeen()
    {
        const Scene scene = plotOf("0F0@0-100 0SEND_F0@0 0SEND_F1@100", {0, 100});
        const std::string columns = columnsOf(scene.strips[0], 400);
        QCOMPARE(columns.substr(0, 4), std::string("CCC."));
        QCOMPARE(columns.substr(396), std::string(".CCC"));
        QCOMPARE(scene.strips[0].coverage.size(), std::size_t{400});
    }

    void whatLastsIsExactThere()
    {
        const Scene scene = plotOf("0F0@0-100 0UNSHARD@10-60 0RESHARD@60.5-61", {0, 400});
        QCOMPARE(scene.blocks.size(), std::size_t{2});
        QCOMPARE(scene.rects.back().rect, (RectF{110, 67, 50, 5}));
        QVERIFY((scene.rects.back().fill == Fill{Role::Fsdp}));
        QCOMPARE(scene.strips[0].coverage[60][11], 0.5F);
    }

    void aMarkOnABlockIsALine()
    {
        const Scene scene = plotOf("0F0@0-1 0UNSHARD@10-60 0RESHARD@60 0UNSHARD@60-80", {0, 400});
        QCOMPARE(scene.rects.back().rect, (RectF{160, 67, 1, 5}));
        QVERIFY((scene.rects.back().fill == Fill{Role::Text}));
    }

    void computeIsNotChangedByThem()
    {
        const auto with = plotOf("0UNSHARD@0 0F0@5-10 0SEND_F0@10 0B0@200-240", {0, 400});
        double covered = 0;
        for (const SceneRect& rect : with.rects)
            if (rect.block >= 0 && rect.rect.y == 50)
                covered += rect.rect.width;
        QCOMPARE(covered, 45.0);
    }

    void millionsOfMarksCostAFewLooks()
    {
        auto schedule = std::make_shared<Schedule>();
        auto timeline = std::make_shared<Timeline>();
        schedule->rows.resize(1);
        timeline->lanes.resize(1);
        constexpr std::uint32_t kCount = 1'000'000;
        for (std::uint32_t i = 0; i < kCount; ++i) {
            schedule->rows[0].emplace_back(StageId{0}, ActionKind::SendForward, MicrobatchId{i});
            timeline->lanes[0].start.push_back(i);
            timeline->lanes[0].end.push_back(i);
        }
        timeline->makespan = kCount;
        countStagesAndMicrobatches(*schedule);
        timeline->schedule = std::move(schedule);
        const auto index = LaneIndex::build(timeline);
        SceneOptions options = plainOptions(*index, {0, 0, 1000, 40}, {0, kCount}, 1);
        options.geometry.subLanes = {Track::Communication};
        options.geometry.subLaneHeight = 5;
        const Scene scene = buildPlotScene(*index, options);
        QCOMPARE(columnsOf(scene.strips.at(0), 1000), std::string(1000, 'C'));
        QVERIFY(scene.rects.size() < 10);
    }

    void picturesHaveThem()
    {
        const auto index = LaneIndex::build(timed("0UNSHARD@0 0F0@5-10 0SEND_F0@10\n1RECV_F0@10 1F0@10-15"));
        PictureOptions options;
        const Scene scene = *buildPicture(*index, options);
        QCOMPARE(scene.geometry.subLanes.size(), std::size_t{2});
        QCOMPARE(scene.geometry.laneHeight, 36.0);
        QVERIFY(writeSvg(scene, Theme::get(ThemeName::Light)).find("class=\"C\"") != std::string::npos);
        options.shown = 0b011111;
        const Scene without = *buildPicture(*index, options);
        QVERIFY(without.geometry.subLanes.empty());
        for (const SceneText& text : without.texts)
            QVERIFY(text.text != "Not shown"); // nothing is left where they were
        options.shown = kAllFills;
        options.height = 400;
        const Scene given = *buildPicture(*index, options);
        QCOMPARE(given.height, 400.0);
        QCOMPARE(given.geometry.subLanes.size(), std::size_t{2});
        QVERIFY(given.geometry.laneTop(1) + given.geometry.pitch() <= given.geometry.plot.bottom() + 1e-9);
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST(bubblescope::test::SceneTracksTest)
#include "scene_tracks_test.moc"
