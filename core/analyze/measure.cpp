// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

struct Span
{
    Time start = 0;
    Time end = 0;
};

/// A rank's compute cells in order, and the two moments that split its time into phases.
struct Lane
{
    std::vector<Span> cells;
    Time warmUpEnd = 0;     ///< start of the first B or I; without one, the end of the last F
    Time coolDownBegin = 0; ///< end of the last F, never before warmUpEnd
};

Lane laneOf(const Row& row, const LaneTimes& times)
{
    Lane lane;
    lane.cells.reserve(row.size());
    Time lastForward = 0;
    Time firstBackward = std::numeric_limits<Time>::infinity();
    bool inCell = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isCompute(row[i].kind())) {
            inCell = false;
            continue;
        }
        if (inCell && !row[i].startsCell()) {
            lane.cells.back().start = std::min(lane.cells.back().start, times.start[i]);
            lane.cells.back().end = std::max(lane.cells.back().end, times.end[i]);
        } else {
            lane.cells.push_back({times.start[i], times.end[i]});
        }
        inCell = true;
        if (isForward(row[i].kind()))
            lastForward = std::max(lastForward, times.end[i]);
        else if (isInputGradient(row[i].kind()))
            firstBackward = std::min(firstBackward, times.start[i]);
    }
    lane.warmUpEnd = firstBackward < std::numeric_limits<Time>::infinity() ? firstBackward : lastForward;
    lane.coolDownBegin = std::max(lastForward, lane.warmUpEnd);
    return lane;
}

Time busyOf(const std::vector<Span>& cells)
{
    Time busy = 0;
    for (const Span& cell : cells)
        busy += cell.end - cell.start;
    return busy;
}

/// Time in [begin, end) that no cell covers. Summed gap by gap, so that a lane without gaps gives exactly 0.
Time idleBetween(const std::vector<Span>& cells, Time begin, Time end)
{
    Time idle = 0;
    Time covered = begin;
    for (const Span& cell : cells) {
        idle += std::max(0.0, std::min(cell.start, end) - covered);
        covered = std::max(covered, cell.end);
    }
    return idle + std::max(0.0, end - covered);
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
    const Lane lane = laneOf(row, times);
    rank.busy = busyOf(lane.cells);
    rank.idleWarmup = idleBetween(lane.cells, 0, lane.warmUpEnd);
    rank.idleSteady = idleBetween(lane.cells, lane.warmUpEnd, lane.coolDownBegin);
    rank.idleCooldown = idleBetween(lane.cells, lane.coolDownBegin, makespan);
    rank.idle = rank.idleWarmup + rank.idleSteady + rank.idleCooldown;
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
