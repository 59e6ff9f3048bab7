// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/scene/difference_colors.h"
#include "core/scene/echo_lanes.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <numeric>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Four rows of 20 px and an echo of 6 px 2 px below, rows 4 px apart.
TimelineGeometry withEcho()
{
    TimelineGeometry geometry;
    geometry.plot = {100, 30, 400, 128};
    geometry.to = 40;
    geometry.laneHeight = 20;
    geometry.laneGap = 4;
    geometry.echoHeight = 6;
    geometry.echoGap = 2;
    geometry.lanes = {RankId{0}, RankId{1}, RankId{2}, RankId{3}};
    geometry.arrange();
    return geometry;
}

/// "0@52 1@84 | 3@148": for each run its ranks and where their lanes begin.
std::string textOf(const std::vector<TimelineGeometry>& runs)
{
    std::string text;
    for (const TimelineGeometry& run : runs) {
        text += text.empty() ? "" : " |";
        for (std::size_t row = 0; row < run.lanes.size(); ++row)
            text += fmt::format("{}{}@{:g}", text.empty() ? "" : " ", run.lanes[row].value, run.laneTop(row));
    }
    return text;
}

std::vector<std::vector<std::uint8_t>> fillsOf(const Timeline& timeline, const std::vector<DeltaLevel>& turn)
{
    std::vector<std::vector<std::uint8_t>> fills;
    std::size_t next = 0;
    for (const Row& row : timeline.schedule->rows) {
        auto& own = fills.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i)
            own.push_back(differenceFill(turn[next++ % turn.size()]));
    }
    return fills;
}

Time sumOf(const FillTimes& times)
{
    return std::accumulate(times.begin(), times.end(), Time{0});
}

} // namespace

class SceneDifferenceTest : public QObject
{
    Q_OBJECT

private slots:
    void echoesStandUnderTheirLanes()
    {
        TimelineGeometry geometry = withEcho();
        QCOMPARE(textOf(echoLanes(geometry, 4)), "0@52 1@84 2@116 3@148");
        QCOMPARE(textOf(echoLanes(geometry, 2)), "0@52 1@84");
        QCOMPARE(textOf(echoLanes(geometry, 0)), "");
        geometry.scrollY = 40;
        QCOMPARE(textOf(echoLanes(geometry, 4)), "0@12 1@44 2@76 3@108");
        geometry.lanes = {RankId{3}, RankId{0}, RankId{2}};
        geometry.scrollY = 0;
        geometry.arrange();
        QCOMPARE(textOf(echoLanes(geometry, 3)), "0@84 2@116");
        geometry.echoHeight = 0;
        QCOMPARE(textOf(echoLanes(geometry, 4)), "");
    }

    void foldedRowsHaveNone()
    {
        TimelineGeometry geometry = withEcho();
        geometry.folded = {0, 1, 0, 0};
        geometry.foldedHeight = 10;
        geometry.arrange();
        QCOMPARE(textOf(echoLanes(geometry, 4)), "0@52 | 2@98 3@130");
    }

    void subLanesMoveDown()
    {
        TimelineGeometry geometry = withEcho();
        geometry.subLanes = {Track::Communication};
        geometry.subLaneHeight = 5;
        geometry.subLaneGap = 1;
        QCOMPARE(geometry.pitch(), 38.0);
        QCOMPARE(geometry.trackTop(1, Track::Communication), std::optional(68 + 28 + 1.0));
        QCOMPARE(geometry.echoRowAt(30 + 21), std::optional<std::size_t>());
        QCOMPARE(geometry.echoRowAt(30 + 22), std::optional<std::size_t>(0));
        QCOMPARE(geometry.echoRowAt(68 + 27.5), std::optional<std::size_t>(1));
        QCOMPARE(geometry.echoRowAt(68 + 28), std::optional<std::size_t>());
        QVERIFY(!geometry.placeAt(30 + 23));
    }

    void pinnedBandsKeepTheirEchoes()
    {
        TimelineGeometry geometry = withEcho();
        geometry.pinnedRows = 1;
        geometry.scrollY = 10;
        QCOMPARE(textOf(echoLanes(geometry.pinnedBand(), 4)), "0@52");
        QCOMPARE(textOf(echoLanes(geometry.scrolledBand(), 4)), "1@74 2@106 3@138");
    }

    void levels_data()
    {
        QTest::addColumn<double>("delta");
        QTest::addColumn<int>("level");
        const auto row = [](const char* name, double delta, DeltaLevel level) {
            QTest::newRow(name) << delta << static_cast<int>(level);
        };
        row("much earlier", -9, DeltaLevel::MuchEarlier);
        row("a third is not yet much", -3, DeltaLevel::Earlier);
        row("a little earlier", -0.1, DeltaLevel::Earlier);
        row("rounding", -0.01, DeltaLevel::Same);
        row("nothing", 0, DeltaLevel::Same);
        row("a little later", 0.1, DeltaLevel::Later);
        row("much later", 3.1, DeltaLevel::MuchLater);
    }

    void levels()
    {
        QFETCH(double, delta);
        const DeltaScale scale{0.01, 9};
        QTEST(static_cast<int>(deltaLevel(delta, scale)), "level");
        QVERIFY(deltaLevel(std::nullopt, scale) == DeltaLevel::OnlyHere);
    }

