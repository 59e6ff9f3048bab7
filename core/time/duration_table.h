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

    /// Without the rank's factor.
    [[nodiscard]] double of(ActionKind kind, StageId stage) const
    {
        return m_values[static_cast<std::size_t>(kind)].at(stage);
    }
    /// Time of an overlapped cell, without the rank's factor.
    [[nodiscard]] double ofBlock(std::span<const Action> cell) const;
    /// What the costs say of an overlapped cell of two; nothing if its parts alone make its time.
    [[nodiscard]] const OverlapTime* ruleOf(std::span<const Action> cell) const;

private:
    const CostModel& m_costs;
    std::array<StageValues, kActionKindCount> m_values;
};

} // namespace bubblescope
