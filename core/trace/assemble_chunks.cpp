// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_chunks.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

ChunkDecision decideChunks(std::vector<ChunkForward> forwards)
{
    std::uint32_t chunks = 0;
    for (const ChunkForward& forward : forwards)
        chunks = std::max(chunks, forward.chunk + 1);
    if (chunks < 2)
        return {};
    if (chunks > 2)
        return {ChunkPlacement::Loop, false};
    std::erase_if(forwards, [](const ChunkForward& forward) { return forward.chunk != 1; });
    std::sort(forwards.begin(), forwards.end(), [](const ChunkForward& a, const ChunkForward& b) {
        return std::tie(a.microbatch, a.rank) < std::tie(b.microbatch, b.rank);
    });
    std::ptrdiff_t votes = 0;
    for (std::size_t i = 1; i < forwards.size(); ++i) {
        const ChunkForward& before = forwards[i - 1];
        const ChunkForward& after = forwards[i];
        if (before.microbatch != after.microbatch || before.rank == after.rank || before.start == after.start)
            continue;
        votes += after.start < before.start ? 1 : -1;
    }
    return {votes > 0 ? ChunkPlacement::V : ChunkPlacement::Loop, votes != 0};
}

std::optional<std::uint32_t> megatronChunks(const std::vector<std::size_t>& forwardsBeforeBackward,
                                            std::size_t forwards)
{
    const std::size_t p = forwardsBeforeBackward.size();
    std::optional<std::uint32_t> chunks;
    for (std::size_t rank = 0; rank < p; ++rank) {
        const std::size_t fixed = 2 * (p - 1 - rank) + 1;
        const std::size_t before = forwardsBeforeBackward[rank];
        if (before <= fixed || before >= forwards || (before - fixed) % p != 0)
            return std::nullopt;
        const auto found = static_cast<std::uint32_t>((before - fixed) / p + 1);
        if (chunks && *chunks != found)
            return std::nullopt;
        chunks = found;
    }
    return chunks && forwards % (p * *chunks) == 0 ? chunks : std::nullopt;
}

} // namespace bubblescope