    void levelsLookDifferent()
    {
        for (const ThemeName name :
             {ThemeName::Light, ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Print}) {
            const Theme& theme = Theme::difference(name);
            std::set<std::uint32_t> seen;
            for (std::size_t level = 0; level < kDeltaLevelCount; ++level) {
                const Fill fill = stripFill(differenceFill(static_cast<DeltaLevel>(level)));
                const Rgb color = theme.color(fill);
                seen.insert(static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b));
                QVERIFY(contrastRatio(color, theme.textOn(fill)) >= 4.5);
                QVERIFY(contrastRatio(color, theme.color(Role::Idle)) >= 1.2);
            }
            QCOMPARE(seen.size(), kDeltaLevelCount);
            QCOMPARE(theme.name(), name);
            QVERIFY(theme.color(Role::Window) == Theme::get(name).color(Role::Window));
        }
    }

    void recoloredLanesCoverTheSameTime()
    {
        const TimelinePtr timeline = denseTimeline(3, 20'000);
        const LaneIndexPtr own = LaneIndex::build(timeline);
        const LaneIndexPtr recolored = LaneIndex::buildRecolored(
            timeline, fillsOf(*timeline, {DeltaLevel::MuchEarlier, DeltaLevel::Same, DeltaLevel::Later,
                                          DeltaLevel::OnlyHere}));
        QVERIFY(recolored->isRecolored() && !own->isRecolored());
        const Time end = timeline->makespan;
        for (const auto& [from, to] : {std::pair(0.0, end), std::pair(end * 0.3, end * 0.31)}) {
            QCOMPARE(recolored->idleShare(from, to), own->idleShare(from, to));
            for (std::uint32_t rank = 0; rank < 3; ++rank)
                QVERIFY(std::abs(sumOf(recolored->busy(RankId{rank}, from, to)) -
                                 sumOf(own->busy(RankId{rank}, from, to))) < 1e-6 * end);
        }
    }

    void absentRanksStayAbsent()
    {
        const TimelinePtr timeline = denseTimeline(3, 100);
        const auto fills = fillsOf(*timeline, {DeltaLevel::Same});
        const LaneIndexPtr recolored = LaneIndex::buildRecolored(timeline, fills, {2, 1});
        QVERIFY(recolored->absentRanks() == std::vector<std::uint32_t>({1, 2}));
        QVERIFY(recolored->isAbsent(RankId{1}) && !recolored->isAbsent(RankId{0}));
        QVERIFY(LaneIndex::buildRecolored(timeline, fills)->absentRanks().empty());
    }

    void blocksTakeTheirLevel()
    {
        const TimelinePtr timeline = timed("0F0@0-10 (0F1;3B0)OVERLAP_F_B@10-20 0B1@25-30");
        const LaneIndexPtr recolored = LaneIndex::buildRecolored(
            timeline, {{differenceFill(DeltaLevel::MuchLater), differenceFill(DeltaLevel::Same),
                        differenceFill(DeltaLevel::Same), differenceFill(DeltaLevel::Earlier)}});
        QCOMPARE(recolored->blockCount(RankId{0}), std::size_t{3});
        QCOMPARE(recolored->block(RankId{0}, 1).end, 20.0);
        QCOMPARE(recolored->block(RankId{0}, 1).actionCount, 2U);
        SceneOptions options;
        options.geometry = withEcho();
        options.geometry.lanes = {RankId{0}};
        const Scene scene = buildPlotScene(*recolored, options);
        std::vector<Fill> fills;
        for (const SceneRect& rect : scene.rects)
            if (rect.block >= 0)
                fills.push_back(rect.fill);
        const std::vector<Fill> expected{{Role::Backward}, {Role::Overlap}, {Role::Forward, 1}};
        QVERIFY(fills == expected);
        for (const SceneText& text : scene.texts)
            QVERIFY(!text.onFill || std::find(expected.begin(), expected.end(), text.fill) != expected.end());
    }

    /// What is narrower than a pixel has the mean of its colours, at every zoom.
    void narrowOnesAreBlended()
    {
        const TimelinePtr timeline = denseTimeline(1, 50'000);
        const LaneIndexPtr recolored = LaneIndex::buildRecolored(
            timeline, fillsOf(*timeline, {DeltaLevel::MuchEarlier, DeltaLevel::MuchLater}));
        SceneOptions options;
        options.geometry = withEcho();
        options.geometry.lanes = {RankId{0}};
        options.geometry.to = timeline->makespan;
        const Scene scene = buildPlotScene(*recolored, options);
        QCOMPARE(scene.strips.size(), std::size_t{1});
        const FillTimes busy = recolored->busy(RankId{0}, 0, timeline->makespan);
        double earlier = 0, later = 0;
        for (const StripColumns::Shares& shares : scene.strips[0].coverage.columns()) {
            earlier += shares[differenceFill(DeltaLevel::MuchEarlier)];
            later += shares[differenceFill(DeltaLevel::MuchLater)];
        }
        const double columns = options.geometry.plot.width;
        QVERIFY(std::abs(earlier / columns -
                         busy[static_cast<std::size_t>(FillClass::Forward)] / timeline->makespan) < 1e-3);
        QVERIFY(std::abs(later / columns -
                         busy[static_cast<std::size_t>(FillClass::Backward)] / timeline->makespan) < 1e-3);
    }
};

BUBBLESCOPE_TEST(SceneDifferenceTest)
#include "scene_difference.moc"
