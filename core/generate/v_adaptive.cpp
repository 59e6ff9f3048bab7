// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/v_search.h"
#include "core/generate/v_weights.h"
#include "core/generate/zero_bubble_costs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::uint32_t kMostRanksSearched = 256;

std::uint64_t vAdaptiveCellBound(const Shape& shape)
{
    return std::uint64_t{kVBlockSlots} * shape.ranks *
           (std::uint64_t{shape.microbatches} + std::uint64_t{4} * shape.ranks);
}

std::uint32_t limitOf(const Shape& shape)
{
    const double most = 2.0 * shape.ranks;
    return static_cast<std::uint32_t>(std::min(std::floor(shape.real(kMemoryLimitKey).value_or(most)), most));
}

/// Least activations with which there is an order: that of the shortest building block, or two for each
/// microbatch where these are fewer; one less where both are equal and the ranks leave 2 modulo 3.
std::uint32_t leastLimit(const Shape& shape)
{
    const std::uint32_t block = 2 * ((shape.ranks + 1) / 3) + 2;
    if (shape.microbatches > block / 2)
        return block;
    const bool isExact = shape.microbatches == block / 2 && shape.ranks % 3 == 2;
    return 2 * shape.microbatches - (isExact ? 1 : 0);
}

Rule memoryRule()
{
    return {kMemoryLimitKey, [](const Shape& shape) { return limitOf(shape) >= leastLimit(shape); },
            [](const Shape& shape) {
                return Sentence({"generate.least-ranks-microbatches",
                                 "at least {least} with {ranks} ranks and {microbatches} microbatches"},
                                leastLimit(shape), shape.ranks, shape.microbatches);
            }};
}

Rule ranksRule()
{
    return {kRanksKey, [](const Shape& shape) { return shape.ranks <= kMostRanksSearched; },
            [](const Shape&) {
                return Sentence({"generate.most-more-building-blocks",
                                 "at most {most}: cannot compare more building blocks"},
                                kMostRanksSearched);
            }};
}

Result<std::vector<Row>> vAdaptiveBuildOrder(const Shape& shape, const CostModel& costs,
                                             const CancelToken& cancel)
{
    const std::uint32_t limit = limitOf(shape);
    const VTimes times(shape, costs);
    std::optional<VGrid> grid = fastestWithin(shape, limit, times, cancel);
    if (!grid)
        return invalidInput({"generate.v-adaptive-found-no",
                             "v-adaptive found no building block with at most {limit} "
                             "activations for {ranks} ranks and {microbatches} microbatches"},
                            limit, shape.ranks, shape.microbatches);
    grid = withTimedWeights(std::move(*grid), times, shape.microbatches, cancel);
    return rowsOf(*grid, shape, cancel);
}

} // namespace

ScheduleDefinition vAdaptiveDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "v-adaptive";
    info.title = "Adaptive V";
    info.origin = "Qi et al., Pipeline Parallelism with Controllable Memory (2024); search of sail-sg's "
                  "zero-bubble scheduler";
    info.help = "Two stages on each rank in the shape of a V, made of the building block that runs fastest "
                "with the given times within a memory limit.";
    info.isMadeForCosts = true;
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2),
                       realParameter(kMemoryLimitKey, "Memory limit",
                                     "The most activations that a rank may hold, in activations of one "
                                     "stage's forward; auto: as many as 1F1B holds, twice the ranks.",
                                     "at least about 2/3 of the ranks", 0)};
    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.options = {kMemoryLimitKey};
    zeroBubble.rules = {ranksRule(), memoryRule()};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = vAdaptiveCellBound;
    zeroBubble.buildOrder = vAdaptiveBuildOrder;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
