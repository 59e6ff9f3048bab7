// SPDX-License-Identifier: Apache-2.0
// Long lanes are answered out of a packed form: against sums over their blocks, and over all of a range.
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::size_t kBlocks = 9001; ///< more than are needed to be packed, and no whole group at the end
/// Of a column; what 8 bits can show is twice that.
constexpr double kOff = 2e-3;

struct Shape
{
    const char* name;
    Time origin = 0;
    Time length = 1;      ///< of a block, up to
    double gapShare = 0;  ///< of blocks: has one before it
    Time gap = 1;         ///< up to
    double zeroShare = 0; ///< of blocks: takes no time
    double backShare = 0; ///< of blocks: begins before the one before it ends
    Time straggler = 0;   ///< waits so long in the middle of the lane
    std::size_t kinds = 2;
    std::uint32_t stages = 1;
};

const Shape kShapes[] = {
    {"without a gap, one fill", 0, 1, 0, 1, 0, 0, 0, 1, 1},
    {"gaps of every length", 0, 1, 0.3, 5, 0, 0, 0, 2, 1},
    {"three fills", 3, 1, 0.3, 1, 0.1, 0, 0, 3, 1},
    {"chunks: four fills", 0, 1, 0.5, 1, 0, 0, 0, 2, 2},
    {"chunks: six fills", 0, 1, 0.5, 1, 0.1, 0, 0, 3, 2},
    {"blocks over each other", 0, 1, 0.3, 1, 0.05, 0.3, 0, 3, 1},
    {"mostly markers", 0, 1, 0.05, 1, 0.9, 0, 0, 2, 1},
    {"a straggler", 0, 1, 0.2, 1, 0, 0, 4e6, 2, 1},
    {"late and short", 1e9, 1e-3, 0.3, 1e-2, 0, 0, 0, 2, 1},
    {"late and long", 1e12, 1e9, 0.3, 1e9, 0, 0, 0, 2, 1},
    {"before zero", -5000, 1, 0.3, 1, 0, 0, 0, 2, 1},
    {"very short", 0, 1e-250, 0.3, 1e-250, 0, 0, 0, 2, 1},
    {"very long", 0, 1e250, 0.3, 1e250, 0, 0, 0, 2, 1},
};

TimelinePtr timelineOf(const Shape& shape)
{
    constexpr std::array kKinds{ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight};
    std::mt19937 random(20240608);
    const auto upTo = [&random](double most) { return most * static_cast<double>(random()) / 4294967296.0; };
    auto schedule = std::make_shared<Schedule>();
    auto timeline = std::make_shared<Timeline>();
    schedule->rows.resize(1);
    LaneTimes& times = timeline->lanes.emplace_back();
    Time now = shape.origin;
    for (std::size_t i = 0; i < kBlocks; ++i) {
        schedule->rows[0].emplace_back(StageId{static_cast<std::uint32_t>(random() % shape.stages)},
                                       kKinds[random() % shape.kinds],
                                       MicrobatchId{static_cast<std::uint32_t>(i)});
        if (upTo(1) < shape.gapShare)
            now += upTo(shape.gap);
        if (i == kBlocks / 2)
            now += shape.straggler;
        Time start = now;
        if (upTo(1) < shape.backShare)
            start = std::max(shape.origin, now - upTo(2 * shape.length));
        const Time end = start + (upTo(1) < shape.zeroShare ? 0 : upTo(shape.length));
        times.start.push_back(start);
        times.end.push_back(end);
        now = std::max(now, end);
    }
    timeline->makespan = now;
    countStagesAndMicrobatches(*schedule);
    timeline->schedule = std::move(schedule);
    return timeline;
}

/// Shares of columns by adding up each block's part of each that it touches.
std::vector<double> addedUp(const LaneIndex& index, LaneId lane, const TimeColumns& columns)
{
    const std::vector<std::uint8_t>& fills = index.stripFillsOf(lane);
    const Timeline& timeline = index.timeline();
    std::vector<double> shares(columns.count * fills.size());
    for (std::size_t block = 0; block < index.blockCount(lane); ++block) {
        const TimeSpan cover = index.coverOf(lane, block);
        const Action& action = timeline.schedule->rows[0][index.block(lane, block).firstAction];
        const FillClass fillClass = fillClassOf(action);
        const std::size_t fill = 2 * static_cast<std::size_t>(fillClass) +
                                 (action.stage() != index.stagesOf(lane.rank).front() ? 1 : 0);
        const auto slot =
            static_cast<std::size_t>(std::find(fills.begin(), fills.end(), fill) - fills.begin());
        const double from = (cover.start - columns.grid) / columns.unitsPerColumn;
        const double last = static_cast<double>(columns.count) - 1;
        auto column = static_cast<std::size_t>(std::clamp(from - 1, 0.0, last));
        for (; column < columns.count && columns.edge(column) < cover.end; ++column)
            shares[column * fills.size() + slot] +=
                std::max(0.0, std::min(cover.end, columns.edge(column + 1)) -
                                  std::max(cover.start, columns.edge(column))) /
                columns.unitsPerColumn;
    }
    return shares;
}

} // namespace

