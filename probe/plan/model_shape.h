// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::probe {

/// What matrices hold. Fp8 is for the estimator alone.
enum class DataType : std::uint8_t { Bf16, Fp16, Tf32, Fp32, Fp8 };
[[nodiscard]] std::string_view dataTypeName(DataType type) noexcept;
/// Bytes of one element.
[[nodiscard]] std::int64_t bytesOf(DataType type) noexcept;

/// What is computed a second time in the backward instead of being kept.
enum class Recompute : std::uint8_t { None, Attention, Full };
[[nodiscard]] std::string_view recomputeName(Recompute recompute) noexcept;

/// Whose elementwise kernels run between the products, and what activations are kept for them: those of a
/// compiler that fuses chains (torch.compile), or one kernel for each operation (PyTorch without it).
enum class Framework : std::uint8_t { Compiled, Eager };
[[nodiscard]] std::string_view frameworkName(Framework framework) noexcept;

/// A decoder-only transformer, as far as the times of its blocks depend on it (docs/probe.md, "The model").
/// Sizes are those of the whole model; `tp` says how many devices share each layer.
struct ModelShape
{
    std::string name;
    std::int64_t hidden = 0;
    std::int64_t ffn = 0; ///< inner width of the feed-forward part, once (not doubled where it is gated)
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t seq = 0;
    std::int64_t microBatch = 0;
    std::vector<std::int64_t> layersPerStage; ///< one for all stages, or one for each
    std::int64_t vocab = 0;                   ///< 0 = neither embedding nor head
    std::int64_t tp = 1;
    bool gated = true;
    bool causal = true;
    bool bias = false;
    bool tiedEmbedding = false;
    Recompute recompute = Recompute::None;
    DataType dataType = DataType::Bf16;
    DataType gradientType = DataType::Fp32;    ///< fp32 (added to what is there) or bf16 (written)
    Framework framework = Framework::Compiled; ///< of the kernels, not of the model: "method" in a file
    bool isMoe = false;                        ///< mixture of experts: known of, not measured

    bool operator==(const ModelShape&) const = default;

    [[nodiscard]] std::int64_t tokens() const { return microBatch * seq; }
    /// Bytes of an element of activations and weights.
    [[nodiscard]] std::int64_t element() const { return bytesOf(dataType); }
    [[nodiscard]] bool accumulates() const { return gradientType == DataType::Fp32; }
};

/// What is missing, out of bounds, does not divide, or would be too large to count: each GEMM dimension is at
/// most 2^31 - 1, FLOPs and bytes of a block fit 62 bits. The other functions of the plan require a shape
/// that passed.
[[nodiscard]] Result<void> checkShape(const ModelShape& shape);

} // namespace bubblescope::probe
