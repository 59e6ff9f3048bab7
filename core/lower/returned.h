// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The stages of a rank that a pass is for: the lowest so many, all without a number.
class ChosenStages
{
public:
    ChosenStages(const Row& row, std::optional<std::uint32_t> chunks);

    [[nodiscard]] bool has(const Action& action) const
    {
        return m_all || std::binary_search(m_stages.begin(), m_stages.end(), action.stage().value);
    }

private:
    bool m_all = false;
    std::vector<std::uint32_t> m_stages; ///< rising
};

/// Why a pass that gives activations back for a while cannot be applied: the order has R, O or L already, or
/// no backward.
[[nodiscard]] std::optional<Error> unfitForReturn(const Schedule& schedule, std::string_view pass);

/// Another action of the same stage and microbatch.
[[nodiscard]] inline Action ofKind(const Action& action, ActionKind kind)
{
    return {action.stage(), kind, action.microbatch()};
}

/// Tells stages and microbatches apart.
[[nodiscard]] inline std::uint64_t activationKey(StageId stage, MicrobatchId microbatch)
{
    return std::uint64_t{stage.value} << 32U | microbatch.value;
}

} // namespace bubblescope
