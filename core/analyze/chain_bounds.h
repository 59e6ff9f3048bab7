// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

/// What follows from the chains of single microbatches: F through all stages, B or I back, W after its I,
/// each as long as in the timeline (leastTimes()), and between ranks the transfer.
struct ChainBounds
{
    Time longest = 0; ///< chain of one microbatch
    MicrobatchId longestMicrobatch;
    std::vector<Time> head; ///< by rank: before none of its compute actions can start
    std::vector<Time> tail; ///< by rank: what must at least come after its last compute action

    /// The rank computes something.
    [[nodiscard]] bool hasEnds(std::size_t rank) const;
};
/// By rank and index: how long each compute action at least takes, whatever is beside it; empty without a
/// policy of communicators, where it is as long as in the timeline. A block's parts have the block's time
/// each.
using LeastTimes = std::vector<std::vector<Time>>;
[[nodiscard]] LeastTimes leastTimes(const Timeline& timeline, const CostModel& costs);

/// Only with edges that the profile has. Nothing for an order most of whose microbatches miss most of the
/// stages. O(actions).
[[nodiscard]] std::optional<ChainBounds> chainBounds(const Timeline& timeline, const CostModel& costs,
                                                     const ActionTable& table, const LeastTimes& least);

} // namespace bubblescope
