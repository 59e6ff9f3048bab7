// SPDX-License-Identifier: Apache-2.0
#include "core/time/overflow.h"

#include "core/layout/layout.h"
#include "core/time/cost_fields.h"
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

    void consider(std::string_view given, double number)
    {
        if (number > value) {
            name = given;
            value = number;
        }
    }
    void consider(std::string_view given, const StageValues& values)
    {
        for (std::size_t s = 0; s < values.values.size(); ++s)
            consider(values.isUniform() ? std::string(given) : fmt::format("{} of stage {}", given, s),
                     values.values[s]);
    }
};

/// "communicators sent": the object that has the key, unless its name says it.
std::string placedName(const CostField& field)
{
    return field.group.empty() || field.name.starts_with(field.group)
               ? std::string(field.name)
               : fmt::format("{} {}", field.group, field.name);
}

template <typename Value>
void considerValue(Largest& largest, const CostField& field, const Value& value)
{
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, StageValues>)
        largest.consider(placedName(field), value);
    else if constexpr (std::is_same_v<Value, std::optional<StageValues>>) {
        if (value)
            largest.consider(placedName(field), *value);
    } else if constexpr (std::is_same_v<Value, MicrobatchValues>) {
        for (std::size_t m = 0; m < value.values.size(); ++m)
            largest.consider(fmt::format("{} of microbatch {}", field.name, m), value.values[m]);
    } else if constexpr (std::is_same_v<Value, std::optional<RankValues>>) {
        for (std::size_t r = 0; value && r < value->values.size(); ++r)
            largest.consider(value->isUniform() ? placedName(field)
                                                : fmt::format("{} of rank {}", placedName(field), r),
                             value->values[r]);
    }
}

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

/// The values of blocks that `isMeant(field)`.
template <typename IsMeant>
void considerBlocks(Largest& largest, const BlockCosts& blocks, IsMeant&& isMeant)
{
    for (const auto& [name, block] : kCostBlocks)
        for (const CostField* field : costFields())
            if (field->inBlock != nullptr && isMeant(*field))
                largest.consider(fmt::format("blocks {} {}", name, field->blockKey),
                                 (blocks.*block.*(field->inBlock)).value_or(0));
}

/// The most layers that a stage may have.
void considerLayers(Largest& largest, const CostModel& costs)
{
    if (costs.layout.empty())
        largest.consider("layers_per_stage", costs.layersPerStage);
    else
        largest.consider("the number of layers of the layout", static_cast<double>(kMostLayoutLetters));
}

void considerBlockTimes(Largest& largest, const CostModel& costs)
{
    if (!costs.blocks)
        return;
    considerBlocks(largest, *costs.blocks, [](const CostField& field) { return field.isComputeTime(); });
    largest.consider("blocks per_action", costs.blocks->perAction);
    considerLayers(largest, costs);
}

double largestKeptShare(const CostModel& costs)
{
    const std::vector<double>& shares = costs.activationKeptUntilWeight.values;
    double largest = std::max(1.0, *std::max_element(shares.begin(), shares.end()));
    if (costs.blocks)
        for (const auto& [name, block] : kCostBlocks)
            largest = std::max(largest, (*costs.blocks.*block).activationKeptUntilWeight.value_or(0));
    return largest;
}

/// The length of the longest microbatch; 1 at least.
double longestOf(const CostModel& costs)
{
    const std::vector<double>& lengths = costs.microbatches.lengths.values;
    return lengths.empty() ? 1 : std::max(1.0, *std::max_element(lengths.begin(), lengths.end()));
}

TimingFailure tooLargeSizes(std::string_view sizes, const Largest& largest)
{
    return {TimingFailure::Kind::BadInput,
            Sentence({"time.sizes-too-large", "the sum of the {sizes} is too large: the largest is {name}, "
                                              "{largest:g}; give smaller ones"},
                     sizes, largest.name, largest.value),
            {}};
}

} // namespace

TimingFailure tooLongTiming(const CostModel& costs)
{
    Largest largest;
    // Links, factors of ranks and jitter are told with their places, below.
    visitCostFields([&](const auto& field) {
        const bool isFactor = field.unit == CostUnit::Factor || field.unit == CostUnit::Count;
        if (field.unit == CostUnit::Duration || isFactor)
            considerValue(largest, field, field.of(costs));
    });
    for (const auto& [pair, rule] : costs.overlap.times)
        largest.consider(overlapName(pair), rule.time);
    considerTransfer(largest, costs.transfer);
    considerBlockTimes(largest, costs);
    for (const auto& [rank, factor] : costs.rankFactor)
        largest.consider(fmt::format("rank_factor of rank {}", rank), factor);
    if (costs.jitter.sigma > 0)
        largest.consider(fmt::format("the factor that jitter sigma {:g} may draw", costs.jitter.sigma),
                         std::exp(costs.jitter.sigma * kLargestNormal));
    return {TimingFailure::Kind::BadInput,
            Sentence({"time.times-too-large", "the sum of the times is too large: the largest is {name}, "
                                              "{largest:g}; give smaller times or a larger time unit"},
                     largest.name, largest.value),
            {}};
}

std::optional<TimingFailure> tooLargeActivations(const Schedule& schedule, const CostModel& costs)
{
    std::size_t longest = 0;
    for (const Row& row : schedule.rows)
        longest = std::max(longest, row.size());
    std::optional<TimingFailure> failure;
    for (const auto& [name, sizes] :
         {std::pair{"communicator_buffers", &costs.communicatorBuffers}, {"workspace", &costs.workspace}})
        if (*sizes && (*sizes)->highest() > kLargestTime)
            failure = tooLargeSizes(name, {name, (*sizes)->highest()});
    visitStageSizes(costs, [&](const CostField& field, const StageValues& values) {
        const bool isActivation = field.inBlock == &BlockCost::activation;
        const double growth = isActivation ? largestKeptShare(costs) * longestOf(costs) : 1;
        Largest largest;
        largest.consider(field.name, values);
        double held = largest.value;
        if (costs.blocks) {
            Largest layers;
            considerLayers(layers, costs);
            const auto of = [&field](const BlockCost& block) { return (block.*field.inBlock).value_or(0); };
            held += of(costs.blocks->embedding) + of(costs.blocks->head) +
                    layers.value * std::max({of(costs.blocks->layer), of(costs.blocks->expert),
                                             of(costs.blocks->prediction)});
            considerBlocks(largest, *costs.blocks,
                           [&field](const CostField& other) { return &other == &field; });
            if (layers.value > largest.value)
                largest = layers;
        }
        if (failure || held * growth * static_cast<double>(longest) <= kLargestTime)
            return;
        if (growth > largest.value)
            largest.consider("activation_kept_until_weight", growth);
        failure = tooLargeSizes(isActivation ? field.several : field.name, largest);
    });
    return failure;
}

} // namespace bubblescope
