// SPDX-License-Identifier: Apache-2.0
// Thin lanes that say how much longer actions took than elsewhere: their colours, their exactness, their
// names.
#include <QTest>

#include "core/scene/echo_lanes.h"
#include "core/scene/residual_lanes.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <limits>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr Time kNone = std::numeric_limits<Time>::quiet_NaN();

std::string levelText(Fill fill)
{
    constexpr std::array<std::string_view, kDeltaLevelCount> kNames{"<<", "<", "=", ">", ">>", "alone"};
    for (std::size_t level = 0; level < kDeltaLevelCount; ++level)
        if (stripFill(differenceFill(static_cast<DeltaLevel>(level))) == fill)
            return std::string(kNames[level]);
    return "?";
}

/// A line a rank: the level of each block, or "no lane".
std::string textOf(const ResidualLanes& lanes)
{
    std::string text;
    for (std::uint32_t rank = 0; rank < lanes.index->laneCount(); ++rank) {
        text += rank > 0 ? "\n" : "";
        if (lanes.hasLane[rank] == 0) {
            text += "no lane";
            continue;
        }
        for (std::size_t block = 0; block < lanes.index->blockCount(RankId{rank}); ++block)
            text += fmt::format("{}{}", block > 0 ? " " : "",
                                levelText(lanes.index->fillOfBlock(RankId{rank}, block)));
    }
    return text;
}

std::string countsOf(const ResidualLanes& lanes)
{
    return fmt::format("{}", fmt::join(lanes.counts, " "));
}

TimelineGeometry withEcho(double laneHeight, double echoHeight)
{
    TimelineGeometry geometry;
    geometry.plot = {88, 30, 400, 400};
    geometry.to = 40;
    geometry.laneHeight = laneHeight;
    geometry.laneGap = 4;
    geometry.echoHeight = echoHeight;
    geometry.echoGap = 2;
    geometry.lanes = {RankId{0}, RankId{1}, RankId{2}};
    geometry.arrange();
    return geometry;
}

} // namespace

class SceneResidualsTest : public QObject
{
    Q_OBJECT

private slots:
    void coloursFollowTheDurations_data()
    {
        QTest::addColumn<QVector<double>>("deltas");
        QTest::addColumn<double>("noise");
        QTest::addColumn<QString>("levels");
        QTest::addColumn<QString>("counts");
        const auto row = [](const char* name, const QVector<double>& deltas, double noise, const char* levels,
                            const char* counts) {
            QTest::newRow(name) << deltas << noise << QString(levels) << QString(counts);
        };
        row("both ways, little and much", {-9, -2, 0.5, 2, 9}, 1, "<< < = > >>", "1 1 1 1 1 0");
        row("all within noise", {-1, -0.5, 0, 0.5, 1}, 1, "= = = = =", "0 0 5 0 0 0");
        row("beyond wide noise all is much", {-3, 2, 0, -2, 2.5}, 2, "<< = = = >>", "1 0 3 0 1 0");
        row("one without a counterpart", {kNone, 0, 0, 0, 9}, 1, "alone = = = >>", "0 0 3 0 1 1");
        row("fewer deltas than actions", {9, 0}, 1, ">> = alone alone alone", "0 0 1 0 1 3");
        row("an infinite one says nothing", {std::numeric_limits<double>::infinity(), 0, 0, 0, 3}, 1,
            "alone = = = >>", "0 0 3 0 1 1");
    }

    void coloursFollowTheDurations()
    {
        QFETCH(QVector<double>, deltas);
        QFETCH(double, noise);
        const TimelinePtr timeline = timed("0F0@0-10 0F1@10-20 0F2@20-30 0B0@35-40 0B1@40-45");
        const auto lanes = residualLanes(timeline, {{deltas.begin(), deltas.end()}}, noise);
        QVERIFY(lanes.has_value());
        QTEST(QString::fromStdString(textOf(*lanes)), "levels");
        QTEST(QString::fromStdString(countsOf(*lanes)), "counts");
        QVERIFY(&lanes->index->timeline() == timeline.get());
        QCOMPARE(lanes->scale.rounding, noise);
    }

    void aRankThatSaysNothingHasNoLane()
    {
        const TimelinePtr timeline = timed("0F0@0-10\n1F0@10-20\n2F0@20-30");
        const auto lanes = residualLanes(timeline, {{5}, {kNone}}, 1);
        QCOMPARE(textOf(*lanes), ">>\nno lane\nno lane");
        QCOMPARE(countsOf(*lanes), "0 0 0 0 1 0");
        const TimelineGeometry geometry = withEcho(20, 6);
        const auto runs = echoLanes(geometry, 3, lanes->hasLane);
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(runs[0].lanes == std::vector{RankId{0}});
        QVERIFY(echoLanes(geometry, 3, {0, 0}).empty());
        QCOMPARE(echoLanes(geometry, 3, {1, 0, 1}).size(), std::size_t{2});
    }

