// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/model_presets.h"

#include "core/base/text_match.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::probe {

namespace {

struct Figures
{
    std::int64_t hidden, ffn, heads, kvHeads, headDim, seq, vocab, layers, stages;
};

ModelPreset preset(std::string key, std::string name, const Figures& figures, std::string source)
{
    ModelShape shape;
    shape.name = std::move(name);
    shape.hidden = figures.hidden;
    shape.ffn = figures.ffn;
    shape.heads = figures.heads;
    shape.kvHeads = figures.kvHeads;
    shape.headDim = figures.headDim;
    shape.seq = figures.seq;
    shape.vocab = figures.vocab;
    shape.microBatch = 1;
    shape.layersPerStage = {figures.layers / figures.stages};
    return {std::move(key), std::move(shape), figures.layers, figures.stages, std::move(source)};
}

void setMixture(std::vector<ModelPreset>& presets, std::string_view key, std::int64_t experts,
                std::int64_t topK, std::int64_t width, std::int64_t shared)
{
    for (ModelPreset& known : presets)
        if (known.key == key) {
            known.shape.experts = experts;
            known.shape.topK = topK;
            known.shape.expertFfn = width;
            known.shape.sharedExperts = shared;
        }
}

std::vector<ModelPreset> all()
{
    std::vector<ModelPreset> presets{
        preset("gpt-3-175b", "GPT-3 175B", {12288, 49152, 96, 96, 128, 2048, 50257, 96, 8},
               "Brown et al., Language Models are Few-Shot Learners, 2020, table 2.1; vocabulary: GPT-2's; "
               "every "
               "second layer's sparse attention is counted as full"),
        preset("llama-3-8b", "Llama 3 8B", {4096, 14336, 32, 8, 128, 8192, 128256, 32, 8},
               "Grattafiori et al., The Llama 3 Herd of Models, 2024, table 3; vocabulary: model card"),
        preset("llama-3-70b", "Llama 3 70B", {8192, 28672, 64, 8, 128, 8192, 128256, 80, 8},
               "Grattafiori et al., The Llama 3 Herd of Models, 2024, table 3; vocabulary: model card"),
        preset("llama-3-405b", "Llama 3.1 405B", {16384, 53248, 128, 8, 128, 8192, 128256, 126, 18},
               "Grattafiori et al., The Llama 3 Herd of Models, 2024, table 3; vocabulary: model card"),
        preset("mixtral-8x7b-dense", "Mixtral 8x7B, one expert",
               {4096, 14336, 32, 8, 128, 32768, 32000, 32, 8},
               "Jiang et al., Mixtral of Experts, 2024, table 1; dense part: one expert for each token, no "
               "router"),
        preset("mixtral-8x7b", "Mixtral 8x7B", {4096, 14336, 32, 8, 128, 32768, 32000, 32, 8},
               "Jiang et al., Mixtral of Experts, 2024, table 1"),
        preset(
            "deepseek-v3", "DeepSeek-V3", {7168, 18432, 128, 1, 128, 4096, 129280, 61, 61},
            "DeepSeek-V3 Technical Report, 2024, 4.2: three dense layers, then 58 with experts, and one of "
            "multi-token prediction; latent attention is replaced by heads that share one key and value, "
            "near it in weights"),
        preset("qwen2.5-72b", "Qwen2.5 72B", {8192, 29568, 64, 8, 128, 4096, 152064, 80, 8},
               "Qwen2.5 Technical Report, 2024, table 1 and 3.2 (sequences of 4096); widths: the model's "
               "published configuration; its biases of q, k and v are not counted"),
    };
    ModelShape& gpt = presets.front().shape;
    gpt.gated = false;
    gpt.bias = true;
    gpt.tiedEmbedding = true;
    setMixture(presets, "mixtral-8x7b", 8, 2, 14336, 0);
    setMixture(presets, "deepseek-v3", 256, 8, 2048, 1);
    for (ModelPreset& known : presets)
        if (known.key == "deepseek-v3") {
            known.shape.denseLayers = 3;
            known.shape.mtpLayers = 1;
        }
    return presets;
}

} // namespace

const std::vector<ModelPreset>& modelPresets()
{
    static const std::vector<ModelPreset> kPresets = all();
    return kPresets;
}

Result<ModelPreset> findPreset(std::string_view key)
{
    std::vector<std::string_view> keys;
    for (const ModelPreset& known : modelPresets()) {
        if (known.key == key)
            return known;
        keys.push_back(known.key);
    }
    const std::string_view nearest = nearestOf(key, keys);
    return invalidInput(nearest.empty() ? Sentence({"probe.no-model-called-known",
                                                    "unknown model \"{key}\": the known models are {keys}"},
                                                   key, fmt::format("{}", fmt::join(keys, ", ")))
                                        : Sentence({"probe.no-model-called-did",
                                                    "unknown model \"{key}\": did you mean {nearest}?"},
                                                   key, nearest));
}

} // namespace bubblescope::probe
