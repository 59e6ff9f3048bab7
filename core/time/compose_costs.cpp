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

/// Whether each value is as good as 1, so that nothing need be said.
bool areAllOne(const StageValues& values)
{
    return std::all_of(values.values.begin(), values.values.end(), [](double value) { return value == 1; });
}

/// Of what is not run again the rest of an activation is left to be made again.
void composeShares(const StageValues& kept, CostModel& costs)
{
    if (costs.composedRecompute.share || costs.activationRecomputed != CostModel().activationRecomputed)
        return;
    StageValues shares = kept.isUniform() ? costs.activation : kept;
    for (std::uint32_t stage = 0; stage < shares.values.size(); ++stage) {
        const double activation = costs.activation.at(StageId{stage});
        shares.values[stage] = activation > 0 ? std::max(0.0, 1 - kept.at(StageId{stage}) / activation) : 1;
    }
    if (areAllOne(shares))
        return;
    costs.activationRecomputed = std::move(shares);
    costs.composedRecompute.share = true;
}

/// What stays of a layer's activation; 0 where sizes are not known in bytes.
double inputOfLayer(const CostModel& costs)
{
    return costs.memoryUnit == MemoryUnit::Bytes ? costs.transfer.bytes : 0;
}

/// Of stages of blocks, all else of which is composed already.
void composeRecomputation(const BlockCosts& blocks, const std::vector<StageLayers>& stages, CostModel& costs)
{
    std::vector<double> times(stages.size());
    std::vector<double> kept(stages.size());
    for (std::size_t s = 0; s < stages.size(); ++s) {
        times[s] = blocks.perAction;
        visitBlocks(blocks, stages[s], [&](const BlockCost& block, double count) {
            const bool isLayer = &block != &blocks.embedding && &block != &blocks.head;
            times[s] += isLayer ? count * timeOf(block, ActionKind::Forward) : 0;
            kept[s] += count * (isLayer ? inputOfLayer(costs) : block.activation.value_or(0));
        });
    }
    composeShares(StageValues(std::move(kept)), costs);
    if (costs.recompute || costs.forward->values == times)
        return;
    costs.recompute = StageValues(std::move(times));
    costs.composedRecompute.time = true;
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
        composeShares(StageValues(inputOfLayer(costs)), costs);
        return withCopyTimes(std::move(costs));
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
    composeRecomputation(*blocks, stages, costs);
    return withCopyTimes(std::move(costs));
}

} // namespace bubblescope