class ScenePackedLaneTest : public QObject
{
    Q_OBJECT

private slots:
    void columnsEqualTheSumOfParts_data()
    {
        QTest::addColumn<int>("shape");
        for (int i = 0; i < static_cast<int>(std::size(kShapes)); ++i)
            QTest::newRow(kShapes[i].name) << i;
    }
    void columnsEqualTheSumOfParts()
    {
        QFETCH(int, shape);
        const TimelinePtr timeline = timelineOf(kShapes[shape]);
        const auto index = LaneIndex::build(timeline);
        const LaneId lane{RankId{0}};
        const Time begin = kShapes[shape].origin;
        const Time whole = timeline->makespan - begin;
        const std::size_t fillCount = index->stripFillsOf(lane).size();
        // From all of the lane, with nothing on its sides, to a few blocks.
        for (const double part : {1.2, 1.0, 0.4, 0.05, 1e-2, 1e-3, 1e-4})
            for (const double at : {0.0, 0.31, 0.4999, 0.95}) {
                constexpr std::size_t kColumns = 701;
                TimeColumns columns;
                columns.count = kColumns;
                columns.unitsPerColumn = whole * part / kColumns;
                columns.grid = begin + (at - (part > 1 ? 0.1 : 0)) * whole;
                columns.span = {columns.grid + 0.3 * columns.unitsPerColumn,
                                columns.grid + (kColumns - 0.6) * columns.unitsPerColumn};
                std::vector<float> shares(kColumns * fillCount, 0.0F);
                index->addCoverage(lane, columns, shares);
                const std::vector<double> expected = addedUp(*index, lane, columns);
                // The grid's borders are no better than a double late in time.
                const double off = kOff + 4 * std::abs(timeline->makespan) * 2.3e-16 / columns.unitsPerColumn;
                std::vector<double> sums(fillCount), expectedSums(fillCount);
                for (std::size_t i = 0; i < shares.size(); ++i) {
                    const auto share = static_cast<double>(shares[i]);
                    if (!(share >= 0 && std::abs(share - expected[i]) < off))
                        QFAIL(qPrintable(QStringLiteral("%1 of it at %2: column %3 fill %4: %5 instead of %6")
                                             .arg(part)
                                             .arg(at)
                                             .arg(i / fillCount)
                                             .arg(i % fillCount)
                                             .arg(share)
                                             .arg(expected[i])));
                    sums[i % fillCount] += share;
                    expectedSums[i % fillCount] += expected[i];
                }
                // Errors do not add up.
                for (std::size_t slot = 0; slot < fillCount; ++slot)
                    QVERIFY2(std::abs(sums[slot] - expectedSums[slot]) < off + 1e-4,
                             qPrintable(QStringLiteral("%1 of it at %2: fill %3: %4 instead of %5")
                                            .arg(part)
                                            .arg(at)
                                            .arg(slot)
                                            .arg(sums[slot], 0, 'g', 12)
                                            .arg(expectedSums[slot], 0, 'g', 12)));
            }
    }

    void allOfALaneIsItsBusyTime()
    {
        for (const Shape& shape : kShapes) {
            const TimelinePtr timeline = timelineOf(shape);
            const auto index = LaneIndex::build(timeline);
            const LaneId lane{RankId{0}};
            const Time whole = timeline->makespan - shape.origin;
            constexpr std::size_t kColumns = 100;
            const TimeColumns all{
                {shape.origin, timeline->makespan}, shape.origin, whole / kColumns, kColumns};
            std::vector<float> shares(kColumns * index->stripFillsOf(lane).size(), 0.0F);
            index->addCoverage(lane, all, shares);
            double idle = 1;
            for (const float share : shares)
                idle -= static_cast<double>(share) / kColumns;
            const double expected = index->idleShare(shape.origin, timeline->makespan);
            QVERIFY2(
                std::abs(idle - expected) < 1e-6,
                qPrintable(QStringLiteral("%1: %2 instead of %3").arg(shape.name).arg(idle).arg(expected)));
        }
    }

    void aLaneWithoutTimeIsBlank()
    {
        auto timeline = std::make_shared<Timeline>(*timelineOf(kShapes[0]));
        std::fill(timeline->lanes[0].start.begin(), timeline->lanes[0].start.end(), 7.0);
        timeline->lanes[0].end = timeline->lanes[0].start;
        const auto index = LaneIndex::build(timeline);
        std::vector<float> shares(10, 0.0F);
        index->addCoverage(LaneId{RankId{0}}, {{0, 10}, 0, 1, 10}, shares);
        QVERIFY(std::all_of(shares.begin(), shares.end(), [](float share) { return share == 0; }));
    }
};

BUBBLESCOPE_TEST(ScenePackedLaneTest)
#include "scene_packed_lane_test.moc"
