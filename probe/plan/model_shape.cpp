// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/model_shape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

constexpr const char* kLayersKey = "layers_per_stage";

constexpr std::int64_t kMostDimension = (std::int64_t{1} << 31) - 1;
constexpr long double kMostCounted = 4.6e18L; // 2^62

struct Size
{
    std::string_view name;
    std::int64_t value;
    std::int64_t least;
};

Result<void> checkSizes(const ModelShape& shape)
{
    const std::array sizes{
        Size{"hidden", shape.hidden, 1},
        Size{"ffn", shape.ffn, 1},
        Size{"heads", shape.heads, 1},
        Size{"kv_heads", shape.kvHeads, 1},
        Size{"head_dim", shape.headDim, 1},
        Size{"seq", shape.seq, 1},
        Size{"tp", shape.tp, 1},
        Size{"micro_batch", shape.microBatch, 1},
        Size{"vocab", shape.vocab, 0},
        Size{"mtp_layers", shape.mtpLayers, 0},
    };
    for (const Size& size : sizes) {
        if (size.value == 0 && size.least == 1)
            return invalidInput({"probe.missing", "{key} is missing from the model"}, size.name);
        if (size.value < size.least || size.value > kMostDimension)
            return invalidInput({"probe.not-between", "{key} is {value}; expected {least} to {most}"},
                                size.name, size.value, size.least, kMostDimension);
    }
    if (shape.layersPerStage.empty())
        return invalidInput({"probe.layers-missing",
                             "{key} is missing: give one number for all stages, or one for each stage"},
                            kLayersKey);
    for (const std::int64_t layers : shape.layersPerStage)
        if (layers < 0 || layers > 100'000)
            return invalidInput({"probe.layers-not-between", "{key} has {layers}; expected 0 to 100000"},
                                kLayersKey, layers);
    return {};
}

Result<void> checkDivisors(const ModelShape& shape)
{
    if (shape.heads % shape.kvHeads != 0)
        return invalidInput(
            {"probe.heads-no-multiple-kv",
             "{key} ({heads}) is not a multiple of kv_heads ({kv_heads}): each group of heads shares one"},
            "heads", shape.heads, shape.kvHeads);
    const std::array shared{Size{"heads", shape.heads, 0}, Size{"kv_heads", shape.kvHeads, 0},
                            Size{"ffn", shape.ffn, 0}, Size{"vocab", shape.vocab, 0}};
    for (const Size& size : shared) {
        const std::int64_t rest = size.value % shape.tp;
        if (rest != 0)
            return invalidInput(
                size.name == "vocab"
                    ? Sentence({"probe.tp-does-not-divide-vocab",
                                "{key} ({tp}) must divide {name} ({value}): pad it to {padded}"},
                               "tp", shape.tp, size.name, size.value, size.value - rest + shape.tp)
                    : Sentence({"probe.tp-does-not-divide", "{key} ({tp}) must divide {name} ({value})"},
                               "tp", shape.tp, size.name, size.value));
    }
    if (shape.mtpLayers > 0 && shape.vocab == 0)
        return invalidInput(
            {"probe.prediction-without-vocab",
             "{key} needs a vocab: a prediction has an embedding and a pass through the head"},
            "mtp_layers");
    if (shape.mtpLayers > 0 && shape.hidden % shape.tp != 0)
        return invalidInput({"probe.tp-does-not-divide", "{key} ({tp}) must divide {name} ({value})"}, "tp",
                            shape.tp, "hidden", shape.hidden);
    if (shape.sequenceParallel && shape.microBatch * shape.seq % shape.tp != 0)
        return invalidInput({"probe.tp-does-not-divide", "{key} ({tp}) must divide {name} ({value})"}, "tp",
                            shape.tp, "micro_batch * seq", shape.microBatch * shape.seq);
    if (shape.gradientType != DataType::Fp32 && shape.gradientType != DataType::Bf16)
        return invalidInput({"probe.grad-dtype-expected-fp32", "{key} is {found}; expected fp32 or bf16"},
                            "grad_dtype", dataTypeName(shape.gradientType));
    return {};
}

Result<void> checkMixture(const ModelShape& shape)
{
    const std::array sizes{
        Size{"experts", shape.experts, 0},         Size{"top_k", shape.topK, 0},
        Size{"expert_ffn", shape.expertFfn, 0},    Size{"shared_experts", shape.sharedExperts, 0},
        Size{"ep", shape.expertParallel, 1},       Size{"dense_layers", shape.denseLayers, 0},
        Size{"expert_every", shape.expertEvery, 1}};
    constexpr std::int64_t kMostExperts = 65'536;
    for (const Size& size : sizes) {
        const std::int64_t most = size.name == "expert_ffn" ? kMostDimension : kMostExperts;
        if (size.value < size.least || size.value > most)
            return invalidInput({"probe.not-between", "{key} is {value}; expected {least} to {most}"},
                                size.name, size.value, size.least, most);
        if (!shape.isMoe() && size.value > size.least)
            return invalidInput({"probe.no-effect-without-experts", "{key} has no effect without experts"},
                                size.name);
    }
    if (!shape.isMoe())
        return {};
    if (shape.topK < 1 || shape.topK > shape.experts)
        return invalidInput({"probe.not-between", "{key} is {value}; expected {least} to {most}"}, "top_k",
                            shape.topK, 1, shape.experts);
    if (shape.experts % shape.expertParallel != 0)
        return invalidInput({"probe.ep-does-not-divide", "{key} ({ep}) must divide experts ({experts})"},
                            "ep", shape.expertParallel, shape.experts);
    if (shape.expertFfn % shape.tp != 0)
        return invalidInput({"probe.tp-does-not-divide", "{key} ({tp}) must divide {name} ({value})"}, "tp",
                            shape.tp, "expert_ffn", shape.expertFfn);
    return {};
}

/// In numbers that cannot overflow, so a little off.
Result<void> checkProducts(const ModelShape& shape)
{
    using Wide = long double;
    // The head meets each token once for every prediction.
    const Wide tokens = static_cast<Wide>(shape.microBatch) * static_cast<Wide>(shape.seq) *
                        static_cast<Wide>(1 + shape.mtpLayers);
    const Wide qkv = static_cast<Wide>(shape.heads + 2 * shape.kvHeads) * static_cast<Wide>(shape.headDim);
    const Wide wide = static_cast<Wide>(shape.gated ? 2 : 1) * static_cast<Wide>(shape.ffn);
    const Wide expert = static_cast<Wide>(shape.expertFfn > 0 ? shape.expertFfn : shape.ffn);
    const Wide inner = shape.isMoe() ? 2 * expert : 0;
    const Wide chosen = static_cast<Wide>(shape.topK) * tokens + static_cast<Wide>(16 * shape.experts);
    const std::array<std::pair<std::string_view, Wide>, 5> dimensions{
        {{"micro_batch * seq", tokens},
         {"(heads + 2 * kv_heads) * head_dim", qkv},
         {"twice ffn", wide},
         {"micro_batch * seq * top_k", chosen},
         {"shared experts", inner * static_cast<Wide>(shape.sharedExperts)}}};
    for (const auto& [name, value] : dimensions)
        if (value > static_cast<Wide>(kMostDimension))
            return invalidInput({"probe.matrix-most-rows-columns",
                                 "{key} is {value:.4g}, but a matrix has at most {most} rows or columns"},
                                name, static_cast<double>(value), kMostDimension);
    const Wide hidden = static_cast<Wide>(shape.hidden);
    const Wide linears = 2 * tokens * hidden *
                             (2 * qkv + 2 * wide + static_cast<Wide>(shape.vocab + shape.experts) +
                              2 * inner * static_cast<Wide>(shape.sharedExperts)) +
                         4 * chosen * hidden * inner;
    const Wide attention = 8 * tokens * static_cast<Wide>(shape.heads) * static_cast<Wide>(shape.seq) *
                           static_cast<Wide>(shape.headDim);
    // Three passes and what is computed again.
    if (4 * (linears + attention) > kMostCounted)
        return invalidInput({"probe.one-block-model-takes",
                             "one block of this model takes {flops:.3g} FLOPs per microbatch, "
                             "too many to count: is a size in the wrong unit?"},
                            static_cast<double>(linears + attention));
    return {};
}

} // namespace

