// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/scene/build_scene.h"
#include "core/scene/range_totals.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <set>

using namespace bubblescope;

namespace {

constexpr double kWidth = 400;

/// Two ranks that run one action each, in the first half of the run.
TimelinePtr halfBusy()
{
    Schedule schedule;
    schedule.stageCount = 3;
    schedule.microbatchCount = 1;
    Timeline timeline;
    timeline.makespan = 10;
    for (std::uint16_t rank = 0; rank < 3; ++rank) {
        const bool isThere = rank != 1;
        schedule.rows.push_back(isThere ? Row{Action(StageId{rank}, ActionKind::Forward, MicrobatchId{0})}
                                        : Row{});
        timeline.lanes.push_back(isThere ? LaneTimes{{0}, {5}} : LaneTimes{});
    }
    timeline.schedule = std::make_shared<const Schedule>(std::move(schedule));
    return std::make_shared<const Timeline>(std::move(timeline));
}

Scene sceneOf(const LaneIndex& index)
{
    SceneOptions options;
    options.geometry.plot = {0, 0, kWidth, 120};
    options.geometry.to = 10;
    options.geometry.laneHeight = 30;
    options.geometry.lanes = {RankId{0}, RankId{1}, RankId{2}};
    options.gridLines = false;
    return buildPlotScene(index, options);
}

/// Of whole lanes: those that are idle from begin to end have a ground and a hatch of that width.
std::size_t idleGrounds(const Scene& scene)
{
    std::set<double> tops;
    for (const SceneRect& rect : scene.rects)
        if (rect.fill == Fill{Role::Idle} && rect.rect.width == kWidth)
            tops.insert(rect.rect.y);
    return tops.size();
}

std::size_t sayings(const Scene& scene)
{
    return static_cast<std::size_t>(
        std::count_if(scene.texts.begin(), scene.texts.end(),
                      [](const SceneText& text) { return text.text == "no trace"; }));
}

} // namespace

/// Lanes of ranks of which nothing is known.
class SceneAbsentLaneTest : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyRowIsIdle()
    {
        const LaneIndexPtr index = LaneIndex::build(halfBusy());
        QVERIFY(!index->isAbsent(RankId{1}));
        QCOMPARE(idleGrounds(sceneOf(*index)), std::size_t{3});
        QCOMPARE(sayings(sceneOf(*index)), std::size_t{0});
        QCOMPARE(index->idleShare(0, 10), 1 - 10.0 / 30);
    }

    void anAbsentRankIsNotIdle()
    {
        const LaneIndexPtr index = LaneIndex::build(halfBusy(), {7, 1});
        QVERIFY(index->isAbsent(RankId{1}));
        QVERIFY(!index->isAbsent(RankId{2}));
        QCOMPARE(idleGrounds(sceneOf(*index)), std::size_t{2});
        QCOMPARE(sayings(sceneOf(*index)), std::size_t{1});
        QCOMPARE(index->idleShare(0, 10), 0.5);
        QCOMPARE(index->idleShare({RankId{1}}, 0, 10), 0.0);
    }

    void aRangeCountsNoIdleTimeOfIt()
    {
        RangeMeter meter(LaneIndex::build(halfBusy(), {1}), {});
        const std::vector<RankId> all{RankId{0}, RankId{1}, RankId{2}};
        const RangeTotals totals = meter.totals(all, 0, 10);
        QCOMPARE(totals.idleTime, 10.0);
        QCOMPARE(totals.idleFraction, 0.5);
    }
};

BUBBLESCOPE_TEST(SceneAbsentLaneTest)
#include "scene_absent_lane_test.moc"
