// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/stage_costs.h"

#include <vector>

namespace bubblescope::search {

/// Up to this many actions a search looks at every limit and decision by itself.
inline constexpr std::uint64_t kSmallSearch = 4096;

/// Values of the option `memory_limit` (in activations of one stage's forward, the largest) that are tried
/// for a group, rising: of a small problem every multiple of a whole or, where W frees a part, half
/// activation up to what the limit allows, of others a few shares of the ranks; and the limit's own at the
/// end. Empty where nothing fits beside the parameters.
[[nodiscard]] std::vector<double> memoryOptions(const SearchProblem& problem, const StageGroup& group,
                                                const CostModel& costs);

/// The largest activation of a stage.
[[nodiscard]] double largestActivation(const CostModel& costs);
/// What a rank of the group holds from the start to the end; of the rank with the most.
[[nodiscard]] double heldAlways(const SearchProblem& problem, const StageGroup& group,
                                const CostModel& costs);

/// Limits, in the problem's unit, under which orders are improved one after the other, rising; the last is
/// the problem's own. They hang on the problem's limit only in where they end.
[[nodiscard]] std::vector<double> limitLadder(const SearchProblem& problem, GroupCosts& costs);

} // namespace bubblescope::search
