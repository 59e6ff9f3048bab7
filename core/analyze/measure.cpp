// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/lane_gaps.h"
#include "core/analyze/metrics.h"
#include "core/time/composed_costs.h"
#include "core/time/duration_table.h"
#include "core/time/recomputed.h"
#include "core/time/reload_room.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// What O gives back is free for what begins when it has ended.
class StoredActivations
{
public:
    void add(Time end, double share) { m_stored.emplace_back(end, share); }
    /// What has been given back until then.
    double takeUntil(Time time)
    {
        double sum = 0;
        for (; m_next < m_stored.size() && m_stored[m_next].first <= time; ++m_next)
            sum += m_stored[m_next].second;
        return sum;
    }

private:
    std::vector<std::pair<Time, double>> m_stored; ///< by rising end: they use one stream
    std::size_t m_next = 0;
};

/// The largest prefix sum of activations, each stage's counted as 1. L holds memory from the action on during
/// which it begins.
double peakOf(const Row& row, const LaneTimes& times, const ActivationShares& shares)
{
    double held = 0;
    double peak = 0;
    StoredActivations stored;
    ReloadRoom room(row, times);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ActionKind kind = row[i].kind();
        if (!isCompute(kind) && !isCopy(kind))
            continue;
        if (kind == ActionKind::Offload) {
            stored.add(times.end[i], shares.of(row[i]));
            continue;
        }
        held += stored.takeUntil(room.from(i));
        held += shares.of(row[i]);
        peak = std::max(peak, held);
    }
    return peak;
}

/// Dispatches and combines follow each other on one stream, and cells that compute on another: two walks.
void measureExchanges(const Row& row, const LaneTimes& times, RankMetrics& rank)
{
    std::size_t cell = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isExchange(row[i].kind()))
            continue;
        const Time length = times.end[i] - times.start[i];
        Time hidden = 0;
        for (; cell < row.size() && (!isCompute(row[cell].kind()) || times.end[cell] <= times.start[i]);)
            ++cell;
        for (std::size_t k = cell; k < row.size() && hidden < length; ++k) {
            if (!isCompute(row[k].kind()) || !row[k].startsCell())
                continue;
            if (times.start[k] >= times.end[i])
                break;
            hidden += std::min(times.end[k], times.end[i]) - std::max(times.start[k], times.start[i]);
        }
        rank.exchange += length;
        rank.exchangeExposed += std::max(0.0, length - hidden);
    }
}

RankMetrics measureRank(const Timeline& timeline, std::size_t r, const ActivationShares& shares)
{
    const Row& row = timeline.schedule->rows[r];
    const LaneSums sums = laneSums(row, timeline.lanes[r], timeline.makespan, timeline.phasesOf(r));
    RankMetrics rank;
    rank.busy = sums.busy;
    rank.idle = sums.idle;
    rank.idleWarmup = sums.idleWarmup;
    rank.idleSteady = sums.idleSteady;
    rank.idleCooldown = sums.idleCooldown;
    rank.rankSpan = sums.span;
    rank.peakActivations = peakOf(row, timeline.lanes[r], shares);
    measureExchanges(row, timeline.lanes[r], rank);
    rank.head = sums.head;
    rank.tail = sums.tail;
    return rank;
}

/// What an F and a full B of each stage take of every microbatch.
double timeOfForwardsAndBackwards(const Schedule& schedule, const CostModel& costs)
{
    if (costs.microbatches.areAlike()) {
        double perMicrobatch = 0;
        for (std::uint32_t s = 0; s < schedule.stageCount; ++s)
            perMicrobatch += costs.durationOf(ActionKind::Forward, StageId{s}) +
                             costs.durationOf(ActionKind::Backward, StageId{s});
        return perMicrobatch * schedule.microbatchCount;
    }
    const DurationTable times(costs, schedule.stageCount);
    double sum = 0;
    for (std::uint32_t m = 0; m < schedule.microbatchCount; ++m)
        for (std::uint32_t s = 0; s < schedule.stageCount; ++s)
            for (const ActionKind kind : {ActionKind::Forward, ActionKind::Backward})
                sum += times.of(Action{StageId{s}, kind, MicrobatchId{m}, CellRole::Single});
    return sum;
}

/// What the order's parts of blocks compute beyond what the wholes take: less, as exchanges run beside it.
double timeOfPartsBeyondWholes(const Schedule& schedule, const CostModel& costs)
{
    std::optional<DurationTable> times;
    double sum = 0;
    for (const Row& row : schedule.rows)
        for (const Action& action : row) {
            if (!isPart(action.kind()))
                continue;
            if (!times)
                times.emplace(costs, schedule.stageCount);
            const ActionKind whole = wholeOf(action.kind());
            sum += isExchange(action.kind()) ? 0 : times->of(action);
            if (action.kind() == partAtBegin(whole, "@attention"))
                sum -= times->of(Action{action.stage(), whole, action.microbatch(), CellRole::Single});
        }
    return sum;
}

/// PP-Schedule-Visualization's rate: as if every microbatch were one F and one full B of each stage.
double rateOfForwardAndBackward(const Timeline& timeline, Time actions, const CostModel& costs)
{
    const Schedule& schedule = *timeline.schedule;
    const double computed =
        timeOfForwardsAndBackwards(schedule, costs) + timeOfPartsBeyondWholes(schedule, costs);
    const double ideal = computed / std::max(1U, schedule.rankCount());
    // Times that the order does not use may be of any size.
    if (!std::isfinite(ideal))
        return -1;
    constexpr double kNoise = 1e-12;
    const double rate = ideal > 0 ? (actions - ideal) / ideal : 0;
    return std::abs(rate) < kNoise ? 0 : rate;
}

/// A slow rank is slow on its host, too; a block has the host's part once.
std::optional<double> rateWithHostIdle(const Timeline& timeline, const CostModel& costs, Time busy, Time idle)
{
    if (costs.hostOverhead <= 0)
        return std::nullopt;
    Time host = 0;
    for (std::uint32_t r = 0; r < timeline.schedule->rankCount(); ++r) {
        const auto factor = costs.rankFactor.find(r);
        std::size_t cells = 0;
        for (const Action& action : timeline.schedule->rows[r])
            cells += isCompute(action.kind()) && action.startsCell() ? 1 : 0;
        host += static_cast<double>(cells) * costs.hostOverhead *
                (factor == costs.rankFactor.end() ? 1 : factor->second);
    }
    return host < busy ? std::optional((idle + host) / (busy - host)) : std::nullopt;
}

} // namespace

Metrics measure(const Timeline& timeline, const CostModel& given)
{
    const Schedule& schedule = *timeline.schedule;
    const CostModel costs = composedFor(schedule, given);
    Metrics metrics;
    metrics.makespan = timeline.makespan;
    const ActivationShares shares(schedule, costs);
    Time busy = 0;
    Time idle = 0;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const RankMetrics rank = measureRank(timeline, r, shares);
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
    metrics.bubbleRateHostIdle = rateWithHostIdle(timeline, costs, busy, idle);
    if (!timeline.phases.empty()) {
        const ActionExtent extent = actionExtent(timeline);
        metrics.step = {extent.begin, extent.length(), timeline.makespan - extent.end};
    }
    metrics.bubbleRateFb =
        rateOfForwardAndBackward(timeline, metrics.step ? metrics.step->actions : timeline.makespan, costs);
    metrics.peakActivationsPerRank = metrics.peakActivations / schedule.stagesPerRank();
    return metrics;
}

} // namespace bubblescope
