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

/// Calls `visit(begin, end)` for the parts of each label; `parts` (PlannedAction, say) have its index.
template <typename Parts, typename Visit>
void forEachLabel(const Parts& parts, Visit visit)
{
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        while (end < parts.size() && parts[end].label == parts[begin].label)
            ++end;
        visit(begin, end);
    }
}

/// Whether labels of a source give microbatches only by their order: none in them, or zero-bubble's constant
/// "F0.0.0".
[[nodiscard]] bool countsMicrobatches(const RankSource& source, const FileLabels& labels);

/// Fills Assembly::ranks: gives every label of the step stage, microbatch and kind (docs/profiles.md, "Ranks,
/// stages and steps"): chunks become stages by the loop or V that the order of the ranks shows, missing
/// microbatches are counted, B beside W is I, and a label that comes again is dropped with a warning.
/// O(labels log labels).
void planActions(Assembly& a, const std::vector<std::optional<std::size_t>>& sourceOfRank);

} // namespace bubblescope
