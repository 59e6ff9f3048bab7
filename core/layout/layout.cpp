// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout.h"

#include <algorithm>

namespace bubblescope {

std::uint32_t layersOf(std::string_view stage, char kind)
{
    return static_cast<std::uint32_t>(std::count(stage.begin(), stage.end(), kind));
}

namespace {

std::string allLetters(const Layout& layout)
{
    std::string all;
    for (const std::string& stage : layout.stages)
        all += stage;
    return all;
}

Result<void> checkEnds(const std::string& all)
{
    if (all.empty())
        return invalidInput({"layout.no-layers", "the layout has no layers"});
    if (all.front() != Layout::kEmbedding)
        return invalidInput(
            {"layout.first-not-embedding", "the first layer is '{found}', not the embedding (E)"},
            all.front());
    if (all.back() != Layout::kLoss)
        return invalidInput({"layout.last-not-loss", "the last layer is '{found}', not the loss (L)"},
                            all.back());
    if (const std::size_t count = layersOf(all, Layout::kEmbedding); count != 1)
        return invalidInput({"layout.several-embeddings", "the layout has {count} embeddings (E), not one"},
                            count);
    if (const std::size_t count = layersOf(all, Layout::kLoss); count != 1)
        return invalidInput({"layout.several-losses", "the layout has {count} losses (L), not one"}, count);
    return {};
}

Result<void> checkCounts(const std::string& all, const LayoutExpectation& expected)
{
    const std::size_t decoders = layersOf(all, Layout::kDecoder);
    if (expected.decoderLayers && decoders != *expected.decoderLayers)
        return invalidInput({"layout.other-decoder-count",
                             "decoder layers (t): the layout has {count}, but the model has {expected}"},
                            decoders, *expected.decoderLayers);
    const std::size_t predictions = layersOf(all, Layout::kPrediction);
    if (predictions != expected.predictionLayers)
        return invalidInput(
            {"layout.other-prediction-count",
             "layers of multi-token prediction (m): the layout has {count}, but the model has "
             "{expected}"},
            predictions, expected.predictionLayers);
    return {};
}

/// Megatron has all layers of multi-token prediction behind the decoder, in one stage, the last of its rank.
Result<void> checkPrediction(const Layout& layout, const std::string& all)
{
    const std::size_t first = all.find(Layout::kPrediction);
    if (first == std::string::npos)
        return {};
    if (all.find(Layout::kDecoder, first) != std::string::npos)
        return invalidInput({"layout.decoder-behind-prediction",
                             "a decoder layer (t) is behind the multi-token prediction (m)"});
    std::size_t holders = 0;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        if (layersOf(layout.stages[stage], Layout::kPrediction) == 0)
            continue;
        ++holders;
        if (stage / layout.ranks + 1 != layout.stagesPerRank())
            return invalidInput(
                {"layout.prediction-not-last-of-rank",
                 "the multi-token prediction (m) is in stage {stage}, which is not the last of "
                 "rank {rank}"},
                stage, stage % layout.ranks);
    }
    if (holders > 1)
        return invalidInput(
            {"layout.prediction-spread",
             "the multi-token prediction (m) is spread over {count} stages; it has to be in one"},
            holders);
    return {};
}

} // namespace

bool Layout::hasStandalonePrediction() const
{
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        if (layersOf(stages[stage], kPrediction) > 0)
            return stage % ranks != ranks - 1;
    return false;
}

Result<void> checkLayout(const Layout& layout, const LayoutExpectation& expected)
{
    if (expected.stagesPerRank && *expected.stagesPerRank != layout.stagesPerRank())
        return invalidInput({"layout.other-stages-per-rank",
                             "stages on each rank: the layout has {found}, not {expected}; all stages: "
                             "{stages}, ranks: {ranks}"},
                            layout.stagesPerRank(), *expected.stagesPerRank, layout.stages.size(),
                            layout.ranks);
    const std::string all = allLetters(layout);
    if (Result<void> checked = checkEnds(all); !checked)
        return checked;
    if (Result<void> checked = checkCounts(all, expected); !checked)
        return checked;
    return checkPrediction(layout, all);
}

} // namespace bubblescope
