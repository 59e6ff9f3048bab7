// SPDX-License-Identifier: Apache-2.0
#include "core/search/peak_memory.h"

#include "core/time/memory_curves.h"

#include <algorithm>

namespace bubblescope::search {

MemorySum::MemorySum(const CostModel& costs, std::uint32_t stageCount)
    : m_changes(stageCount)
    , m_always(stageCount)
    , m_hasGradient(stageCount, 0)
    , m_costs(costs)
    , m_lengths(costs.microbatches)
{
    for (std::uint32_t s = 0; s < stageCount; ++s) {
        const StageId stage{s};
        const double size = costs.activation.at(stage);
        const double kept = costs.activationKeptUntilWeight.at(stage);
        m_changes[s] = {size, -size * (1 - kept), -size * kept, costs.gradients.at(stage)};
        m_always[s] = costs.parameters.at(stage) + costs.optimizer.at(stage);
        m_countsGradients = m_countsGradients || m_changes[s].gradient != 0;
    }
}

void MemorySum::begin(RankId rank, std::span<const StageId> stages)
{
    ++m_visit;
    m_held = 0;
    m_fixed = m_costs.besideStages(rank);
    for (const StageId stage : stages)
        m_fixed += m_always[stage.value];
    m_peak = m_fixed;
}

void MemorySum::add(ActionKind kind, StageId stage, MicrobatchId microbatch)
{
    const Change& change = m_changes[stage.value];
    const bool makesGradient = kind == ActionKind::BackwardWeight || kind == ActionKind::Backward;
    if (m_countsGradients && makesGradient && m_hasGradient[stage.value] != m_visit) {
        m_hasGradient[stage.value] = m_visit;
        m_fixed += change.gradient;
        // It is there from the action's start, when what that frees is, too.
        m_peak = std::max(m_peak, m_fixed + m_held);
    }
    const double length = m_lengths.sizeOf(microbatch);
    switch (kind) {
    case ActionKind::Forward:
        m_held += change.forward * length;
        break;
    case ActionKind::BackwardInput:
        m_held += change.input * length;
        break;
    case ActionKind::BackwardWeight:
        m_held += change.weight * length;
        break;
    case ActionKind::Backward:
        m_held -= change.forward * length;
        break;
    default:
        return;
    }
    m_peak = std::max(m_peak, m_fixed + m_held);
}

double heldBack(const CostModel& costs, std::uint32_t rank)
{
    return costs.memoryLimit ? costs.memoryLimit->shortOf(RankId{rank}) : 0;
}

namespace {

/// It gives activations back for a while, so its peaks hang on times.
bool returnsActivations(const Schedule& schedule)
{
    return std::any_of(schedule.rows.begin(), schedule.rows.end(), [](const Row& row) {
        return std::any_of(row.begin(), row.end(),
                           [](const Action& action) { return isBeyondTorch(action.kind()); });
    });
}

} // namespace

PeakMemory peaksOf(const Timeline& timeline, const CostModel& costs)
{
    if (!returnsActivations(*timeline.schedule))
        return peaksOf(*timeline.schedule, costs);
    const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
    PeakMemory peak;
    for (std::uint32_t r = 0; r < curves->rankCount(); ++r) {
        const double level = curves->peak(RankId{r}).level;
        peak.highest = std::max(peak.highest, level);
        peak.againstLimit = std::max(peak.againstLimit, level + heldBack(costs, r));
    }
    return peak;
}

PeakMemory peaksOf(const Schedule& schedule, const CostModel& costs)
{
    MemorySum sum(costs, schedule.stageCount);
    std::vector<std::uint32_t> seen(schedule.stageCount, 0);
    PeakMemory peak;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        std::vector<StageId> stages;
        for (const Action& action : schedule.rows[r])
            if (isCompute(action.kind()) && seen[action.stage().value] != r + 1) {
                seen[action.stage().value] = r + 1;
                stages.push_back(action.stage());
            }
        sum.begin(RankId{r}, stages);
        for (const Action& action : schedule.rows[r])
            if (isCompute(action.kind()))
                sum.add(action.kind(), action.stage(), action.microbatch());
        peak.highest = std::max(peak.highest, sum.peak());
        peak.againstLimit = std::max(peak.againstLimit, sum.peak() + heldBack(costs, r));
    }
    return peak;
}

double peakMemory(const Schedule& schedule, const CostModel& costs)
{
    return peaksOf(schedule, costs).highest;
}

} // namespace bubblescope::search
