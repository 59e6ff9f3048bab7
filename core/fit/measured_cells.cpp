// SPDX-License-Identifier: Apache-2.0
#include "core/fit/measured_cells.h"

#include <algorithm>

namespace bubblescope::fit {

RankCells::RankCells(const MeasuredRank& rank)
{
    for (const MeasuredAction& measured : rank.actions) {
        if (!isCompute(measured.action.kind()))
            continue;
        if (measured.action.startsCell() || m_actions.empty())
            m_begins.push_back(m_actions.size());
        m_actions.push_back(&measured);
    }
}

std::span<const MeasuredAction* const> RankCells::at(std::size_t cell) const
{
    const std::size_t end = cell + 1 < m_begins.size() ? m_begins[cell + 1] : m_actions.size();
    return std::span(m_actions).subspan(m_begins[cell], end - m_begins[cell]);
}

Time RankCells::endOf(std::size_t cell) const
{
    Time end = at(cell).front()->end;
    for (const MeasuredAction* part : at(cell))
        end = std::max(end, part->end);
    return end;
}

std::vector<RankCells> cellsOf(const MeasuredRun& run)
{
    std::vector<RankCells> ranks;
    ranks.reserve(run.ranks.size());
    for (const MeasuredRank& rank : run.ranks)
        ranks.emplace_back(rank);
    return ranks;
}

MakerTable::MakerTable(const std::vector<RankCells>& ranks)
{
    for (std::size_t r = 0; r < ranks.size(); ++r)
        for (const MeasuredAction* measured : ranks[r].actions())
            m_made.emplace(keyOf(measured->action.id()), Made{r, measured});
}

const Made* MakerTable::producerOf(const ActionId& action, std::size_t rank) const
{
    for (const ActionId& input : inputsOf(action))
        if (const auto found = m_made.find(keyOf(input)); found != m_made.end())
            return found->second.rank != rank ? &found->second : nullptr;
    return nullptr;
}

std::vector<ActionId> inputsOf(const ActionId& action)
{
    const std::uint32_t stage = action.stage.value;
    if (isForward(action.kind) && stage > 0)
        return {{StageId{stage - 1}, ActionKind::Forward, action.microbatch}};
    if (isInputGradient(action.kind))
        return {{StageId{stage + 1}, ActionKind::BackwardInput, action.microbatch},
                {StageId{stage + 1}, ActionKind::Backward, action.microbatch}};
    return {};
}

} // namespace bubblescope::fit
