// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_chunks.h"

#include "core/trace/assembly.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

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

/// Global stage of a chunk. Requires ranks > 0.
constexpr std::uint32_t stageOfChunk(ChunkPlacement placement, std::uint32_t chunk, std::uint32_t rank,
                                     std::uint32_t ranks)
{
    const bool isUpward = placement == ChunkPlacement::V && chunk % 2 == 1;
    return chunk * ranks + (isUpward ? ranks - 1 - rank : rank);
}

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

/// Chunks per rank of Megatron's interleaved schedule, from the forwards that each rank runs before its first
/// backward: 2 (p-1-rank) + (v-1) p + 1. Nothing where the ranks do not agree on one v > 1, or the steps are
/// so short that all forwards come first.
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

/// So that one wild number is one chunk, not thousands of stages.
void closeGaps(Assembly& a, std::vector<DraftRank>& ranks)
{
    constexpr std::size_t kMostGaps = 4; // for each number that there is
    std::set<std::uint32_t> used;
    const auto forEachChunk = [&](const auto& visit) {
        for (DraftRank& rank : ranks)
            for (Draft& draft : rank.drafts)
                if (!draft.stage && draft.chunk)
                    visit(*draft.chunk);
    };
    forEachChunk([&](std::uint32_t chunk) { used.insert(chunk); });
    if (used.empty() || *used.rbegin() < kMostGaps * used.size())
        return;
    const std::vector<std::uint32_t> sorted(used.begin(), used.end());
    forEachChunk([&](std::uint32_t& chunk) {
        chunk = static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), chunk) -
                                           sorted.begin());
    });
    a.warn("the labels number {} chunks from {} to {}: they are shown as 0 to {}", sorted.size(),
           sorted.front(), sorted.back(), sorted.size() - 1);
}

/// torch's single-stage schedules run one stage on each rank: nothing is guessed there.
bool hasOneStage(const DraftRank& rank, const Draft& draft)
{
    return rank.familyOf(draft) == NameFamily::TorchSingleStage;
}

} // namespace

MegatronOrder applyMegatronOrder(Assembly& a, std::vector<DraftRank>& ranks)
{
    std::vector<std::size_t> before;
    std::size_t forwards = 0;
    bool isInterleaved = false;
    bool isPrimus = false; ///< its files do not name the schedule, which is Megatron's
    for (const DraftRank& rank : ranks) {
        if (rank.labels == nullptr)
            return MegatronOrder::None;
        std::size_t count = 0;
        std::optional<std::size_t> first;
        for (const Draft& draft : rank.drafts) {
            const NameFamily family = rank.familyOf(draft);
            if (draft.chunk || draft.microbatch || draft.stage ||
                (family != NameFamily::Megatron && family != NameFamily::Primus))
                return MegatronOrder::None;
            isPrimus = family == NameFamily::Primus;
            if (!isForward(draft.kind) && !first)
                first = count;
            count += isForward(draft.kind) ? 1 : 0;
        }
        before.push_back(first.value_or(count));
        forwards = std::max(forwards, count);
        isInterleaved =
            isInterleaved ||
            std::any_of(rank.labels->marks.begin(), rank.labels->marks.end(),
                        [](const StepMark& mark) { return mark.context.kind == ContextName::Kind::Steady; });
    }
    if ((!isInterleaved && !isPrimus) || ranks.empty())
        return MegatronOrder::None;
    const auto chunks = megatronChunks(before, forwards);
    if (!chunks && isPrimus)
        return MegatronOrder::None;
    if (!chunks) {
        a.warn("the labels are from Megatron's interleaved schedule, and the order does not show which "
               "chunks they belong to: all actions of a rank are shown as one stage");
        return MegatronOrder::Unknown;
    }
    a.warn("chunks and microbatches are those of Megatron's interleaved order with {} chunks per rank",
           *chunks);
    const std::size_t p = ranks.size();
    for (DraftRank& rank : ranks) {
        std::map<ActionKind, std::size_t> done;
        for (Draft& draft : rank.drafts) {
            const std::size_t k = done[draft.kind]++;
            const auto chunk = static_cast<std::uint32_t>(k % (p * *chunks) / p);
            draft.chunk = isForward(draft.kind) ? chunk : *chunks - 1 - chunk;
            draft.microbatch = static_cast<std::uint32_t>(k / (p * *chunks) * p + k % p);
        }
    }
    return MegatronOrder::Applied;
}

void placeChunks(Assembly& a, std::vector<DraftRank>& ranks, bool isTold)
{
    closeGaps(a, ranks);
    std::vector<ChunkForward> forwards;
    bool needs = false;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        for (const Draft& draft : ranks[rank].drafts) {
            if (draft.stage || !draft.chunk)
                continue;
            needs = true;
            if (isForward(draft.kind))
                forwards.push_back({rank, *draft.chunk, draft.microbatch.value_or(0),
                                    ranks[rank].out.labels[draft.label].start});
        }
    }
    ChunkDecision decision;
    if (needs)
        decision = decideChunks(std::move(forwards));
    if (!decision.isSure)
        a.warn("the labels do not say how chunks are placed: stage = chunk · ranks + rank is assumed");
    const auto count = static_cast<std::uint32_t>(ranks.size());
    bool isTaken = false;
    for (std::uint32_t rank = 0; rank < count; ++rank) {
        for (Draft& draft : ranks[rank].drafts) {
            if (draft.stage)
                continue;
            isTaken = isTaken || (!draft.chunk && !hasOneStage(ranks[rank], draft));
            draft.stage = stageOfChunk(decision.placement, draft.chunk.value_or(0), rank, count);
        }
    }
    if (isTaken && !isTold)
        a.warn("the labels name no stage: the stage is assumed to be the rank's number, which is wrong "
               "if a rank runs several stages");
}

} // namespace bubblescope
