// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

struct Assembly;

/// One action of a rank with its label; parts of one label follow each other.
struct PlannedAction
{
    Action action;
    std::uint32_t label = 0; ///< index into PlannedRank::labels
    /// One of several actions of a single label ("W_clear"): which, of how many.
    std::uint32_t share = 0;
    std::uint32_t shares = 1;
};

/// The labels of one rank in the chosen step, and the actions that they represent.
struct PlannedRank
{
    std::optional<std::size_t> source;  ///< nothing = no file has this rank
    std::vector<TraceLabel> labels;     ///< by start
    std::vector<PlannedAction> actions; ///< by label
};

/// Whether labels of a source give microbatches only by their order: none in them, or zero-bubble's constant
/// "F0.0.0".
[[nodiscard]] bool countsMicrobatches(const RankSource& source, const FileLabels& labels);

/// Fills Assembly::ranks: gives every label of the step stage, microbatch and kind (docs/profiles.md, "Ranks,
/// stages and steps"): chunks become stages by the loop or V that the order of the ranks shows, missing
/// microbatches are counted, B beside W is I, and a label that comes again is dropped with a warning.
/// O(labels log labels).
void planActions(Assembly& a, const std::vector<std::optional<std::size_t>>& sourceOfRank);

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

/// Chunks per rank of Megatron's interleaved schedule, from the forwards that each rank runs before its first
/// backward: 2 (p-1-rank) + (v-1) p + 1. Nothing where the ranks do not agree on one v > 1, or the steps are
/// so short that all forwards come first.
[[nodiscard]] std::optional<std::uint32_t>
megatronChunks(const std::vector<std::size_t>& forwardsBeforeBackward, std::size_t forwards);

} // namespace bubblescope
