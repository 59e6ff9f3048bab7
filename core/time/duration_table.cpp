// SPDX-License-Identifier: Apache-2.0
#include "core/time/duration_table.h"

#include "core/time/host_part.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool varies(const std::optional<StageValues>& values)
{
    return values && !values->isUniform();
}

bool varies(const CostModel& costs, ActionKind kind)
{
    if (isPart(kind))
        return costs.parts.of(kind) ? varies(costs.parts.of(kind)) : varies(costs, wholeOf(kind));
    switch (kind) {
    case ActionKind::Forward:
        return varies(costs.forward);
    case ActionKind::BackwardInput:
    case ActionKind::BackwardWeight:
    case ActionKind::Backward:
        return varies(costs.backward) || varies(costs.backwardInput) || varies(costs.backwardWeight);
    case ActionKind::Recompute:
        return varies(costs.recompute) || (!costs.recompute && varies(costs.forward));
    case ActionKind::Offload:
    case ActionKind::Reload:
        return !costs.offload.isUniform();
    case ActionKind::VocabularyForward:
        return !costs.vocabularyForward.isUniform();
    case ActionKind::VocabularyBackward:
        return !costs.vocabularyBackward.isUniform();
    case ActionKind::Unshard:
        return !costs.unshard.isUniform();
    case ActionKind::Reshard:
        return !costs.reshard.isUniform();
    case ActionKind::ReduceGrad:
        return !costs.reduceGrad.isUniform();
    default:
        return false;
    }
}

} // namespace

DurationTable::DurationTable(const CostModel& costs, std::uint32_t stageCount)
    : m_costs(costs)
    , m_microbatches(costs.microbatches)
{
    for (std::size_t k = 0; k < kActionKindCount; ++k) {
        const auto kind = static_cast<ActionKind>(k);
        const std::uint32_t entries = varies(costs, kind) ? stageCount : 1;
        std::vector<double> values(std::max(entries, 1U));
        for (std::uint32_t s = 0; s < entries; ++s)
            values[s] = costs.durationOf(kind, StageId{s});
        m_values[k].values = std::move(values);
    }
}

const OverlapTime* DurationTable::ruleOf(std::span<const Action> cell) const
{
    if (cell.size() != 2 || m_costs.overlap.times.empty())
        return nullptr;
    const auto found = m_costs.overlap.times.find({cell[0].kind(), cell[1].kind()});
    return found == m_costs.overlap.times.end() ? nullptr : &found->second;
}

/// A block's own time grows as what its parts take one after the other.
double DurationTable::grownBlock(double time, std::span<const Action> cell) const
{
    double before = 0;
    double after = 0;
    for (const Action& part : cell) {
        before += of(part.kind(), part.stage());
        after += of(part);
    }
    return before > 0 ? grown(time, after / before, m_costs.hostOverhead) : time;
}

double DurationTable::ofBlock(std::span<const Action> cell) const
{
    const OverlapTime* rule = ruleOf(cell);
    if (rule != nullptr && !rule->isShareOfSum)
        return m_microbatches.areOne() ? rule->time.at(cell[0].stage())
                                       : grownBlock(rule->time.at(cell[0].stage()), cell);
    const bool atFirstStage = m_costs.profile != TimingProfile::Strict;
    double sum = 0;
    double longest = 0;
    for (const Action& part : cell) {
        const double time = scaled(of(part.kind(), atFirstStage ? cell[0].stage() : part.stage()), part);
        sum += time;
        longest = std::max(longest, time);
    }
    if (rule != nullptr)
        return rule->time.at(cell[0].stage()) * sum;
    return m_costs.overlap.fallback == OverlapRule::Fallback::Max ? longest : sum;
}

} // namespace bubblescope
