// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_blocks.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// What became of a building block.
struct VCandidate
{
    std::optional<VGrid> grid; ///< a complete order; nothing if the block leads to none
    std::uint32_t peak = 0;    ///< most activations on a rank, or those for which the block was given up
};

/// Makes an order of a building block: repeats it, squeezes, packs the warm-up and the cool-down and fills
/// idle slots, without more activations than the repeated block holds and than `limit`. With fewer
/// microbatches than twice the ranks the surplus ones are taken out. The steps are those of sail-sg's
/// zero-bubble scheduler. O(cells), and up to O(ranks) more for a cell of warm-up and cool-down.
[[nodiscard]] VCandidate candidateOf(const VBlock& block, std::uint32_t microbatches, std::uint32_t limit);

} // namespace bubblescope
