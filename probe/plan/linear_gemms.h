// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/attention_plan.h"

namespace bubblescope::probe {

/// gemmCall() for all matrices of a linear, one after the other in memory.
[[nodiscard]] BatchedGemm linearGemm(const Linear& linear, Op op, const ModelShape& shape);

/// One matrix of a linear in fp8. Its operands lie along the sum: A is the weight [out, in] for Forward, the
/// turned weight [in, out] for Input, the turned input [in, rows] for Weight; B what comes in, the output's
/// gradient, or that gradient turned [out, rows].
[[nodiscard]] BatchedGemm fp8Gemm(const Linear& linear, Op op, const ModelShape& shape, std::int64_t index);

/// Which elements of a matrix share a scale: all, with the scale of the steps before; 128 along a row; a
/// square of 128.
enum class Fp8Scales : std::uint8_t { Given, Rows, Blocks };
[[nodiscard]] Fp8Scales scalesOfWeights(Fp8Scaling scaling);
[[nodiscard]] Fp8Scales scalesOfActivations(Fp8Scaling scaling);
/// Where cuBLASLt looks for the scale of row and column, in floats; a matrix of `rows` rows and `columns`
/// columns, the sum along a row.
[[nodiscard]] std::int64_t scaleIndex(Fp8Scales scales, std::int64_t rows, std::int64_t columns,
                                      std::int64_t row, std::int64_t column);
/// Floats of a matrix's scales.
[[nodiscard]] std::int64_t scaleCount(Fp8Scales scales, std::int64_t rows, std::int64_t columns);

} // namespace bubblescope::probe
