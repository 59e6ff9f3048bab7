// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_actions.h"

namespace bubblescope {

/// How the chunks of a rank are numbered as stages.
enum class ChunkPlacement : std::uint8_t { Loop, V };

/// One forward of a rank's chunk, for telling loop from V.
struct ChunkForward
{
    std::uint32_t rank = 0;
    std::uint32_t chunk = 0;
    std::uint32_t microbatch = 0;
    Nanoseconds start = 0;
};

/// V where chunk 1 runs from the last rank to the first (each microbatch votes), loop otherwise or with other
/// than two chunks; `isSure` is false where nothing tells. O(n log n).
struct ChunkDecision
{
    ChunkPlacement placement = ChunkPlacement::Loop;
    bool isSure = true;
};
[[nodiscard]] ChunkDecision decideChunks(std::vector<ChunkForward> forwards);

/// Global stage of a chunk. Requires ranks > 0.
[[nodiscard]] constexpr std::uint32_t stageOfChunk(ChunkPlacement placement, std::uint32_t chunk,
                                                   std::uint32_t rank, std::uint32_t ranks)
{
    const bool isUpward = placement == ChunkPlacement::V && chunk % 2 == 1;
    return chunk * ranks + (isUpward ? ranks - 1 - rank : rank);
}

} // namespace bubblescope
