// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_static.h"

#include "core/time/reload_room.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool isKnown(const StageValues& sizes)
{
    return std::any_of(sizes.values.begin(), sizes.values.end(), [](double size) { return size != 0; });
}

bool makesGradient(ActionKind kind)
{
    return kind == ActionKind::BackwardWeight || kind == ActionKind::Backward;
}

} // namespace

StaticMemory::StaticMemory(const Timeline& timeline, const CostModel& costs)
    : m_timeline(timeline)
    , m_costs(costs)
    , m_lengths(costs.microbatches)
    , m_isAlwaysThere(isKnown(costs.parameters) || isKnown(costs.optimizer))
    , m_hasGradients(isKnown(costs.gradients))
{
    for (const Row& row : timeline.schedule->rows)
        m_hasCopies = m_hasCopies || std::any_of(row.begin(), row.end(),
                                                 [](const Action& action) { return isCopy(action.kind()); });
    if (!isThere())
        return;
    std::uint32_t stages = timeline.schedule->stageCount;
    for (const Row& row : timeline.schedule->rows)
        for (const Action& action : row)
            stages = std::max(stages, action.stage().value + 1);
    m_stages.resize(stages);
}

void StaticMemory::visit(std::uint32_t rank)
{
    m_always = 0;
    m_alwaysByPart = {};
    m_changes.clear();
    if (m_costs.communicatorBuffers)
        hold(MemoryPart::CommunicatorBuffers, m_costs.communicatorBuffers->at(RankId{rank}));
    if (m_costs.workspace)
        hold(MemoryPart::Workspace, m_costs.workspace->at(RankId{rank}));
    if (!isThere())
        return;
    const Row& row = m_timeline.schedule->rows[rank];
    if (m_isAlwaysThere)
        addAlways(row, rank + 1);
    addChanges(row, m_timeline.lanes[rank], rank + 1);
}

void StaticMemory::addAlways(const Row& row, std::uint32_t mark)
{
    for (const Action& action : row)
        if (action.kind() == ActionKind::Unshard)
            m_stages[action.stage().value].gathers = mark;
    for (const Action& action : row) {
        StageState& stage = m_stages[action.stage().value];
        if (!isCompute(action.kind()) || stage.counted == mark)
            continue;
        stage.counted = mark;
        // What is gathered comes and goes; the optimizer's states stay where they are.
        hold(MemoryPart::Optimizer, m_costs.optimizer.at(action.stage()));
        if (stage.gathers != mark)
            hold(MemoryPart::Parameters, m_costs.parameters.at(action.stage()));
    }
}

void StaticMemory::hold(MemoryPart part, double size)
{
    m_always += size;
    m_alwaysByPart[static_cast<std::size_t>(part)] += size;
}

void StaticMemory::toggle(std::uint32_t& state, std::uint32_t to, const StaticChange& change)
{
    if (state == to)
        return;
    state = to;
    if (change.delta != 0)
        m_changes.push_back(change);
}

void StaticMemory::addChanges(const Row& row, const LaneTimes& times, std::uint32_t mark)
{
    constexpr std::uint32_t kNone = 0;
    ReloadRoom room(row, times);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Action& action = row[i];
        StageState& stage = m_stages[action.stage().value];
        const auto index = static_cast<std::uint32_t>(i);
        const auto comes = [&](const StageValues& sizes, MemoryPart part) {
            return StaticChange{times.start[i], sizes.at(action.stage()), index, part};
        };
        const auto goes = [&](const StageValues& sizes, MemoryPart part) {
            return StaticChange{times.end[i], -sizes.at(action.stage()), index, part};
        };
        const auto copied = [&](StaticChange change) {
            change.delta *= m_lengths.sizeOf(action.microbatch());
            return change;
        };
        if (action.kind() == ActionKind::Unshard)
            toggle(stage.unsharded, mark, comes(m_costs.parameters, MemoryPart::Parameters));
        else if (action.kind() == ActionKind::Reshard && stage.unsharded == mark)
            toggle(stage.unsharded, kNone, goes(m_costs.parameters, MemoryPart::Parameters));
        else if (makesGradient(action.kind()))
            toggle(stage.gradient, mark, comes(m_costs.gradients, MemoryPart::Gradients));
        else if (action.kind() == ActionKind::ReduceGrad && stage.gradient == mark)
            toggle(stage.gradient, kNone, goes(m_costs.gradients, MemoryPart::Gradients));
        else if (action.kind() == ActionKind::Offload)
            m_changes.push_back(copied(goes(m_costs.activation, MemoryPart::Forward)));
        else if (action.kind() == ActionKind::Reload)
            m_changes.push_back(
                copied({room.from(i), m_costs.activation.at(action.stage()), index, MemoryPart::Forward}));
    }
    if (!m_costs.overlapsFsdp && !m_hasCopies)
        return;
    // Beside compute they do not come in the order of the row; of one moment, what is freed goes first.
    std::stable_sort(m_changes.begin(), m_changes.end(), [](const StaticChange& a, const StaticChange& b) {
        return a.time < b.time || (a.time == b.time && a.delta < 0 && b.delta > 0);
    });
}

} // namespace bubblescope
