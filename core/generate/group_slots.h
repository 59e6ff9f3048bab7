// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// The pattern of group-interleaved-1f1b on all ranks. A slot is a forward and a backward; a block is the
/// slots of one group in one chunk. A group runs its next chunk `step` blocks later: as soon as its
/// microbatches have gone around the ranks. Every `stagesPerRank` blocks the next group follows, so where
/// `step` meets blocks that an earlier chunk has taken, the chunks from there on move one block further.
struct GroupPattern
{
    std::uint64_t groupSize;
    std::uint64_t step;        ///< blocks from a chunk to the next of the same group
    std::uint64_t turnsPerLap; ///< chunks before `step` meets a block that is taken

    GroupPattern(std::uint64_t ranks, std::uint64_t stagesPerRank, std::uint64_t groupSize);

    /// The block in which the first group runs the chunk that is `turn`-th in its direction. No two turns
    /// are a multiple of `stagesPerRank` apart.
    [[nodiscard]] std::uint64_t block(std::uint64_t turn) const { return turn * step + turn / turnsPerLap; }
};

/// Of an order of group-interleaved-1f1b whose groups are single microbatches: by rank and index in its row
/// the slot, each a third of the pattern's, in which sail-sg's zero-bubble runs the action; nothing for any
/// other order. An R takes a slot of its own and pushes what follows by one. A rank begins one slot behind
/// the one before it, and one more as long as no rank then waits for it. O(actions).
[[nodiscard]] std::optional<std::vector<std::vector<std::uint64_t>>>
slotsOfSingleGroups(const Schedule& schedule);

} // namespace bubblescope
