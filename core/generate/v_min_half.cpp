// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/v_reorder.h"
#include "core/generate/v_slots.h"
#include "core/generate/v_weights.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr const char* kReorderKey = "reorder";
constexpr const char* kVMinHalfMemoryLimitKey = "memory_limit";

/// First slots of microbatch 0 on one rank.
using VMinHalfBlock = std::array<std::uint32_t, kVPathPasses>;

VMinHalfBlock minimumBlock(std::uint32_t rank, std::uint32_t ranks)
{
    const std::uint32_t wait = ranks % 3 == 0 ? 2 : 0;
    return {rank, 2 * ranks - 1 - rank, 2 * ranks + wait + rank, 4 * ranks + wait - 1 - rank};
}

VMinHalfBlock halfBlock(std::uint32_t rank, std::uint32_t ranks)
{
    const std::uint32_t wait = ranks % 2 == 0 ? 3 : 0;
    return {2 * rank, 3 * ranks - rank - 2, 3 * ranks + wait + 2 * rank - 1, 6 * ranks + wait - rank - 2};
}

VSlots repeated(VMinHalfBlock (*block)(std::uint32_t, std::uint32_t), const Shape& shape)
{
    VSlots slots(shape.ranks, shape.microbatches);
    for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
        const VMinHalfBlock first = block(rank, shape.ranks);
        for (std::size_t pass = 0; pass < kVPathPasses; ++pass)
            for (std::uint32_t k = 0; k < shape.microbatches; ++k)
                slots.set(static_cast<VPass>(pass), rank, k, first[pass] + k * kVBlockSlots);
    }
    return slots;
}

template <VMinHalfBlock (*block)(std::uint32_t, std::uint32_t)>
Result<std::vector<Row>> vMinHalfBuildOrder(const Shape& shape, const CostModel& costs,
                                            const CancelToken& cancel)
{
    const bool isReordered = shape.isOn(kReorderKey);
    VSlots slots = repeated(block, shape);
    if (isReordered)
        slots = reorderedWithoutWeights(reorderedWithWeights(slots, cancel), cancel);
    VGrid grid = slots.grid();
    putWeights(grid, VWeightQueue::UpFirst);
    if (isReordered)
        grid = withTimedWeights(std::move(grid), VTimes(shape, costs), shape.microbatches, cancel);
    return rowsOf(grid, shape, cancel);
}

// The grid of slots is walked over, too: a microbatch's six, and the way of one through the pipeline.
std::uint64_t vMinHalfCellBound(const Shape& shape)
{
    return std::uint64_t{kVBlockSlots} * shape.ranks * (std::uint64_t{shape.microbatches} + shape.ranks);
}

/// Most activations of one stage that a rank holds: the block's, or two for each microbatch.
template <std::uint32_t (*blockPeak)(std::uint32_t)>
std::uint32_t peakHeld(const Shape& shape)
{
    return static_cast<std::uint32_t>(
        std::min(std::uint64_t{2} * shape.microbatches, std::uint64_t{blockPeak(shape.ranks)}));
}

std::uint32_t minimumPeak(std::uint32_t ranks)
{
    return 2 * ((ranks + 1) / 3) + 2;
}

std::uint32_t halfPeak(std::uint32_t ranks)
{
    return 2 * (ranks / 2) + 2;
}

template <std::uint32_t (*blockPeak)(std::uint32_t)>
Rule vMinHalfMemoryRule()
{
    return {kVMinHalfMemoryLimitKey,
            [](const Shape& shape) {
                const std::optional<double> limit = shape.real(kVMinHalfMemoryLimitKey);
                return !limit || *limit >= peakHeld<blockPeak>(shape);
            },
            [](const Shape& shape) {
                return Sentence({"generate.least-ranks-microbatches",
                                 "at least {least} with {ranks} ranks and {microbatches} microbatches"},
                                peakHeld<blockPeak>(shape), shape.ranks, shape.microbatches);
            }};
}

ScheduleDefinition controllable(const char* name, const char* title)
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = name;
    info.title = title;
    info.origin = "Qi et al., Pipeline Parallelism with Controllable Memory (2024); order of sail-sg's "
                  "zero-bubble scheduler";
    info.isMadeForCosts = true;
    info.assumesEqualTimes = true;
    ParameterSpec reorder = switchParameter(
        kReorderKey, "Reorder",
        "Moves passes of the warm-up and the cool-down into bubbles; for unequal times also W's.",
        "true or false");
    reorder.defaultValue = "true";
    info.parameters = {
        ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2), reorder,
        realParameter(kVMinHalfMemoryLimitKey, "Memory limit",
                      "The most activations that a rank may hold, in activations of one stage's forward; the "
                      "order does not depend on it, but is refused if it holds more.",
                      "at least as many as the order holds", 0)};
    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.options = {kReorderKey, kVMinHalfMemoryLimitKey};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = vMinHalfCellBound;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace

ScheduleDefinition vMinDefinition()
{
    ScheduleDefinition definition = controllable("v-min", "V-Min");
    definition.info.aliases = {"v_min", "vmin"};
    definition.info.help =
        "Two stages on each rank in the shape of a V, with the least activation memory: about a third of "
        "that of 1F1B. Built for equal times of forward, input and weight gradient. With other times, the "
        "bubbles grow with the number of microbatches, although W's are placed where ranks would wait.";
    definition.variants[0].rules = {mostRanksRule(), vMinHalfMemoryRule<minimumPeak>()};
    definition.variants[0].buildOrder = vMinHalfBuildOrder<minimumBlock>;
    return definition;
}

ScheduleDefinition vHalfDefinition()
{
    ScheduleDefinition definition = controllable("v-half", "V-Half");
    definition.info.aliases = {"v_half", "vhalf"};
    definition.info.help =
        "Two stages on each rank in the shape of a V, with about half the activation memory of 1F1B. Built "
        "for equal times of forward, input and weight gradient. With other times, the bubbles grow with the "
        "number of microbatches, although W's are placed where ranks would wait.";
    definition.variants[0].rules = {mostRanksRule(), vMinHalfMemoryRule<halfPeak>()};
    definition.variants[0].buildOrder = vMinHalfBuildOrder<halfBlock>;
    return definition;
}

} // namespace bubblescope
