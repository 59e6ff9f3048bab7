// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fields.h"

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

/// One value a stage: its layers, and what the first and the last stage have besides.
template <typename ValueOf>
StageValues composed(const CostModel& costs, std::uint32_t stageCount, double perStage, ValueOf&& valueOf)
{
    std::vector<double> values(stageCount);
    for (std::uint32_t s = 0; s < stageCount; ++s) {
        values[s] = perStage + costs.layersPerStage.at(StageId{s}) * valueOf(costs.blocks->layer);
        if (s == 0)
            values[s] += valueOf(costs.blocks->embedding);
        if (s + 1 == stageCount)
            values[s] += valueOf(costs.blocks->head);
    }
    return StageValues(std::move(values));
}

/// Whether a full backward is more than I + W: it is given, or I and W as two actions cost more beside.
bool givesBackward(const BlockCosts& blocks)
{
    return givesOf(blocks, &BlockCost::backward) || blocks.perAction > 0;
}

/// Of each stage's activation the share that W releases: the blocks' shares by their activations.
StageValues composedShares(const CostModel& costs, std::uint32_t stageCount)
{
    const auto shareOf = [&](const BlockCost& block, std::uint32_t stage) {
        return block.activationKeptUntilWeight.value_or(costs.activationKeptUntilWeight.at(StageId{stage}));
    };
    std::vector<double> shares(stageCount);
    for (std::uint32_t s = 0; s < stageCount; ++s) {
        double held = 0;
        double kept = 0;
        const auto add = [&](const BlockCost& block, double count) {
            const double activation = count * block.activation.value_or(0);
            held += activation;
            kept += activation * shareOf(block, s);
        };
        add(costs.blocks->layer, costs.layersPerStage.at(StageId{s}));
        if (s == 0)
            add(costs.blocks->embedding, 1);
        if (s + 1 == stageCount)
            add(costs.blocks->head, 1);
        shares[s] = held > 0 ? kept / held : shareOf(costs.blocks->layer, s);
    }
    return StageValues(std::move(shares));
}

} // namespace

CostModel CostModel::forStages(std::uint32_t stageCount) const
{
    CostModel costs = *this;
    costs.blocks.reset();
    costs.layersPerStage = StageValues(1.0);
    if (!blocks || stageCount == 0)
        return costs;
    costs.hostOverhead = std::max(hostOverhead, blocks->perAction);
    const auto times = [&](ActionKind kind) {
        return composed(*this, stageCount, blocks->perAction,
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
            sizes = composed(*this, stageCount, 0,
                             [&field](const BlockCost& block) { return (block.*field.inBlock).value_or(0); });
    });
    if (givesOf(*blocks, &BlockCost::activationKeptUntilWeight))
        costs.activationKeptUntilWeight = composedShares(*this, stageCount);
    return costs;
}

} // namespace bubblescope
