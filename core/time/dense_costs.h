// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/dense_order.h"
#include "core/time/duration_table.h"
#include "core/time/link_table.h"

#include <array>
#include <vector>

namespace bubblescope {

/// What one stage's actions cost, in one line of the cache.
struct alignas(64) DenseStage
{
    std::array<double, 5> duration{}; ///< by ActionKind, Bubble to Backward; without the rank's factor
    double forwardTransfer = 0;       ///< from the stage before; 0 where stages have several ranks
    double backwardTransfer = 0;      ///< from the stage after; likewise
    double recompute = 0;             ///< duration of R
};

/// Costs laid out for the dense simulation.
class DenseCosts
{
public:
    /// The dense simulation does not know these costs.
    [[nodiscard]] static bool fit(const CostModel& costs);

    /// Requires costs that fit(), composed for the order's stages.
    DenseCosts(const CostModel& costs, const DenseOrder& order);

    [[nodiscard]] const DenseStage& stage(StageId stage) const { return m_stages[stage.value]; }
    /// From a rank to another one or, without a transfer, to itself.
    [[nodiscard]] Time transfer(std::uint32_t from, std::uint32_t to, MicrobatchId microbatch) const
    {
        return from == to ? 0 : m_links.of(from, to, microbatch).time();
    }
    /// Microbatches differ, so times are to be asked for by action.
    [[nodiscard]] bool areUnequal() const { return m_areUnequal; }
    [[nodiscard]] double of(const Action& action) const { return m_durations.of(action); }
    /// Time of one action, without the rank's factor.
    [[nodiscard]] double ofKind(ActionKind kind, StageId stage) const { return m_durations.of(kind, stage); }
    /// Time of an overlapped cell, without the rank's factor.
    [[nodiscard]] double ofBlock(std::span<const Action> cell)
    {
        if (cell.size() != 2 || m_areUnequal)
            return m_durations.ofBlock(cell);
        BlockTime& last =
            m_blocks[2 * std::size_t{cell[0].stage().value} + (isForward(cell[0].kind()) ? 1 : 0)];
        const std::uint64_t key = std::uint64_t{cell[1].stage().value} << 32U |
                                  static_cast<std::uint64_t>(cell[0].kind()) << 8U |
                                  static_cast<std::uint64_t>(cell[1].kind());
        if (last.key != key)
            last = {key, m_durations.ofBlock(cell)};
        return last.time;
    }

private:
    /// The last block that began with a kind (F or not) and stage: nearly always the next one's, too.
    struct BlockTime
    {
        std::uint64_t key = 0;
        double time = 0;
    };

    DurationTable m_durations;
    LinkTable m_links;
    bool m_areUnequal;
    std::vector<DenseStage> m_stages;
    std::vector<BlockTime> m_blocks;
};

} // namespace bubblescope
