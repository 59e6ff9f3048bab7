// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout.h"
#include "core/search/search.h"

namespace bubblescope {

/// The layers of a model for which a layout is asked, beside the embedding and the loss.
struct LayoutProblem
{
    std::uint32_t layers = 0;      ///< decoder layers
    std::uint32_t predictions = 0; ///< layers of multi-token prediction
    std::string recipe;            ///< a layout that is tried, too, as it is; empty = none
};

inline constexpr std::uint64_t kMostLayersOfLayout = 10'000;

/// Finds the fastest order and the layout for it: for each number of stages per rank the layout that one of
/// Megatron's orders is fastest with, then the best of these with every family, and its layers moved once
/// more for the order that was found. Never slower than the fastest family under the recipe's layout, or
/// under an even one. Layout and split are in the result. Refuses costs without blocks, a placement that is
/// no loop, and a recipe that Megatron does.
[[nodiscard]] Result<SearchResult> searchLayout(const SearchProblem& problem, const LayoutProblem& asked,
                                                const SearchBudget& budget = {},
                                                const std::function<void(const SearchProgress&)>& tell = {},
                                                const CancelToken& cancel = {});

} // namespace bubblescope
