// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/attention_plan.h"

#include <span>

/// What the device's kernels are compared with: the same on the CPU in double, plainly. Matrices are
/// row-major.
namespace bubblescope::probe::reference {

using Values = std::vector<double>;

/// Executes a product as cuBLASLt would, batch by batch, into `c`.
void product(const BatchedGemm& gemm, std::span<const double> a, std::span<const double> b,
             std::span<double> c);
void product(const GemmCall& gemm, std::span<const double> a, std::span<const double> b, std::span<double> c);

/// Rows of `gain.size()`, divided by their root mean square, times the gain.
[[nodiscard]] Values norm(std::span<const double> x, std::span<const double> gain);
struct NormGradients
{
    Values input, gain;
};
[[nodiscard]] NormGradients normBackward(std::span<const double> gradient, std::span<const double> x,
                                         std::span<const double> gain);
/// Turned by position; backwards where `sign` is -1. In place, first `heads` heads of a row of `stride`.
void rope(std::span<double> values, const ModelShape& shape, std::int64_t heads, std::int64_t stride,
          double sign);
[[nodiscard]] Values activation(std::span<const double> in, std::int64_t width, bool gated);
[[nodiscard]] Values activationBackward(std::span<const double> in, std::span<const double> gradient,
                                        std::int64_t width, bool gated);
/// Of qkv [T, (H + 2K) d]: output [T, H d], by definition and not by parts.
[[nodiscard]] Values attention(std::span<const double> qkv, const ModelShape& shape);
[[nodiscard]] Values attentionBackward(std::span<const double> qkv, std::span<const double> gradient,
                                       const ModelShape& shape);
/// Loss of each row.
[[nodiscard]] Values crossEntropy(std::span<const double> logits, std::span<const std::int64_t> targets);
[[nodiscard]] Values crossEntropyBackward(std::span<const double> logits,
                                          std::span<const std::int64_t> targets);

/// Largest difference over the largest wanted value; 0 where both are empty.
[[nodiscard]] double relativeError(std::span<const double> found, std::span<const double> wanted);

} // namespace bubblescope::probe::reference
