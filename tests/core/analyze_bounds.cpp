// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/bounds.h"
#include "core/analyze/lane_gaps.h"
#include "core/lower/pass.h"
#include "tests/core/every_schedule.h"
#include "tests/support/test_program.h"

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

StageValues drawn(Dice& dice, std::uint32_t stages)
{
    std::vector<double> values(stages);
    for (double& value : values)
        value = (1 + dice.below(70)) / 10.0;
    return StageValues(std::move(values));
}

CostModel drawnCosts(Dice& dice, std::uint32_t stages, std::uint32_t ranks)
{
    CostModel costs;
    costs.forward = drawn(dice, stages);
    costs.backwardInput = drawn(dice, stages);
    costs.backwardWeight = drawn(dice, stages);
    costs.transfer.latency = dice.below(4) * 0.3;
    if (dice.below(2) == 0) {
        costs.transfer.bytes = 3;
        costs.transfer.bandwidth = 2;
    }
    if (dice.below(3) == 0)
        costs.transfer.mode = TransferMode::Rendezvous;
    if (ranks > 1 && dice.below(2) == 0)
        costs.transfer.links.push_back({0, 1, 5.0, std::nullopt, std::nullopt});
    if (dice.below(3) == 0)
        costs.rankFactor[dice.below(ranks)] = 1.7;
    if (dice.below(3) == 0)
        costs.jitter = {0.2, dice.below(100)};
    if (dice.below(3) == 0)
        costs.overlap.fallback = OverlapRule::Fallback::Max;
    costs.unshard = drawn(dice, stages);
    costs.reduceGrad = drawn(dice, stages);
    costs.overlapsFsdp = dice.below(2) == 0;
    return costs;
}

std::map<std::string, double> valuesOf(const std::vector<Bound>& bounds)
{
    std::map<std::string, double> values;
    for (const Bound& bound : bounds)
        values[bound.id] = bound.value;
    return values;
}

} // namespace

/// Bounds never above the makespan, and as large as they should be; sums of lanes to the last bit.
class AnalyzeBounds : public QObject
{
    Q_OBJECT

private slots:
    void ofOneForwardOneBackward()
    {
        const Timeline timeline = timelineOf(generated("1f1b:ranks=4,microbatches=8"), {});
        std::string text;
        for (const Bound& bound : lowerBounds(timeline, {}))
            text += fmt::format("{} {:g}: {}\n", bound.id, bound.value, bound.text);
        QCOMPARE(text,
                 "ideal 24: all compute, shared evenly by the 4 ranks\n"
                 "busiest-rank 24: the compute of rank 0, the busiest\n"
                 "longest-chain 12: microbatch 0 by itself: the longest way through its stages, with its "
                 "transfers\n"
                 "rank-with-ends 33: rank 3: the earliest way into it (3), its compute (24), the shortest "
                 "way out (6)\n");
    }

    void transfersAndTheirLinks()
    {
        CostModel costs;
        costs.transfer.latency = 1;
        costs.transfer.links.push_back({1, 2, 10.0, std::nullopt, std::nullopt});
        const Timeline timeline = timelineOf(generated("1f1b:ranks=4,microbatches=4"), costs);
        // 12 of compute, five links of 1 and one of 10.
        QCOMPARE(valuesOf(lowerBounds(timeline, costs))["longest-chain"], 27.0);
        // F to the last rank 3 + 12, its compute, B's back 6 + 3.
        QCOMPARE(valuesOf(lowerBounds(timeline, costs))["rank-with-ends"], 36.0);
    }

    void blocksTakeTheirOwnTime()
    {
        CostModel costs;
        costs.overlap.fallback = OverlapRule::Fallback::Max;
        const Timeline timeline =
            timelineOf(std::make_shared<const Schedule>(parse("0F0 (0F1;0B0)OVERLAP_F_B 0B1")), costs);
        const auto values = valuesOf(lowerBounds(timeline, costs));
        QCOMPARE(timeline.makespan, 5.0);
        QCOMPARE(values.at("busiest-rank"), 5.0);
        // Of microbatch 1 the block's 2 and its B's 2; of 0 its F's 1 and the block's 2.
        QCOMPARE(values.at("longest-chain"), 4.0);
    }

