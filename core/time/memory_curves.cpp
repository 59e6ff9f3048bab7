// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_curves.h"

#include "core/time/composed_costs.h"
#include "core/time/memory_lane.h"
#include "core/time/memory_static.h"
#include "core/time/memory_walk.h"
#include "core/time/recomputed.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Levels alone, as sums of sizes.
class LevelChanges
{
public:
    using Level = double;

    LevelChanges(const Schedule& schedule, const CostModel& costs, const StaticMemory& fixed)
        : m_activation(costs.activation)
        , m_shares(schedule, costs)
        , m_static(fixed)
    {}
    [[nodiscard]] double of(const Action& action) const
    {
        return m_activation.at(action.stage()) * m_shares.of(action);
    }
    [[nodiscard]] static double of(const StaticChange& change) { return change.delta; }
    [[nodiscard]] double always() const { return m_static.always(); }

private:
    const StageValues& m_activation;
    ActivationShares m_shares;
    const StaticMemory& m_static;
};

} // namespace

MemoryCurvesPtr MemoryCurves::build(const Timeline& timeline, const CostModel& costs)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    auto curves = std::make_shared<MemoryCurves>();
    curves->m_limits = composed.limitOfRanks();
    curves->m_countsActivations =
        composed.activation == StageValues{1.0} && composed.parameters == StageValues{0.0} &&
        composed.gradients == StageValues{0.0} && composed.optimizer == StageValues{0.0} &&
        !composed.communicatorBuffers && !composed.workspace;
    curves->m_perShare = curves->m_countsActivations ? timeline.schedule->stagesPerRank() : 1;
    curves->m_unit = curves->m_countsActivations ? MemoryUnit::Own : composed.memoryUnit;
    curves->m_ranks.resize(timeline.lanes.size());
    StaticMemory fixed(timeline, composed);
    const LevelChanges changes(*timeline.schedule, composed, fixed);
    MemoryLane scratch;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        fixed.visit(r);
        scratch.begin(RankId{r}, fixed.always(), curves->limit(RankId{r}));
        MemoryWalk(timeline.schedule->rows[r], timeline.lanes[r], changes, fixed.changes(),
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
