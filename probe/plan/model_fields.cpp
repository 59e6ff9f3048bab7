// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/model_fields.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace bubblescope::probe {

std::span<const NumberField> numberFields()
{
    static constexpr std::array kFields{
        NumberField{"hidden", "Width of the residual stream", &ModelShape::hidden},
        NumberField{"ffn", "Inner width of the feed-forward part; counted once even if it is gated",
                    &ModelShape::ffn},
        NumberField{"heads", "Attention heads", &ModelShape::heads},
        NumberField{"kv_heads", "Heads of keys and values", &ModelShape::kvHeads},
        NumberField{"head_dim", "Width of a head", &ModelShape::headDim},
        NumberField{"seq", "Tokens of a sequence", &ModelShape::seq},
        NumberField{"micro_batch", "Sequences of a microbatch", &ModelShape::microBatch},
        NumberField{"vocab", "Size of the vocabulary; 0 = no embedding and no head", &ModelShape::vocab},
        NumberField{"tp", "Devices that share each layer", &ModelShape::tp},
        NumberField{"experts", "Experts of a mixture; 0 = a dense layer", &ModelShape::experts, true},
        NumberField{"top_k", "Experts that each token meets", &ModelShape::topK, true},
        NumberField{"expert_ffn", "Inner width of an expert; 0 = that of the feed-forward part",
                    &ModelShape::expertFfn, true},
        NumberField{"shared_experts", "Experts that every token meets", &ModelShape::sharedExperts, true},
        NumberField{"ep", "Devices that share the experts", &ModelShape::expertParallel, true},
        NumberField{"dense_layers", "Decoder layers before the first one with experts",
                    &ModelShape::denseLayers, false, 0, true},
        NumberField{"expert_every", "One in how many of the decoder layers behind them has experts",
                    &ModelShape::expertEvery, false, 1, true},
        NumberField{"mtp_layers", "Layers of multi-token prediction", &ModelShape::mtpLayers, false, 0, true},
    };
    return kFields;
}

std::span<const SwitchField> switchFields()
{
    static constexpr std::array kFields{
        SwitchField{"gated", "Feed-forward with a gate (SwiGLU)", &ModelShape::gated},
        SwitchField{"causal", "A token attends only to tokens before it", &ModelShape::causal},
        SwitchField{"bias", "Linears and norms have biases", &ModelShape::bias},
        SwitchField{"tied_embedding", "The head uses the embedding's weights", &ModelShape::tiedEmbedding},
        SwitchField{"sequence_parallel", "Devices that share a layer share the tokens of its norms",
                    &ModelShape::sequenceParallel, false},
        SwitchField{"with_collectives", "Times contain the communication within a layer, estimated",
                    &ModelShape::withCollectives, false},
    };
    return kFields;
}

Result<DataType> dataTypeFromName(std::string_view name)
{
    for (const DataType type :
         {DataType::Bf16, DataType::Fp16, DataType::Tf32, DataType::Fp32, DataType::Fp8})
        if (dataTypeName(type) == name)
            return type;
    return invalidInput({"probe.no-data-type-expected",
                         "\"{name}\" is not a data type; expected bf16, fp16, tf32, fp32 or fp8"},
                        name);
}

Result<Recompute> recomputeFromName(std::string_view name)
{
    for (const Recompute recompute : {Recompute::None, Recompute::Attention, Recompute::Full})
        if (recomputeName(recompute) == name)
            return recompute;
    return invalidInput({"probe.cannot-recomputed-expected-none",
                         "\"{name}\" cannot be recomputed: expected none, attention or full"},
                        name);
}

Result<Fp8Scaling> fp8ScalingFromName(std::string_view name)
{
    for (const Fp8Scaling scaling : {Fp8Scaling::Tensor, Fp8Scaling::Block})
        if (fp8ScalingName(scaling) == name)
            return scaling;
    return invalidInput(
        {"probe.no-fp8-scaling", "\"{name}\" is not a scaling of fp8: expected tensor or block"}, name);
}

Result<Framework> frameworkFromName(std::string_view name)
{
    for (const Framework framework : {Framework::Compiled, Framework::Eager})
        if (frameworkName(framework) == name)
            return framework;
    return invalidInput(
        {"probe.no-framework-expected-compiled", "\"{name}\" is not a framework: expected compiled or eager"},
        name);
}

Result<std::vector<std::int64_t>> layersFromText(std::string_view text)
{
    std::vector<std::int64_t> layers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        std::int64_t value = 0;
        const auto [past, problem] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (problem != std::errc{} || past != part.data() + part.size() || value < 0)
            return invalidInput({"probe.layers-no-number-layers",
                                 "layers \"{text}\": \"{part}\" is not a number of layers; "
                                 "expected 4, or 4,4,4,3 with a number for each stage"},
                                text, part);
        layers.push_back(value);
        begin = end + 1;
    }
    return layers;
}

} // namespace bubblescope::probe
