// SPDX-License-Identifier: Apache-2.0
#include "core/search/split_layers.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What a stage with a number of layers computes for a microbatch: F and the whole backward.
double workOf(const CostModel& composed, std::uint32_t stage)
{
    return composed.durationOf(ActionKind::Forward, StageId{stage}) +
           composed.durationOf(ActionKind::Backward, StageId{stage});
}

CostModel withLayerList(const CostModel& costs, const std::vector<std::uint32_t>& layers)
{
    CostModel given = costs;
    given.layersPerStage = StageValues(std::vector<double>(layers.begin(), layers.end()));
    return given.forStages(static_cast<std::uint32_t>(layers.size()));
}

/// Ranks among which work is shared: one, or a mirror's two that have the same stages.
struct Owner
{
    std::vector<StageId> stages;
    double factor = 1;        ///< of the slowest of them
    std::uint32_t layers = 0; ///< of all stages together
    double fixed = 0;         ///< computed besides layers
};

double factorOf(const CostModel& costs, RankId rank)
{
    const auto found = costs.rankFactor.find(rank.value);
    return found == costs.rankFactor.end() ? 1 : found->second;
}

std::vector<Owner> ownersOf(const CostModel& costs, const Placement& placement)
{
    std::vector<Owner> owners;
    const bool isMirror = placement.kind == PlacementKind::Mirror;
    const std::uint32_t count = isMirror ? (placement.ranks + 1) / 2 : placement.ranks;
    for (std::uint32_t r = 0; r < count; ++r) {
        Owner owner{placement.stagesOf(RankId{r}), factorOf(costs, RankId{r}), 0, 0};
        if (isMirror)
            owner.factor = std::max(owner.factor, factorOf(costs, RankId{placement.ranks - 1 - r}));
        owners.push_back(std::move(owner));
    }
    return owners;
}

/// Whether a stage is more than nothing without a layer.
bool canBeEmpty(std::uint32_t stage, std::uint32_t stageCount)
{
    return stage == 0 || stage + 1 == stageCount;
}

/// Gives an owner's layers to its stages, evenly, those that must have one first.
void shareOut(const Owner& owner, std::uint32_t stageCount, std::vector<std::uint32_t>& layers)
{
    std::uint32_t left = owner.layers;
    for (const StageId stage : owner.stages)
        if (!canBeEmpty(stage.value, stageCount)) {
            layers[stage.value] = 1;
            --left;
        }
    for (; left > 0; --left)
        ++layers[std::min_element(owner.stages.begin(), owner.stages.end(), [&](StageId a, StageId b) {
                     return layers[a.value] < layers[b.value];
                 })->value];
}

} // namespace

Result<std::vector<std::uint32_t>> splitLayers(const CostModel& costs, const Placement& placement,
                                               std::uint32_t layers)
{
    const std::uint32_t stageCount = placement.stageCount();
    const std::uint32_t least = stageCount <= 2 ? 0 : stageCount - 2;
    if (!costs.blocks)
        return invalidInput(
            {"search.layers-can-split-only",
             "layers can be split only if the costs are given by block (embedding, layer, head)"});
    if (layers < std::max(1U, least))
        return invalidInput({"search.layers-too-few-stages",
                             "{layers} layers are too few for {stages} stages, which need {least}"},
                            layers, stageCount, least);
    const CostModel empty = withLayerList(costs, std::vector<std::uint32_t>(stageCount, 0));
    const CostModel single = withLayerList(costs, std::vector<std::uint32_t>(stageCount, 1));
    const double layerWork = workOf(single, 0) - workOf(empty, 0);
    std::vector<Owner> owners = ownersOf(costs, placement);
    std::uint32_t left = layers;
    for (Owner& owner : owners)
        for (const StageId stage : owner.stages) {
            owner.fixed += workOf(empty, stage.value);
            owner.layers += canBeEmpty(stage.value, stageCount) ? 0 : 1;
            left -= canBeEmpty(stage.value, stageCount) ? 0 : 1;
        }
    // Layers are alike, so giving each to who is the least burdened with it then is best.
    const auto burden = [&](const Owner& owner) {
        return owner.factor * (owner.fixed + (owner.layers + 1) * layerWork);
    };
    for (; left > 0; --left) {
        const auto next =
            std::min_element(owners.rbegin(), owners.rend(),
                             [&](const Owner& a, const Owner& b) { return burden(a) < burden(b); });
        ++next->layers;
    }
    std::vector<std::uint32_t> split(stageCount, 0);
    for (const Owner& owner : owners)
        shareOut(owner, stageCount, split);
    return split;
}

double slowestRank(const CostModel& costs, const Placement& placement,
                   const std::vector<std::uint32_t>& layersPerStage)
{
    const CostModel composed = withLayerList(costs, layersPerStage);
    double slowest = 0;
    for (std::uint32_t r = 0; r < placement.ranks; ++r) {
        double work = 0;
        for (const StageId stage : placement.stagesOf(RankId{r}))
            work += workOf(composed, stage.value);
        if (placement.kind == PlacementKind::Mirror)
            work /= 2;
        slowest = std::max(slowest, work * factorOf(costs, RankId{r}));
    }
    return slowest;
}

} // namespace bubblescope
