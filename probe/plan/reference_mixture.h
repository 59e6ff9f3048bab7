// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/reference.h"

/// What a layer with experts does beside its products, on the CPU.
namespace bubblescope::probe::reference {

/// Of each token, in the order of their logits, the largest first, of equal ones the first.
struct Routes
{
    std::vector<std::int32_t> experts;
    Values weights; ///< softmax of the chosen logits
};
[[nodiscard]] Routes route(std::span<const double> logits, const ModelShape& shape);
[[nodiscard]] Values routeBackward(const Routes& routes, std::span<const double> weightGradients,
                                   const ModelShape& shape);

/// Rows of tokens at their places; other rows are as in `rows`.
[[nodiscard]] Values permute(std::span<const double> tokens, std::span<const double> rows,
                             const ModelShape& shape);
/// Sum of a token's rows, each times its weight.
[[nodiscard]] Values combine(std::span<const double> rows, std::span<const double> weights,
                             const ModelShape& shape);
/// combine() with weights of one: the gradient of permute().
[[nodiscard]] Values permuteBackward(std::span<const double> rows, const ModelShape& shape);
struct CombineGradients
{
    Values rows, weights;
};
/// Rows that no token has are as in `before`.
[[nodiscard]] CombineGradients combineBackward(std::span<const double> gradient, std::span<const double> rows,
                                               std::span<const double> weights,
                                               std::span<const double> before, const ModelShape& shape);

} // namespace bubblescope::probe::reference