std::string_view dataTypeName(DataType type) noexcept
{
    constexpr std::array<std::string_view, 5> names{"bf16", "fp16", "tf32", "fp32", "fp8"};
    return names[static_cast<std::size_t>(type)];
}

std::int64_t bytesOf(DataType type) noexcept
{
    constexpr std::array<std::int64_t, 5> bytes{2, 2, 4, 4, 1};
    return bytes[static_cast<std::size_t>(type)];
}

std::string_view recomputeName(Recompute recompute) noexcept
{
    constexpr std::array<std::string_view, 3> names{"none", "attention", "full"};
    return names[static_cast<std::size_t>(recompute)];
}

std::string_view fp8ScalingName(Fp8Scaling scaling) noexcept
{
    constexpr std::array<std::string_view, 2> names{"tensor", "block"};
    return names[static_cast<std::size_t>(scaling)];
}

std::int64_t ModelShape::expertRows() const
{
    const std::int64_t local = std::max<std::int64_t>(1, localExperts());
    const std::int64_t rows = (tokens() * topK + local - 1) / local;
    constexpr std::int64_t kVector = 16;
    return isFp8() ? (rows + kVector - 1) / kVector * kVector : rows;
}

std::string_view frameworkName(Framework framework) noexcept
{
    constexpr std::array<std::string_view, 2> names{"compiled", "eager"};
    return names[static_cast<std::size_t>(framework)];
}

Result<void> checkShape(const ModelShape& shape)
{
    if (auto ok = checkSizes(shape); !ok)
        return ok;
    if (auto ok = checkDivisors(shape); !ok)
        return ok;
    if (auto ok = checkMixture(shape); !ok)
        return ok;
    return checkProducts(shape);
}

} // namespace bubblescope::probe
