// SPDX-License-Identifier: Apache-2.0
#include "core/time/overflow.h"

#include "core/time/jitter.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

struct Largest
{
    std::string name;
    double value = 0;

    void consider(const std::string& given, double number)
    {
        if (number > value) {
            name = given;
            value = number;
        }
    }
    void consider(const std::string& given, const StageValues& values)
    {
        for (std::size_t s = 0; s < values.values.size(); ++s)
            consider(values.isUniform() ? given : fmt::format("{} of stage {}", given, s), values.values[s]);
    }
    void consider(const std::string& given, const std::optional<StageValues>& values)
    {
        if (values)
            consider(given, *values);
    }
};

void considerTransfer(Largest& largest, const TransferCost& transfer)
{
    largest.consider("p2p latency", transfer.latency);
    if (transfer.bandwidth > 0)
        largest.consider("p2p bytes / bandwidth", transfer.bytes / transfer.bandwidth);
    for (const LinkCost& link : transfer.links) {
        const std::string place = fmt::format("from rank {} to rank {}", link.from, link.to);
        if (link.latency)
            largest.consider("p2p latency " + place, *link.latency);
        const double bandwidth = link.bandwidth.value_or(transfer.bandwidth);
        if (bandwidth > 0 && (link.bytes || link.bandwidth))
            largest.consider("p2p bytes / bandwidth " + place,
                             link.bytes.value_or(transfer.bytes) / bandwidth);
    }
}

using BlockValue = std::pair<std::string_view, std::optional<double> BlockCost::*>;

void considerBlocks(Largest& largest, const BlockCosts& blocks, std::initializer_list<BlockValue> values)
{
    for (const auto& [name, block] : {std::pair{"embedding", &blocks.embedding},
                                      std::pair{"layer", &blocks.layer}, std::pair{"head", &blocks.head}})
        for (const auto& [key, value] : values)
            largest.consider(fmt::format("blocks {} {}", name, key), (block->*value).value_or(0));
}

void considerBlockTimes(Largest& largest, const CostModel& costs)
{
    if (!costs.blocks)
        return;
    considerBlocks(largest, *costs.blocks,
                   {{"F", &BlockCost::forward},
                    {"I", &BlockCost::backwardInput},
                    {"W", &BlockCost::backwardWeight},
                    {"B", &BlockCost::backward}});
    largest.consider("blocks per_action", costs.blocks->perAction);
    largest.consider("layers_per_stage", costs.layersPerStage);
}

double largestKeptShare(const CostModel& costs)
{
    const std::vector<double>& shares = costs.activationKeptUntilWeight.values;
    double largest = std::max(1.0, *std::max_element(shares.begin(), shares.end()));
    if (costs.blocks)
        for (const BlockCost* block : {&costs.blocks->embedding, &costs.blocks->layer, &costs.blocks->head})
            largest = std::max(largest, block->activationKeptUntilWeight.value_or(0));
    return largest;
}

} // namespace

TimingFailure tooLongTiming(const CostModel& costs)
{
    Largest largest;
    largest.consider("forward", costs.forward);
    largest.consider("backward_input", costs.backwardInput);
    largest.consider("backward_weight", costs.backwardWeight);
    largest.consider("backward", costs.backward);
    largest.consider("unshard", costs.unshard);
    largest.consider("reshard", costs.reshard);
    largest.consider("reduce_grad", costs.reduceGrad);
    for (const auto& [pair, rule] : costs.overlap.times)
        largest.consider(fmt::format("overlap {}+{}", kindText(pair.first), kindText(pair.second)),
                         rule.time);
    considerTransfer(largest, costs.transfer);
    considerBlockTimes(largest, costs);
    for (const auto& [rank, factor] : costs.rankFactor)
        largest.consider(fmt::format("rank_factor of rank {}", rank), factor);
    if (costs.jitter.sigma > 0)
        largest.consider(fmt::format("the factor that jitter sigma {:g} may draw", costs.jitter.sigma),
                         std::exp(costs.jitter.sigma * kLargestNormal));
    return {
        TimingFailure::Kind::BadInput,
        Sentence({"time.times-add-up-more", "the times add up to more than a number can hold: the largest is "
                                            "{name}, {largest:g}; give smaller times or a larger time unit"},
                 largest.name, largest.value),
        {}};
}

std::optional<TimingFailure> tooLargeActivations(const Schedule& schedule, const CostModel& costs)
{
    std::size_t longest = 0;
    for (const Row& row : schedule.rows)
        longest = std::max(longest, row.size());
    const double share = largestKeptShare(costs);
    const auto refused = [&](std::string_view what, const StageValues& values,
                             std::optional<double> BlockCost::*size,
                             double growth) -> std::optional<TimingFailure> {
        Largest largest;
        largest.consider(std::string(what), values);
        double held = largest.value;
        if (costs.blocks) {
            Largest layers;
            layers.consider("layers_per_stage", costs.layersPerStage);
            const auto of = [size](const BlockCost& block) { return (block.*size).value_or(0); };
            held +=
                of(costs.blocks->embedding) + of(costs.blocks->head) + layers.value * of(costs.blocks->layer);
            considerBlocks(largest, *costs.blocks, {{what, size}});
            if (layers.value > largest.value)
                largest = layers;
        }
        if (held * growth * static_cast<double>(longest) <= kLargestTime)
            return std::nullopt;
        if (growth > largest.value)
            largest.consider("activation_kept_until_weight", growth);
        return TimingFailure{
            TimingFailure::Kind::BadInput,
            Sentence({"time.add-up-more-than", "the {sizes} add up to more than a number can hold: the "
                                               "largest is {name}, {largest:g}; give smaller ones"},
                     what == "activation" ? "activations" : what, largest.name, largest.value),
            {}};
    };
    if (auto failure = refused("activation", costs.activation, &BlockCost::activation, share))
        return failure;
    if (auto failure = refused("parameters", costs.parameters, &BlockCost::parameters, 1))
        return failure;
    if (auto failure = refused("gradients", costs.gradients, &BlockCost::gradients, 1))
        return failure;
    return refused("optimizer", costs.optimizer, &BlockCost::optimizer, 1);
}

} // namespace bubblescope
