// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/duration_table.h"
#include "core/time/jitter.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// How long the cells of an order take: their kinds' times at their stages, times what their microbatches,
/// the rank's factor and the draw of the jitter make of them. Keeps a reference to the costs, which must be
/// composed and have passed check().
class CellDurations
{
public:
    CellDurations(const CostModel& costs, std::uint32_t stageCount, std::size_t ranks)
        : m_table(costs, stageCount)
        , m_jitter(costs.jitter)
        , m_factor(ranks, 1)
    {
        for (const auto& [rank, factor] : costs.rankFactor)
            if (rank < m_factor.size())
                m_factor[rank] = factor;
    }

    /// To be asked once for each cell, in the order of its row.
    [[nodiscard]] double of(std::uint32_t rank, std::span<const Action> cell)
    {
        const double time = cell.size() == 1 ? m_table.of(cell[0]) : m_table.ofBlock(cell);
        return time * m_factor[rank] * m_jitter.factorOf(rank, cell[0]);
    }
    /// What the costs say of an overlapped cell of two; nothing if its parts alone make its time.
    [[nodiscard]] const OverlapTime* ruleOf(std::span<const Action> cell) const
    {
        return m_table.ruleOf(cell);
    }

private:
    DurationTable m_table;
    JitterDraws m_jitter;
    std::vector<double> m_factor; ///< by rank
};

} // namespace bubblescope
