// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/identify.h"

#include <cstddef>
#include <optional>
#include <vector>

/// Comparing orders as sequences of compute actions; private to core/fit.
namespace bubblescope::fit {

/// What a rank computes, one after the other, without cells and bubbles.
struct ComputeRow
{
    RankId rank;
    std::vector<ActionId> actions;
    std::size_t overlapped = 0; ///< of them in overlapped blocks
};
/// Of the ranks that have a trace: the others say nothing of the order.
[[nodiscard]] std::vector<ComputeRow> computeRowsOf(const MeasuredRun& run);
[[nodiscard]] ComputeRow computeRowOf(const Schedule& schedule, RankId rank);
/// The same with an I that its W follows as one B.
[[nodiscard]] ComputeRow merged(const ComputeRow& row);

/// Length of a longest common subsequence. Exact where no action occurs twice in a row, as in every complete
/// order; else one that takes the n-th of a kind for the n-th. O(n log n), memory O(n).
[[nodiscard]] std::size_t commonLength(const std::vector<ActionId>& a, const std::vector<ActionId>& b);

[[nodiscard]] std::optional<OrderDifference> firstDifference(const ComputeRow& expected,
                                                             const ComputeRow& found);

} // namespace bubblescope::fit
