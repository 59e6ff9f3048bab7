// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <array>
#include <span>

namespace bubblescope {

/// A cost model with every default worked out, so that one action's time is one look-up. Keeps a reference to
/// the model for the overlap times. Requires a model that passed check().
class DurationTable
{
public:
    DurationTable(const CostModel& costs, std::uint32_t stageCount);

    /// Without the rank's factor, of a microbatch like the costs' own.
    [[nodiscard]] double of(ActionKind kind, StageId stage) const
    {
        return m_values[static_cast<std::size_t>(kind)].at(stage);
    }
    /// The same with what its microbatch makes of it.
    [[nodiscard]] double of(const Action& action) const
    {
        return scaled(of(action.kind(), action.stage()), action);
    }
    /// Time of an overlapped cell, without the rank's factor.
    [[nodiscard]] double ofBlock(std::span<const Action> cell) const;
    /// What the costs say of an overlapped cell of two; nothing if its parts alone make its time.
    [[nodiscard]] const OverlapTime* ruleOf(std::span<const Action> cell) const;

private:
    [[nodiscard]] double scaled(double time, const Action& action) const
    {
        return m_microbatches.areOne()
                   ? time
                   : m_microbatches.scaled(time, action.kind(), action.microbatch(), m_costs.hostOverhead);
    }
    [[nodiscard]] double grownBlock(double time, std::span<const Action> cell) const;

    const CostModel& m_costs;
    MicrobatchFactors m_microbatches;
    std::array<StageValues, kActionKindCount> m_values;
};

} // namespace bubblescope
