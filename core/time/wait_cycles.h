// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/worklist.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace bubblescope {

/// One rank of a cycle: the action `wait.index` of its next cell waits for `wait.input`, whose producer
/// is on the next rank of the cycle.
struct WaitLink
{
    std::uint32_t rank = 0;
    Blockage wait;
};
/// Each rank waits for the next, the last for the first; begins with its lowest rank. Of one rank: it waits
/// for something behind itself.
using WaitCycle = std::vector<WaitLink>;

/// Appends everything that the next cell of a waiting rank lacks.
using WaitsOf = std::function<void(std::uint32_t rank, std::vector<Blockage>& waits)>;

/// The shortest cycles among ranks that wait for each other, without a rank in common: the shortest first,
/// then the shortest of those that do not touch it, until no cycle is left. Shorter is: fewer ranks, then
/// fewer cells (what a rank waits for is in the other's next cell, or behind it), then a lower first
/// rank.
///
/// A cycle is one of ranks that have come to a standstill, by the cells at which they are. What is
/// behind those cells may hold further cycles, shorter ones too, but no rank gets there to wait: they show
/// when the first are out of the way.
///
/// Only ranks that can be reached from `from` are looked at. Linear where a cell waits for one other rank,
/// and where cycles are short. Ranks that all reach each other are searched for as long as it takes to look
/// at their waits 64 times (and a million); only beyond that the shortest cycle found by then is taken.
[[nodiscard]] std::vector<WaitCycle> findWaitCycles(const Worklist& worklist, const Schedule& schedule,
                                                    const WaitsOf& waitsOf,
                                                    std::span<const std::uint32_t> from);

} // namespace bubblescope
