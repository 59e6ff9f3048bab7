// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/model_shape.h"

#include <array>

namespace bubblescope::probe {

/// Passes through a block; a full backward is Input and then Weight.
enum class Op : std::uint8_t { Forward, Input, Weight };
inline constexpr std::array kOps{Op::Forward, Op::Input, Op::Weight};
[[nodiscard]] std::string_view opName(Op op) noexcept; ///< "F", "I", "W"

enum class Block : std::uint8_t { Layer, Embedding, Head, Expert, Prediction };
[[nodiscard]] std::string_view blockName(Block block) noexcept; ///< as in the calibration file
/// A layer; one with experts where others are dense; one of multi-token prediction; and where there is a
/// vocabulary embedding and head.
[[nodiscard]] std::vector<Block> blocksOf(const ModelShape& shape);
/// The model as this block alone has it: a dense layer without experts, a head with the tokens of all
/// predictions. Functions of a block take either.
[[nodiscard]] ModelShape shapeOf(Block block, const ModelShape& model);
/// Whether it is or has a decoder layer.
[[nodiscard]] bool hasLayer(Block block) noexcept;
/// The decoder layer that most are: with experts where some are.
[[nodiscard]] Block usualLayer(const ModelShape& shape);

/// y[T, out] = x[T, in] · w[out, in]ᵀ with T rows; the sizes are those of one tensor-parallel shard. Where
/// there are several, as of experts, one after the other in every matrix.
struct Linear
{
    std::string_view name;
    std::int64_t out = 0;
    std::int64_t in = 0;
    std::int64_t rows = 0;
    std::int64_t count = 1;
    bool isFp8 = false;
};
[[nodiscard]] std::vector<Linear> linearsOf(Block block, const ModelShape& shape);

/// One matrix product as cuBLASLt takes it: column-major, C[m, n] = A · B + beta · C, where A is (m, k) or,
/// if transposed, stored as (k, m). Row-major matrices are the transposed column-major ones.
struct GemmCall
{
    bool transposesA = false;
    bool transposesB = false;
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t lda = 0, ldb = 0, ldc = 0;
    double beta = 0;

    bool operator==(const GemmCall&) const = default;
};
/// A is the weight for Forward and Input, the layer's input for Weight; B what comes in, or the output's
/// gradient; C the output, the input's gradient, or the weight's.
[[nodiscard]] GemmCall gemmCall(const Linear& linear, Op op, const ModelShape& shape);

enum class KernelKind : std::uint8_t { Gemm, Attention, Elementwise, Gather };
[[nodiscard]] std::string_view kernelKindName(KernelKind kind) noexcept;

/// One kernel of a block's pass, with what it computes and moves (docs/probe.md, "Kernels of a block"). m, n,
/// k are row-major: the output is [m, n]. The kernels of a mixture are in mixture_kernels.h.
struct Kernel
{
    std::string name;
    Op op = Op::Forward;
    KernelKind kind = KernelKind::Elementwise;
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t flops = 0;
    std::int64_t bytes = 0;
    std::int64_t launches = 1; ///< it may be several, one after the other
    std::int64_t batch = 1;    ///< products of that size
    bool isFp8 = false;        ///< a product of copies in fp8
    bool isRecomputed = false; ///< a forward kernel that runs again in the backward

    bool operator==(const Kernel&) const = default;
};

/// In the order in which they run: Forward, then Input, then Weight.
[[nodiscard]] std::vector<Kernel> kernelsOf(Block block, const ModelShape& shape);
/// Of all kernels of a pass.
[[nodiscard]] std::int64_t flopsOf(const std::vector<Kernel>& kernels, Op op);
[[nodiscard]] std::int64_t bytesOf(const std::vector<Kernel>& kernels, Op op);

} // namespace bubblescope::probe
