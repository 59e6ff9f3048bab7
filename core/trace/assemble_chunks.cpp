// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_actions.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

namespace {

/// How long a microbatch is away from a rank: from its forward of chunk 0 to that of chunk 1.
struct ChunkPass
{
    std::uint32_t microbatch = 0;
    std::uint32_t rank = 0;
    Nanoseconds length = 0;
};

/// By microbatch and rank. Each length is on the clock of one rank: clocks of different ranks may differ.
std::vector<ChunkPass> passesOf(std::vector<ChunkForward> forwards)
{
    std::sort(forwards.begin(), forwards.end(), [](const ChunkForward& a, const ChunkForward& b) {
        return std::tie(a.microbatch, a.rank, a.chunk, a.start) <
               std::tie(b.microbatch, b.rank, b.chunk, b.start);
    });
    std::vector<ChunkPass> passes;
    for (std::size_t i = 1; i < forwards.size(); ++i) {
        const ChunkForward& before = forwards[i - 1];
        const ChunkForward& after = forwards[i];
        if (before.microbatch == after.microbatch && before.rank == after.rank && before.chunk != after.chunk)
            passes.push_back({after.microbatch, after.rank, after.start - before.start});
    }
    return passes;
}

/// A V turns round on the last rank, so a microbatch is back there at once and on the first rank last; in a
/// loop it is away from every rank for about as long. Each microbatch votes.
std::ptrdiff_t votesForV(const std::vector<ChunkPass>& passes)
{
    std::ptrdiff_t votes = 0;
    for (std::size_t begin = 0, end = 0; begin < passes.size(); begin = end) {
        while (end < passes.size() && passes[end].microbatch == passes[begin].microbatch)
            ++end;
        const ChunkPass& first = passes[begin];
        const ChunkPass& last = passes[end - 1];
        if (first.rank != last.rank)
            votes += last.length < first.length / 2 ? 1 : -1;
    }
    return votes;
}

} // namespace

ChunkDecision decideChunks(std::vector<ChunkForward> forwards)
{
    std::uint32_t chunks = 0;
    for (const ChunkForward& forward : forwards)
        chunks = std::max(chunks, forward.chunk + 1);
    if (chunks < 2)
        return {};
    if (chunks > 2)
        return {ChunkPlacement::Loop, false};
    const auto votes = votesForV(passesOf(std::move(forwards)));
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
