// SPDX-License-Identifier: Apache-2.0
#include "core/time/stage_layers.h"

#include "core/base/try.h"
#include "core/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// Of the first `decoders` decoder layers those with experts.
double expertsBefore(const CostModel& costs, double decoders)
{
    const double behind = decoders - static_cast<double>(costs.denseLayers);
    return behind <= 0
               ? 0
               : std::ceil(behind / static_cast<double>(std::max<std::uint64_t>(costs.expertEvery, 1)));
}

StageLayers lettersOf(const std::string& stage)
{
    StageLayers layers;
    layers.dense = layersOf(stage, Layout::kDecoder);
    layers.prediction = layersOf(stage, Layout::kPrediction);
    layers.hasEmbedding = layersOf(stage, Layout::kEmbedding) > 0;
    layers.hasLoss = layersOf(stage, Layout::kLoss) > 0;
    return layers;
}

std::vector<StageLayers> evenly(const CostModel& costs, std::uint32_t stageCount)
{
    std::vector<StageLayers> stages(stageCount);
    for (std::uint32_t s = 0; s < stageCount; ++s) {
        stages[s].dense = costs.layersPerStage.at(StageId{s});
        stages[s].hasEmbedding = s == 0;
        stages[s].hasLoss = s + 1 == stageCount;
    }
    return stages;
}

} // namespace

std::vector<StageLayers> stageLayersOf(const CostModel& costs, std::uint32_t stageCount)
{
    std::vector<StageLayers> stages;
    if (costs.layout.empty())
        stages = evenly(costs, stageCount);
    else if (const Result<Layout> layout = parseLayout(costs.layout, 1))
        for (const std::string& stage : layout->stages)
            stages.push_back(lettersOf(stage));
    stages.resize(stageCount);
    if (costs.blocks->expert == BlockCost{})
        return stages;
    double decoders = 0;
    for (StageLayers& stage : stages) {
        const double before = expertsBefore(costs, decoders);
        decoders += stage.dense;
        stage.experts = expertsBefore(costs, decoders) - before;
        stage.dense -= stage.experts;
    }
    return stages;
}

Result<void> checkStageLayers(const CostModel& costs, std::uint32_t stageCount)
{
    if (costs.layout.empty())
        return {};
    if (!costs.blocks)
        return invalidInput({"costs.layout-without-blocks",
                             "a layout needs blocks: it says which of the blocks' layers each stage has"});
    if (costs.layersPerStage != CostModel().layersPerStage)
        return invalidInput({"costs.layout-and-layers",
                             "the layers of the stages come from a layout: leave out layers_per_stage"});
    TRY(const Layout layout, parseLayout(costs.layout, 1));
    if (layout.stages.size() != stageCount)
        return invalidInput(
            {"costs.layout-of-other-stages", "the layout has {given} stages, but the schedule has {stages}"},
            layout.stages.size(), stageCount);
    return {};
}

std::vector<LayersRemark> layersWithoutCosts(const CostModel& costs)
{
    std::vector<LayersRemark> remarks;
    const auto remark = [&](std::string_view field, Sentence said) {
        remarks.push_back({field, std::move(said)});
    };
    const bool hasExperts = costs.blocks && costs.blocks->expert != BlockCost{};
    if (const CostModel standard; !hasExperts)
        for (const auto& [field, isGiven] :
             {std::pair{"dense_layers", costs.denseLayers != standard.denseLayers},
              std::pair{"expert_every", costs.expertEvery != standard.expertEvery}})
            if (isGiven)
                remark(field, {{"costs.no-experts-to-tell-apart",
                                "{key} is not used: it says which decoder layers have experts, but the "
                                "blocks have no \"expert\""},
                               field});
    const Result<Layout> layout = parseLayout(costs.layout, 1);
    if (costs.layout.empty() || !costs.blocks || !layout)
        return remarks;
    StageLayers all;
    for (const StageLayers& stage : stageLayersOf(costs, static_cast<std::uint32_t>(layout->stages.size()))) {
        all.dense += stage.dense;
        all.prediction += stage.prediction;
        all.hasEmbedding |= stage.hasEmbedding;
        all.hasLoss |= stage.hasLoss;
    }
    std::string letters;
    std::string blocks;
    const auto check = [&](const BlockCost& block, bool isThere, char letter, const char* name) {
        if (!isThere || block != BlockCost{})
            return;
        letters += (letters.empty() ? "" : ", ") + std::string(1, letter);
        blocks += (blocks.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    };
    check(costs.blocks->embedding, all.hasEmbedding, Layout::kEmbedding, "embedding");
    check(costs.blocks->layer, all.dense > 0, Layout::kDecoder, "layer");
    check(costs.blocks->prediction, all.prediction > 0, Layout::kPrediction, "mtp");
    check(costs.blocks->head, all.hasLoss, Layout::kLoss, "head");
    if (!letters.empty())
        remark("layout", {{"costs.layers-without-block",
                           "layers of the layout that take no time and no memory: {letters}, for the blocks "
                           "have no {blocks}"},
                          letters,
                          blocks});
    return remarks;
}

} // namespace bubblescope
