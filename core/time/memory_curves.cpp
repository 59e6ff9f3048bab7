// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_curves.h"

namespace bubblescope {

MemoryCurvesPtr MemoryCurves::build(const Timeline& timeline, const CostModel& costs)
{
    auto curves = std::make_shared<MemoryCurves>();
    curves->m_ranks.resize(timeline.lanes.size());
    for (Lane& lane : curves->m_ranks)
        lane.steps.push_back({0, 0});
    curves->m_limit = costs.memoryLimit;
    return curves;
}

std::span<const MemoryStep> MemoryCurves::steps(RankId rank) const
{
    return m_ranks[rank.value].steps;
}

double MemoryCurves::levelAt(RankId, Time) const
{
    return 0;
}

double MemoryCurves::highest(RankId, Time, Time) const
{
    return 0;
}

double MemoryCurves::lowest(RankId, Time, Time) const
{
    return 0;
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
    return std::nullopt;
}

} // namespace bubblescope
