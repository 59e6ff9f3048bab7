// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/action_table.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// How many buffers for activations each rank needs if none is given free before its last use, by the order
/// alone: PyTorch's liveness analysis. An activation lives from the cell of its F to that of its B or W, both
/// included.
struct ActivationSlots
{
    std::vector<std::uint32_t> stageMicrobatch; ///< by rank, with a buffer for each stage's activation
    std::vector<std::uint32_t> microbatch;      ///< by rank, with a buffer for a microbatch in all stages
};

/// Nothing if the order says nothing about it: it has no backward, an action is missing or occurs twice, or
/// one is before what it needs. Communication and bubbles change nothing. O(n log n) in actions.
[[nodiscard]] std::optional<ActivationSlots> activationSlots(const Schedule& schedule);
/// The same where the table of the order is there already.
[[nodiscard]] std::optional<ActivationSlots> activationSlots(const Schedule& schedule,
                                                             const ActionTable& table);

} // namespace bubblescope