    void sparseOrdersHaveNoChains()
    {
        const Timeline timeline =
            timelineOf(std::make_shared<const Schedule>(parse("0F0 0F4000000 0F4000000000")), {});
        const auto values = valuesOf(lowerBounds(timeline, {}));
        QCOMPARE(values.size(), std::size_t{2});
        QCOMPARE(values.at("ideal"), 3.0);
    }

    void neverAboveTheMakespan()
    {
        Dice dice(4);
        int compared = 0;
        std::map<std::string, int> tight;
        for (const auto& [request, schedule] : everySchedule())
            for (const char* pass : {"", "", "torch", "send-recv"})
                for (const TimingProfile profile :
                     {TimingProfile::Strict, TimingProfile::PpScheduleVisualization,
                      TimingProfile::PpScheduleVisualizationSync}) {
                    SchedulePtr order = schedule;
                    if (*pass != '\0') {
                        Result<Schedule> lowered = applyPass(pass, *schedule);
                        if (!lowered)
                            continue;
                        order = std::make_shared<const Schedule>(std::move(*lowered));
                    }
                    CostModel costs = drawnCosts(dice, order->stageCount, order->rankCount());
                    costs.profile = profile;
                    const auto timeline = simulate(order, costs);
                    // Blocking messages may wait for each other.
                    if (!timeline)
                        continue;
                    const std::vector<Bound> bounds = lowerBounds(*timeline, costs);
                    QCOMPARE(bounds.size(), std::size_t{4});
                    for (const Bound& bound : bounds) {
                        QVERIFY2(bound.value <= timeline->makespan,
                                 fmt::format("{} {} {}: {} is {}, the makespan {}", request, pass,
                                             profileName(profile), bound.id, bound.value, timeline->makespan)
                                     .c_str());
                        QVERIFY(bound.value > 0);
                        tight[bound.id] += bound.value > 0.95 * timeline->makespan ? 1 : 0;
                    }
                    QVERIFY(bounds[1].value >= bounds[0].value * (1 - 1e-12));
                    QVERIFY(bounds[3].value >= bounds[1].value * (1 - 1e-12));
                    ++compared;
                }
        for (const auto& [id, count] : tight)
            qInfo("%s within 5 %% of the makespan: %d of %d", id.c_str(), count, compared);
        QVERIFY(compared > 400);
        QVERIFY(tight["rank-with-ends"] > 20);
    }

    void laneSumsAreThoseOfTheGaps()
    {
        Dice dice(5);
        int compared = 0;
        for (const auto& [request, schedule] : everySchedule()) {
            const CostModel costs = drawnCosts(dice, schedule->stageCount, schedule->rankCount());
            const auto timeline = simulate(schedule, costs);
            if (!timeline)
                continue;
            const Metrics metrics = measure(*timeline, costs);
            for (std::uint32_t r = 0; r < schedule->rankCount(); ++r) {
                const ComputeLane lane = computeLane(schedule->rows[r], timeline->lanes[r]);
                Time idle = 0;
                std::array<Time, 3> phases{};
                forEachGap(lane, timeline->makespan, [&](const LaneGap& gap) {
                    idle += gap.length();
                    phases[static_cast<std::size_t>(lane.phaseAt(gap.start))] += gap.length();
                });
                const RankMetrics& rank = metrics.perRank[r];
                QVERIFY2(rank.idle == idle, request.c_str());
                QVERIFY2(rank.idleWarmup == phases[0], request.c_str());
                QVERIFY2(rank.idleSteady == phases[1], request.c_str());
                QVERIFY2(rank.idleCooldown == phases[2], request.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 200);
    }
};

BUBBLESCOPE_TEST(AnalyzeBounds)
#include "analyze_bounds.moc"
