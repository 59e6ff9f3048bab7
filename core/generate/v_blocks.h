// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// A building block: for each rank the slot, modulo six, in which it runs each pass of a microbatch. The
/// first microbatch takes for each pass in turn the first such slot after the one before; the others follow
/// every six slots. Qi et al., "Pipeline Parallelism with Controllable Memory" (2024), appendix A.
using VBlock = std::vector<std::array<std::uint8_t, kVPassKinds>>;

/// Blocks that differ in nothing but the rank from which on the second distance holds.
struct VBlockFamily
{
    std::array<std::uint8_t, kVPassKinds> firstRank{}; ///< the passes' slots on rank 0
    std::uint8_t distance = 1;     ///< slots from a rank to the next of passes from the rank before
    std::uint8_t lastDistance = 1; ///< the same for the ranks behind; not larger
};

/// All 900 families: ForwardDown first, the others of the path in every order, and the distances 1 to 5.
[[nodiscard]] std::vector<VBlockFamily> blockFamilies();

/// The block whose rank `split` is the last to follow at `distance`; nothing if two passes of a rank would
/// meet. O(ranks).
[[nodiscard]] std::optional<VBlock> blockOf(const VBlockFamily& family, std::uint32_t ranks,
                                            std::uint32_t split);

/// Slots of microbatch 0 on each rank.
using VBlockStarts = std::vector<std::array<std::uint32_t, kVPassKinds>>;
[[nodiscard]] VBlockStarts startsOf(const VBlock& block);

/// Highest number of activations of `microbatches` repeated blocks on any rank. O(ranks).
[[nodiscard]] std::uint32_t peakOf(const VBlockStarts& starts, std::uint32_t microbatches);

/// The repeated blocks, rows equally long.
[[nodiscard]] VGrid repeated(const VBlockStarts& starts, std::uint32_t microbatches);

} // namespace bubblescope
