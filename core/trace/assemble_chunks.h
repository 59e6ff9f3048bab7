// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_actions.h"

namespace bubblescope {

/// How the chunks of a rank are numbered as stages.
enum class ChunkPlacement : std::uint8_t { Loop, V };

/// One forward of a rank's chunk, to distinguish loop and V.
struct ChunkForward
{
    std::uint32_t rank = 0;
    std::uint32_t chunk = 0;
    std::uint32_t microbatch = 0;
    Nanoseconds start = 0; ///< on the rank's own clock
};

struct ChunkDecision
{
    ChunkPlacement placement = ChunkPlacement::Loop;
    bool isSure = true; ///< false where nothing shows it
};

/// V where microbatches come back to the last rank's chunk 1 at least twice as soon as to the first rank's
/// (each microbatch votes), loop otherwise or with other than two chunks. Clocks of ranks are never compared.
/// O(n log n).
[[nodiscard]] ChunkDecision decideChunks(std::vector<ChunkForward> forwards);

/// Global stage of a chunk. Requires ranks > 0.
[[nodiscard]] constexpr std::uint32_t stageOfChunk(ChunkPlacement placement, std::uint32_t chunk,
                                                   std::uint32_t rank, std::uint32_t ranks)
{
    const bool isUpward = placement == ChunkPlacement::V && chunk % 2 == 1;
    return chunk * ranks + (isUpward ? ranks - 1 - rank : rank);
}

} // namespace bubblescope
