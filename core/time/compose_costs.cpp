// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fields.h"
#include "core/time/stage_layers.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// A block's time of one kind; see BlockCost for what is not given.
double timeOf(const BlockCost& block, ActionKind kind)
{
    const double full = block.backward.value_or(0);
    const auto halfBeside = [full](const std::optional<double>& other) {
        return other ? std::max(0.0, full - *other) : full / 2;
    };
    const double input = block.backwardInput.value_or(halfBeside(block.backwardWeight));
    const double weight = block.backwardWeight.value_or(halfBeside(block.backwardInput));
    switch (kind) {
    case ActionKind::Forward:
        return block.forward.value_or(0);
    case ActionKind::BackwardInput:
        return input;
    case ActionKind::BackwardWeight:
        return weight;
    default:
        return block.backward.value_or(input + weight);
    }
}

/// One value a stage: what its blocks have, and `perStage`.
template <typename ValueOf>
StageValues composed(const CostModel& costs, const std::vector<StageLayers>& stages, double perStage,
                     ValueOf&& valueOf)
{
    std::vector<double> values;
    values.reserve(stages.size());
    for (const StageLayers& stage : stages) {
        double value = perStage;
        visitBlocks(*costs.blocks, stage,
                    [&](const BlockCost& block, double count) { value += count * valueOf(block); });
        values.push_back(value);
    }
    return StageValues(std::move(values));
}

/// Whether a full backward is more than I + W: it is given, or I and W as two actions cost more beside.
bool givesBackward(const BlockCosts& blocks)
{
    return givesOf(blocks, &BlockCost::backward) || blocks.perAction > 0;
}

/// Of each stage's activation the share that W releases: the blocks' shares by their activations.
StageValues composedShares(const CostModel& costs, const std::vector<StageLayers>& stages)
{
    std::vector<double> shares(stages.size());
    for (std::uint32_t s = 0; s < stages.size(); ++s) {
        const auto shareOf = [&](const BlockCost& block) {
            return block.activationKeptUntilWeight.value_or(costs.activationKeptUntilWeight.at(StageId{s}));
        };
        double held = 0;
        double kept = 0;
        visitBlocks(*costs.blocks, stages[s], [&](const BlockCost& block, double count) {
            const double activation = count * block.activation.value_or(0);
            held += activation;
            kept += activation * shareOf(block);
        });
        shares[s] = held > 0 ? kept / held : shareOf(costs.blocks->layer);
    }
    return StageValues(std::move(shares));
}

/// Nothing for values that are all 1, which need not be said.
std::optional<StageValues> unlessOne(std::vector<double> shares)
{
    const bool areOne = std::all_of(shares.begin(), shares.end(), [](double share) { return share == 1; });
    return areOne ? std::nullopt : std::optional(StageValues(std::move(shares)));
}

/// Of what is not run again the rest of an activation is made again.
std::optional<StageValues> sharesBeside(const StageValues& kept, const StageValues& activation)
{
    std::vector<double> shares(std::max(kept.values.size(), activation.values.size()));
    for (std::uint32_t stage = 0; stage < shares.size(); ++stage) {
        const double held = activation.at(StageId{stage});
        shares[stage] = held > 0 ? std::max(0.0, 1 - kept.at(StageId{stage}) / held) : 1;
    }
    return unlessOne(std::move(shares));
}

/// What stays of a layer's activation; 0 where sizes are not known in bytes.
double inputOfLayer(const CostModel& costs)
{
    return costs.memoryUnit == MemoryUnit::Bytes ? costs.transfer.bytes : 0;
}

/// Of stages of blocks, all else of which is composed already.
void composeRecomputedLayers(const BlockCosts& blocks, const std::vector<StageLayers>& stages,
                             CostModel& costs)
{
    std::vector<double> times(stages.size());
    std::vector<double> beside(stages.size());
    std::vector<double> kept(stages.size());
    for (std::size_t s = 0; s < stages.size(); ++s) {
        times[s] = blocks.perAction;
        visitBlocks(blocks, stages[s], [&](const BlockCost& block, double count) {
            const bool isLayer = &block != &blocks.embedding && &block != &blocks.head;
            times[s] += isLayer ? count * timeOf(block, ActionKind::Forward) : 0;
            beside[s] += isLayer ? 0 : count * block.activation.value_or(0);
            kept[s] += isLayer ? count * inputOfLayer(costs) : 0;
        });
        kept[s] += beside[s];
    }
    RecomputedLayers& layers = costs.recomputedLayers;
    layers.held = sharesBeside(StageValues(std::move(beside)), costs.activation).value_or(StageValues(1.0));
    layers.share = sharesBeside(StageValues(std::move(kept)), costs.activation);
    if (costs.forward->values != times)
        layers.time = StageValues(std::move(times));
}

CostModel withRecomputation(CostModel costs)
{
    RecomputedLayers& layers = costs.recomputedLayers;
    if (!costs.recompute && layers.time) {
        costs.recompute = layers.time;
        layers.areTime = true;
    }
    if (!costs.activationRecomputed && layers.share) {
        costs.activationRecomputed = layers.share;
        layers.areShare = true;
    }
    return costs;
}

/// What a copy of a stage's activation takes over a link of known bandwidth.
CostModel withCopyTimes(CostModel costs)
{
    if (costs.offloadBandwidth > 0 && costs.offload == CostModel().offload) {
        costs.offload = costs.activation;
        for (double& time : costs.offload.values)
            time /= costs.offloadBandwidth;
    }
    costs.offloadBandwidth = 0;
    return costs;
}

} // namespace

CostModel CostModel::forStages(std::uint32_t stageCount) const
{
    CostModel costs = *this;
    costs.blocks.reset();
    costs.layersPerStage = StageValues(1.0);
    costs.layout.clear();
    if (!blocks || stageCount == 0) {
        // What was composed of blocks before stays.
        if (!costs.recomputedLayers.share)
            costs.recomputedLayers.share = sharesBeside(StageValues(inputOfLayer(costs)), costs.activation);
        return withCopyTimes(withRecomputation(std::move(costs)));
    }
    const std::vector<StageLayers> stages = stageLayersOf(*this, stageCount);
    costs.hostOverhead = std::max(hostOverhead, blocks->perAction);
    const auto times = [&](ActionKind kind) {
        return composed(*this, stages, blocks->perAction,
                        [kind](const BlockCost& block) { return timeOf(block, kind); });
    };
    costs.forward = times(ActionKind::Forward);
    costs.backwardInput = times(ActionKind::BackwardInput);
    costs.backwardWeight = times(ActionKind::BackwardWeight);
    if (givesBackward(*blocks))
        costs.backward = times(ActionKind::Backward);
    else
        costs.backward.reset(); // I + W, also after a change of one of them
    visitStageSizes(costs, [&](const CostField& field, StageValues& sizes) {
        if (givesOf(*blocks, field.inBlock))
            sizes = composed(*this, stages, 0,
                             [&field](const BlockCost& block) { return (block.*field.inBlock).value_or(0); });
    });
    if (givesOf(*blocks, &BlockCost::activationKeptUntilWeight))
        costs.activationKeptUntilWeight = composedShares(*this, stages);
    composeRecomputedLayers(*blocks, stages, costs);
    return withCopyTimes(withRecomputation(std::move(costs)));
}

CostModel CostModel::withoutRecomputedLayers() const
{
    CostModel costs = *this;
    if (recomputedLayers.areTime)
        costs.recompute.reset();
    if (recomputedLayers.areShare)
        costs.activationRecomputed.reset();
    costs.recomputedLayers = {};
    return costs;
}

} // namespace bubblescope
