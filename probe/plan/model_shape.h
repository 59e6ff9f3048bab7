// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::probe {

/// What matrices hold. With Fp8 the products of a layer read fp8 (e4m3), and all else is bf16.
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

/// What shares a scale in fp8: a tensor, or 128 elements of activations and gradients along the sum, and
/// 128 x 128 of weights.
enum class Fp8Scaling : std::uint8_t { Tensor, Block };
[[nodiscard]] std::string_view fp8ScalingName(Fp8Scaling scaling) noexcept;

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
    Fp8Scaling fp8Scaling = Fp8Scaling::Tensor;
    /// Of a mixture: feed-forward parts of which each token meets `topK`, and those that all tokens meet.
    std::int64_t experts = 0; ///< 0 = the layer is dense
    std::int64_t topK = 0;
    std::int64_t expertFfn = 0; ///< inner width of one; 0 = `ffn`
    std::int64_t sharedExperts = 0;
    std::int64_t expertParallel = 1; ///< devices that share the experts
    /// Decoder layers of a mixture before the first one with experts, and one in how many behind them has
    /// some.
    std::int64_t denseLayers = 0, expertEvery = 1;
    std::int64_t mtpLayers = 0;    ///< of multi-token prediction, each with a decoder layer of the last kind
    bool sequenceParallel = false; ///< norms and residuals are of 1 / tp of the tokens
    /// Times contain the communication within a layer, estimated.
    bool withCollectives = false;

    bool operator==(const ModelShape&) const = default;

    [[nodiscard]] std::int64_t tokens() const { return microBatch * seq; }
    /// Of activations and weights: what products read in fp8 is a copy.
    [[nodiscard]] DataType valueType() const { return isFp8() ? DataType::Bf16 : dataType; }
    /// Bytes of an element of activations and weights.
    [[nodiscard]] std::int64_t element() const { return bytesOf(valueType()); }
    [[nodiscard]] bool accumulates() const { return gradientType == DataType::Fp32; }
    [[nodiscard]] bool isFp8() const { return dataType == DataType::Fp8; }
    [[nodiscard]] bool isMoe() const { return experts > 0; }
    /// Whether some decoder layers are dense and some have experts.
    [[nodiscard]] bool isMixed() const { return isMoe() && (denseLayers > 0 || expertEvery > 1); }
    /// Inner width of an expert, once, of one shard.
    [[nodiscard]] std::int64_t expertWidth() const { return (expertFfn > 0 ? expertFfn : ffn) / tp; }
    [[nodiscard]] std::int64_t sharedWidth() const { return sharedExperts * expertWidth(); }
    /// Experts on one device.
    [[nodiscard]] std::int64_t localExperts() const { return experts / expertParallel; }
    /// Rows that each of them gets where all get as many; in fp8 whole vectors of 16.
    [[nodiscard]] std::int64_t expertRows() const;
    /// Tokens whose norms and residuals are on this device.
    [[nodiscard]] std::int64_t normTokens() const { return sequenceParallel ? tokens() / tp : tokens(); }
};

/// What is missing, out of bounds, does not divide, or would be too large to count: each GEMM dimension is at
/// most 2^31 - 1, FLOPs and bytes of a block fit 62 bits. The other functions of the plan require a shape
/// that passed.
[[nodiscard]] Result<void> checkShape(const ModelShape& shape);

} // namespace bubblescope::probe
