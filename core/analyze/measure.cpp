// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/lane_gaps.h"
#include "core/analyze/metrics.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

Time busyOf(const ComputeLane& lane)
{
    Time busy = 0;
    for (const LaneCell& cell : lane.cells)
        busy += cell.end - cell.start;
    return busy;
}

/// Summed gap by gap, so that a lane without gaps gives exactly 0.
void addIdle(const ComputeLane& lane, Time makespan, RankMetrics& rank)
{
    forEachGap(lane, makespan, [&](const LaneGap& gap) {
        rank.idle += gap.length();
        const RankPhase phase = lane.phaseAt(gap.start);
        (phase == RankPhase::WarmUp   ? rank.idleWarmup
         : phase == RankPhase::Steady ? rank.idleSteady
                                      : rank.idleCooldown) += gap.length();
    });
}

double peakOf(const Row& row, const CostModel& costs)
{
    const double kept = costs.activationKeptUntilWeight;
    double held = 0;
    double peak = 0;
    for (const Action& action : row) {
        switch (action.kind()) {
        case ActionKind::Forward:
            held += costs.activation.at(action.stage());
            break;
        case ActionKind::BackwardInput:
            held -= costs.activation.at(action.stage()) * (1 - kept);
            break;
        case ActionKind::BackwardWeight:
            held -= costs.activation.at(action.stage()) * kept;
            break;
        case ActionKind::Backward:
            held -= costs.activation.at(action.stage());
            break;
        default:
            break;
        }
        peak = std::max(peak, held);
    }
    return peak;
}

RankMetrics measureRank(const Row& row, const LaneTimes& times, Time makespan, const CostModel& costs)
{
    RankMetrics rank;
    const ComputeLane lane = computeLane(row, times);
    rank.busy = busyOf(lane);
    addIdle(lane, makespan, rank);
    if (!lane.cells.empty())
        rank.rankSpan = lane.cells.back().end - lane.cells.front().start;
    rank.peakActivations = peakOf(row, costs);
    return rank;
}

/// PP-Schedule-Visualization's rate: as if every microbatch were one F and one full B of each stage.
double rateOfForwardAndBackward(const Timeline& timeline, const CostModel& costs)
{
    const Schedule& schedule = *timeline.schedule;
    double perMicrobatch = 0;
    for (std::uint32_t s = 0; s < schedule.stageCount; ++s)
        perMicrobatch += costs.durationOf(ActionKind::Forward, StageId{s}) +
                         costs.durationOf(ActionKind::Backward, StageId{s});
    const double ideal = perMicrobatch * schedule.microbatchCount / std::max(1U, schedule.rankCount());
    // Times that the order does not use may be of any size.
    if (!std::isfinite(ideal))
        return -1;
    constexpr double kNoise = 1e-12;
    const double rate = ideal > 0 ? (timeline.makespan - ideal) / ideal : 0;
    return std::abs(rate) < kNoise ? 0 : rate;
}

} // namespace

Metrics measure(const Timeline& timeline, const CostModel& costs)
{
    const Schedule& schedule = *timeline.schedule;
    Metrics metrics;
    metrics.makespan = timeline.makespan;
    Time busy = 0;
    Time idle = 0;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const RankMetrics rank = measureRank(schedule.rows[r], timeline.lanes[r], timeline.makespan, costs);
        busy += rank.busy;
        idle += rank.idle;
        metrics.longestRankSpan = std::max(metrics.longestRankSpan, rank.rankSpan);
        if (r == 0 || rank.peakActivations > metrics.peakActivations) {
            metrics.peakActivations = rank.peakActivations;
            metrics.peakRank = r;
        }
        metrics.perRank.push_back(rank);
    }
    const double ranks = std::max(1U, schedule.rankCount());
    metrics.idealTime = busy / ranks;
    // Idle time is what the makespan has beyond the ideal, without the noise of subtracting the two.
    if (busy > 0)
        metrics.bubbleRate = idle / busy;
    if (metrics.makespan > 0)
        metrics.idleFraction = idle / (ranks * metrics.makespan);
    metrics.bubbleRateFb = rateOfForwardAndBackward(timeline, costs);
    metrics.peakActivationsPerRank = metrics.peakActivations / schedule.stagesPerRank();
    return metrics;
}

} // namespace bubblescope