    void aCellIsOneBlock()
    {
        const TimelinePtr timeline = timed("0F0@0-10 (0F1;3B0)OVERLAP_F_B@10-20 0B1@25-30");
        const auto lanes = residualLanes(timeline, {{0, 9, kNone, -9}}, 1);
        QCOMPARE(textOf(*lanes), "= >> <<");
        QCOMPARE(countsOf(*lanes), "1 0 1 0 1 0");
    }

    /// What is narrower than a pixel has the mean of its colours, and gaps stay gaps, at every zoom.
    void itIsExactAtEveryZoom()
    {
        const TimelinePtr timeline = denseTimeline(2, 50'000);
        DurationDeltas deltas(2);
        for (std::uint32_t rank = 0; rank < 2; ++rank)
            for (std::size_t i = 0; i < timeline->schedule->rows[rank].size(); ++i)
                deltas[rank].push_back(static_cast<double>(i % 7) - 3);
        const auto lanes = residualLanes(timeline, deltas, 0.5);
        const LaneIndexPtr own = LaneIndex::build(timeline);
        const Time end = timeline->makespan;
        for (const auto& [from, to] : {std::pair(0.0, end), std::pair(end * 0.3, end * 0.34)}) {
            SceneOptions options = plainOptions(*lanes->index, {100, 30, 400, 128}, {from, to}, 1);
            options.geometry.lanes = {RankId{1}};
            const Scene scene = buildPlotScene(*lanes->index, options);
            QCOMPARE(scene.strips.size(), std::size_t{1});
            QVERIFY(std::abs(drawnIdleShare(scene) - own->idleShare({RankId{1}}, from, to)) < 1e-3);
            StripTimes exact{};
            const LaneTimes& times = timeline->lanes[1];
            for (std::size_t i = 0; i < times.start.size(); ++i)
                exact[differenceFill(deltaLevel(deltas[1][i], lanes->scale))] +=
                    std::max(0.0, std::min(times.end[i], to) - std::max(times.start[i], from));
            StripTimes drawn{};
            for (const StripColumns::Shares& shares : scene.strips[0].coverage.columns())
                for (std::size_t fill = 0; fill < kStripFills; ++fill)
                    drawn[fill] += static_cast<double>(shares[fill]);
            for (std::size_t fill = 0; fill < kStripFills; ++fill)
                QVERIFY2(std::abs(drawn[fill] / options.geometry.plot.width - exact[fill] / (to - from)) <
                             1e-3,
                         fmt::format("fill {} from {}", fill, from).c_str());
        }
    }

    void cancelledThereAreNone()
    {
        const CancelToken cancelled;
        cancelled.cancel();
        QVERIFY(!residualLanes(timed("0F0@0-1"), {{1}}, 0, cancelled));
    }

    void headersNameThem_data()
    {
        QTest::addColumn<double>("laneHeight");
        QTest::addColumn<double>("echoHeight");
        QTest::addColumn<QString>("texts");
        QTest::newRow("one line") << 34.0 << 10.0 << "residual residual";
        QTest::newRow("two lines") << 80.0 << 24.0 << "residual ± 5 µs residual ± 5 µs";
        QTest::newRow("rows too thin") << 14.0 << 4.0 << "";
    }

    void headersNameThem()
    {
        QFETCH(double, laneHeight);
        QFETCH(double, echoHeight);
        const LaneIndexPtr index = LaneIndex::build(timed("0F0@0-10\n1F0@10-20\n2F0@20-30"));
        Scene scene;
        scene.geometry = withEcho(laneHeight, echoHeight);
        addEchoHeaders(scene, *index, 12, {1, 0, 1}, "residual", "± 5 µs");
        QStringList texts;
        for (const SceneText& text : scene.texts) {
            texts << QString::fromStdString(text.text);
            QVERIFY(text.y > scene.geometry.echoTop(0));
        }
        QTEST(texts.join(QLatin1Char(' ')), "texts");
    }

    void aNameThatWouldTouchTheStagesIsLeftOut()
    {
        const LaneIndexPtr index =
            LaneIndex::build(timed("0F0@0-1 12F0@1-2 24F0@2-3 36F0@3-4\n1F0@1-2\n2F0@2-3"));
        Scene scene;
        scene.geometry = withEcho(24, 7);
        addEchoHeaders(scene, *index, 12, {1, 1, 0}, "residual", "");
        QCOMPARE(scene.texts.size(), std::size_t{1});
        QVERIFY(scene.texts[0].y > scene.geometry.laneTop(1));
    }
};

BUBBLESCOPE_TEST(SceneResidualsTest)
#include "scene_residuals.moc"
