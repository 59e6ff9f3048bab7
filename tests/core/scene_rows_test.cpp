// SPDX-License-Identifier: Apache-2.0
// Rows of different height, pinned and hidden ones: where they are, and that what is drawn there is exact.
#include <QTest>

#include "core/scene/build_scene.h"
#include "core/scene/geometry.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <random>

using namespace bubblescope;

namespace {

struct Rows
{
    std::size_t count = 6;
    std::vector<std::uint8_t> folded = {};
    std::size_t pinned = 0;
    double scrollY = 0;
};

TimelineGeometry geometryOf(const Rows& rows)
{
    TimelineGeometry g;
    g.plot = {100, 20, 640, 150};
    g.laneHeight = 30;
    g.laneGap = 8;
    g.foldedHeight = 10;
    g.scrollY = rows.scrollY;
    for (std::uint32_t rank = 0; rank < rows.count; ++rank)
        g.lanes.emplace_back(rank);
    g.folded = rows.folded;
    g.pinnedRows = rows.pinned;
    g.arrange();
    return g;
}

/// What is at a height, found by looking at each row in turn.
std::optional<TimelineGeometry::Place> placeByCounting(const TimelineGeometry& g, double y)
{
    if (y < g.plot.y || y >= g.plot.bottom())
        return std::nullopt;
    for (std::size_t row = 0; row < g.lanes.size(); ++row) {
        const RectF band = g.bandOf(row);
        if (y < band.y || y >= band.bottom())
            continue;
        if (y >= g.laneTop(row) && y < g.laneTop(row) + g.laneHeightOf(row))
            return TimelineGeometry::Place{row, Track::Compute};
        for (const Track track : g.subLanes)
            if (const auto top = g.trackTop(row, track); top && y >= *top && y < *top + g.subLaneHeight)
                return TimelineGeometry::Place{row, track};
    }
    return std::nullopt;
}

std::optional<std::size_t> memoryByCounting(const TimelineGeometry& g, double y)
{
    for (std::size_t row = 0; row < g.lanes.size(); ++row)
        if (g.hasMemory(row) && y >= std::max(g.plot.y, g.bandOf(row).y) && y < g.bandOf(row).bottom() &&
            y >= g.memoryTop(row) && y < g.memoryTop(row) + g.memoryHeight)
            return row;
    return std::nullopt;
}

} // namespace

class SceneRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void foldedRowsAreThinAndStandCloser()
    {
        const TimelineGeometry g = geometryOf({4, {0, 1, 1, 0}});
        QCOMPARE(g.laneTop(0), 20.0);
        QCOMPARE(g.laneTop(1), 58.0);
        QCOMPARE(g.laneTop(2), 72.0); // 10 high, 4 below
        QCOMPARE(g.laneTop(3), 86.0);
        QCOMPARE(g.contentHeight(), 104.0);
        QCOMPARE(g.laneHeightOf(1), 10.0);
        QCOMPARE(g.laneHeightOf(3), 30.0);
        QCOMPARE(g.rowHeight(1), 10.0);
        QCOMPARE(g.rowSlotAt(69), std::optional<std::size_t>(1)); // the gap under it is its own
        QVERIFY(!g.rowAt(69));
    }

    void foldedRowsHaveNoSubLanesAndNoMemory()
    {
        TimelineGeometry g = geometryOf({2, {1, 0}});
        g.subLanes = {Track::Communication};
        g.subLaneHeight = 6;
        g.subLaneGap = 2;
        g.memoryHeight = 12;
        g.memoryGap = 4;
        QVERIFY(!g.trackTop(0, Track::Communication) && !g.hasMemory(0));
        QCOMPARE(g.trackTop(1, Track::Communication), std::optional(34.0 + 32));
        QCOMPARE(g.memoryTop(1), 34.0 + 30 + 8 + 4);
        QCOMPARE(g.memoryRowAt(34 + 43), std::optional<std::size_t>(1));
        QVERIFY(!g.memoryRowAt(31));
        QCOMPARE(g.contentHeight(), 14.0 + 30 + 8 + 16 + 8);
    }

    void pinnedRowsStayWhileTheOthersScroll()
    {
        const TimelineGeometry g = geometryOf({6, {}, 2, 50});
        QCOMPARE(g.laneTop(0), 20.0);
        QCOMPARE(g.laneTop(1), 58.0);
        QCOMPARE(g.pinnedHeight(), 76.0);
        QCOMPARE(g.laneTop(2), 96.0 - 50);
        QCOMPARE(g.bandOf(1), (RectF{100, 20, 640, 76}));
        QCOMPARE(g.bandOf(2), (RectF{100, 96, 640, 74}));
        QCOMPARE(g.rowAt(60), std::optional<std::size_t>(1)); // not the third, which is scrolled behind it
        QCOMPARE(g.rowAt(96 + 30), std::optional<std::size_t>(4));
    }

    void bandsArePlotsOfTheirOwn()
    {
        const TimelineGeometry g = geometryOf({6, {0, 1, 0, 1, 0, 0}, 2, 25});
        const TimelineGeometry top = g.pinnedBand();
        const TimelineGeometry rest = g.scrolledBand();
        QCOMPARE(top.lanes, (std::vector{RankId{0}, RankId{1}}));
        QCOMPARE(rest.lanes, (std::vector{RankId{2}, RankId{3}, RankId{4}, RankId{5}}));
        QVERIFY(top.pinnedRows == 0 && rest.pinnedRows == 0);
        QCOMPARE(top.plot, g.bandOf(0));
        QCOMPARE(rest.plot, g.bandOf(2));
        for (std::size_t row = 0; row < 6; ++row) {
            const TimelineGeometry& band = row < 2 ? top : rest;
            const std::size_t inBand = row < 2 ? row : row - 2;
            QCOMPARE(band.laneTop(inBand), g.laneTop(row));
            QCOMPARE(band.laneHeightOf(inBand), g.laneHeightOf(row));
        }
        QCOMPARE(geometryOf({}).scrolledBand(), geometryOf({}));
        QVERIFY(geometryOf({}).pinnedBand().lanes.empty());
    }

    void placesAreTheInverseOfTops()
    {
        std::mt19937 random(7);
        int places = 0;
        for (int round = 0; round < 200; ++round) {
            Rows rows;
            rows.count = 1 + random() % 40;
            for (std::size_t row = 0; row < rows.count; ++row)
                rows.folded.push_back(round % 3 == 0 ? 0 : static_cast<std::uint8_t>(random() % 2));
            rows.pinned = random() % std::min<std::size_t>(rows.count + 1, 4);
            TimelineGeometry g = geometryOf(rows);
            g.subLanes =
                round % 2 == 0 ? std::vector{Track::Communication, Track::Fsdp} : std::vector<Track>{};
            g.subLaneHeight = 5;
            g.subLaneGap = 1;
            g.memoryHeight = round % 5 == 0 ? 9 : 0;
            g.memoryGap = 2;
            g.laneHeight = round % 7 == 0 ? 12.8 : 30;
            g.scrollY = std::max(
                0.0, std::floor((g.contentHeight() - 150) * static_cast<double>(random() % 100) / 100));
            for (double y = 0; y < 200; y += 0.5) {
                const auto place = g.placeAt(y);
                QVERIFY2(place == placeByCounting(g, y),
                         qPrintable(QStringLiteral("round %1, height %2, scrolled by %3")
                                        .arg(round)
                                        .arg(y)
                                        .arg(g.scrollY)));
                QCOMPARE(g.memoryRowAt(y), memoryByCounting(g, y));
                places += place.has_value() ? 1 : 0;
            }
            for (std::size_t row = 0; row < rows.count; ++row)
                if (const double top = g.laneTop(row); top >= g.bandOf(row).y && top < g.bandOf(row).bottom())
                    QCOMPARE(g.placeAt(top), (TimelineGeometry::Place{row, Track::Compute}));
            const auto [first, end] = g.scrolledRowsInView();
            for (std::size_t row = g.pinnedRows; row < rows.count; ++row) {
                const RectF band = g.bandOf(row);
                const bool inView =
                    g.laneTop(row) + g.rowHeight(row) > band.y && g.laneTop(row) < band.bottom();
                QVERIFY(!inView || (row >= first && row < end));
            }
        }
        qInfo("%d places compared", places);
        QVERIFY(places > 10000);
    }

    void tablesChangeNothingButTheTime()
    {
        TimelineGeometry g = geometryOf({});
        g.lanes = {RankId{5}, RankId{1}, RankId{3}};
        g.folded = {0, 1, 0};
        TimelineGeometry arranged = g;
        arranged.arrange();
        QVERIFY(g.tables == TimelineGeometry::RowTables{} && arranged.tables != g.tables);
        for (std::uint32_t rank = 0; rank < 8; ++rank)
            QCOMPARE(arranged.rowOf(RankId{rank}), g.rowOf(RankId{rank}));
        QCOMPARE(arranged.rowOf(RankId{3}), std::optional<std::size_t>(2));
        QVERIFY(!arranged.rowOf(RankId{0}));
        for (std::size_t row = 0; row <= 3; ++row)
            QCOMPARE(arranged.rowOffset(row), g.rowOffset(row));
        // Tables that no longer fit are not believed.
        arranged.lanes = {RankId{1}, RankId{5}};
        QCOMPARE(arranged.rowOf(RankId{5}), std::optional<std::size_t>(1));
    }

    void plainRowsNeedNoTables()
    {
        TimelineGeometry g = geometryOf({65'536, std::vector<std::uint8_t>(65'536)});
        QVERIFY(g.folded.empty() && g.tables == TimelineGeometry::RowTables{});
        QCOMPARE(g.rowOf(RankId{65'535}), std::optional<std::size_t>(65'535));
    }

    void drawnIdleShareOfTheShownRanks_data()
    {
        QTest::addColumn<std::vector<RankId>>("lanes");
        QTest::addColumn<std::vector<std::uint8_t>>("folded");
        QTest::addColumn<int>("pinned");
        QTest::newRow("all, in order")
            << std::vector{RankId{0}, RankId{1}, RankId{2}, RankId{3}} << std::vector<std::uint8_t>{} << 0;
        QTest::newRow("one hidden, others moved")
            << std::vector{RankId{3}, RankId{0}, RankId{2}} << std::vector<std::uint8_t>{} << 0;
        QTest::newRow("folded and pinned")
            << std::vector{RankId{2}, RankId{1}, RankId{3}} << std::vector<std::uint8_t>{0, 1, 1} << 2;
    }

    void drawnIdleShareOfTheShownRanks()
    {
        QFETCH(std::vector<RankId>, lanes);
        QFETCH(std::vector<std::uint8_t>, folded);
        QFETCH(int, pinned);
        const LaneIndexPtr index = LaneIndex::build(test::denseTimeline(4, 20'000));
        const Time makespan = index->timeline().makespan;
        for (const double zoom : {1.0, 0.31, 0.052, 0.003}) {
            const TimeRange range{makespan * 0.07, makespan * (0.07 + 0.9 * zoom)};
            SceneOptions options = test::plainOptions(*index, {88, 28, 1000, 400}, range, 1);
            TimelineGeometry whole = options.geometry;
            whole.lanes = lanes;
            whole.folded = folded;
            whole.pinnedRows = static_cast<std::size_t>(pinned);
            whole.arrange();
            double drawn = 0;
            for (const TimelineGeometry& band : {whole.pinnedBand(), whole.scrolledBand()}) {
                options.geometry = band;
                if (!band.lanes.empty())
                    drawn += test::drawnIdleShare(buildPlotScene(*index, options)) *
                             static_cast<double>(band.lanes.size()) / static_cast<double>(lanes.size());
            }
            const double exact = index->idleShare(lanes, range.from, range.to);
            QVERIFY2(std::abs(drawn - exact) < 1e-3,
                     qPrintable(QStringLiteral("%1 %2").arg(drawn).arg(exact)));
        }
    }
};

BUBBLESCOPE_TEST(SceneRowsTest)
#include "scene_rows_test.moc"
