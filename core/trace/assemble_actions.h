// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

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

/// Gives every label of the step stage, microbatch and kind (docs/profiles.md, "Ranks, stages and steps"):
/// chunks become stages by the loop or V that the order of the ranks shows, missing microbatches are counted,
/// B beside W is I, and a label that comes again is dropped with a warning. O(labels log labels).
[[nodiscard]] std::vector<PlannedRank>
planActions(const std::vector<std::optional<std::size_t>>& sourceOfRank,
            const std::vector<RankSource>& sources, const std::vector<FileLabels>& labels, std::uint64_t step,
            std::vector<std::string>& warnings);

/// Chunks per rank of Megatron's interleaved schedule, from the forwards that each rank runs before its first
/// backward: 2 (p-1-rank) + (v-1) p + 1. Nothing where the ranks do not agree on one v > 1, or the steps are
/// so short that all forwards come first.
[[nodiscard]] std::optional<std::uint32_t>
megatronChunks(const std::vector<std::size_t>& forwardsBeforeBackward, std::size_t forwards);

} // namespace bubblescope
