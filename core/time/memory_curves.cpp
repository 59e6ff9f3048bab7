// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_curves.h"

#include "core/time/composed_costs.h"
#include "core/time/memory_lane.h"
#include "core/time/memory_static.h"
#include "core/time/recomputed.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What an action adds to a rank's activations.
class ActivationChanges
{
public:
    ActivationChanges(const Schedule& schedule, const CostModel& costs)
        : m_activation(costs.activation)
        , m_shares(schedule, costs)
    {}
    [[nodiscard]] double of(const Action& action) const
    {
        return m_activation.at(action.stage()) * m_shares.of(action);
    }

private:
    const StageValues& m_activation;
    ActivationShares m_shares;
};

/// Walks one rank's cells and, beside them, the parameters and gradients that come and go.
class LaneWalk
{
public:
    LaneWalk(const Row& row, const LaneTimes& times, const ActivationChanges& activations,
             const StaticMemory& fixed, bool isBeside, MemoryLane& lane)
        : m_row(row)
        , m_times(times)
        , m_activations(activations)
        , m_changes(fixed.changes())
        , m_fixed(fixed.always())
        , m_isBeside(isBeside)
        , m_lane(lane)
    {}

    void run()
    {
        const std::size_t size = m_row.size();
        for (std::size_t i = 0; i < size;) {
            if (!isCompute(m_row[i].kind())) {
                ++i;
                continue;
            }
            std::size_t end = i + 1;
            while (end < size && !m_row[end].startsCell())
                ++end;
            walkCell(i, end);
            i = end;
        }
        while (m_next < m_changes.size())
            change();
    }

private:
    void walkCell(std::size_t begin, std::size_t end)
    {
        const Time start = m_times.start[begin];
        Time finish = m_times.end[begin];
        double held = m_held;
        // Part by part, so that a peak and a crossing name the one that brought them about.
        for (std::size_t i = begin; i < end; ++i) {
            finish = std::max(finish, m_times.end[i]);
            if (!m_changes.empty())
                changeUntilStart(start, i + 1);
            held += m_activations.of(m_row[i]);
            m_held = std::max(m_held, held);
            m_lane.set(start, level(), i);
        }
        if (m_isBeside)
            changeUntilEnd(finish);
        m_held = held;
        m_lane.set(finish, level(), end - 1);
    }

    void changeUntilStart(Time start, std::size_t partEnd)
    {
        while (m_next < m_changes.size()) {
            const StaticChange& next = m_changes[m_next];
            const bool isDue = m_isBeside ? next.time < start || (next.time == start &&
                                                                  (next.delta < 0 || next.index < partEnd))
                                          : next.index < partEnd;
            if (!isDue)
                return;
            change();
        }
    }
    void changeUntilEnd(Time finish)
    {
        while (m_next < m_changes.size() &&
               (m_changes[m_next].time < finish ||
                (m_changes[m_next].time == finish && m_changes[m_next].delta < 0)))
            change();
    }
    void change()
    {
        const StaticChange& next = m_changes[m_next++];
        m_fixed += next.delta;
        m_lane.set(next.time, level(), next.index);
    }
    [[nodiscard]] double level() const { return m_fixed + m_held; }

    const Row& m_row;
    const LaneTimes& m_times;
    const ActivationChanges& m_activations;
    const std::vector<StaticChange>& m_changes;
    std::size_t m_next = 0;
    double m_fixed;
    double m_held = 0;
    bool m_isBeside;
    MemoryLane& m_lane;
};

} // namespace

MemoryCurvesPtr MemoryCurves::build(const Timeline& timeline, const CostModel& costs)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    auto curves = std::make_shared<MemoryCurves>();
    curves->m_limits = composed.memoryLimit;
    curves->m_countsActivations =
        composed.activation == StageValues{1.0} && composed.parameters == StageValues{0.0} &&
        composed.gradients == StageValues{0.0} && composed.optimizer == StageValues{0.0};
    curves->m_perShare = curves->m_countsActivations ? timeline.schedule->stagesPerRank() : 1;
    curves->m_unit = curves->m_countsActivations ? MemoryUnit::Own : composed.memoryUnit;
    curves->m_ranks.resize(timeline.lanes.size());
    const ActivationChanges activations(*timeline.schedule, composed);
    StaticMemory fixed(timeline, composed);
    MemoryLane scratch;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        fixed.visit(r);
        scratch.begin(RankId{r}, fixed.always(), curves->limit(RankId{r}));
        LaneWalk(timeline.schedule->rows[r], timeline.lanes[r], activations, fixed,
                 composed.overlapsFsdp || fixed.hasCopies(), scratch)
            .run();
        Lane& lane = curves->m_ranks[r];
        lane.steps = scratch.steps(); // a copy has no room to spare
        lane.pyramid = LevelPyramid(lane.steps);
        lane.peak = scratch.peak();
        lane.crossing = scratch.crossing();
        if (r == 0 || lane.peak.level > curves->m_highest) {
            curves->m_highest = lane.peak.level;
            curves->m_peakRank = RankId{r};
        }
    }
    return curves;
}

namespace {

/// The step that holds at `time`; the first for what is before it.
std::size_t stepAt(std::span<const MemoryStep> steps, Time time)
{
    const auto after =
        std::upper_bound(steps.begin(), steps.end(), time,
                         [](Time wanted, const MemoryStep& step) { return wanted < step.time; });
    return after == steps.begin() ? 0 : static_cast<std::size_t>(after - steps.begin()) - 1;
}

/// The last step that begins before `time`.
std::size_t stepBefore(std::span<const MemoryStep> steps, Time time)
{
    const auto first =
        std::lower_bound(steps.begin(), steps.end(), time,
                         [](const MemoryStep& step, Time wanted) { return step.time < wanted; });
    return first == steps.begin() ? 0 : static_cast<std::size_t>(first - steps.begin()) - 1;
}

} // namespace

std::span<const MemoryStep> MemoryCurves::steps(RankId rank) const
{
    return m_ranks[rank.value].steps;
}

double MemoryCurves::levelAt(RankId rank, Time t) const
{
    const std::span<const MemoryStep> all = steps(rank);
    return all[stepAt(all, t)].level;
}

double MemoryCurves::highest(RankId rank, Time t0, Time t1) const
{
    const std::span<const MemoryStep> all = steps(rank);
    return m_ranks[rank.value].pyramid.extentOf(all, stepAt(all, t0), stepBefore(all, t1)).highest;
}

double MemoryCurves::lowest(RankId rank, Time t0, Time t1) const
{
    const std::span<const MemoryStep> all = steps(rank);
    return m_ranks[rank.value].pyramid.extentOf(all, stepAt(all, t0), stepBefore(all, t1)).lowest;
}

const MemoryPeak& MemoryCurves::peak(RankId rank) const
{
    return m_ranks[rank.value].peak;
}

const std::optional<MemoryCrossing>& MemoryCurves::crossing(RankId rank) const
{
    return m_ranks[rank.value].crossing;
}

std::optional<MemoryCrossing> MemoryCurves::firstCrossing() const
{
    std::optional<MemoryCrossing> first;
    for (const Lane& lane : m_ranks)
        if (lane.crossing && (!first || lane.crossing->time < first->time))
            first = lane.crossing;
    return first;
}

} // namespace bubblescope
