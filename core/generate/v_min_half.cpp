// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/v_primus.h"
#include "core/generate/v_reorder.h"
#include "core/generate/v_slots.h"
#include "core/generate/v_weights.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>

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

template <VMinHalfBlock (*block)(std::uint32_t, std::uint32_t)>
Result<std::vector<Row>> vMinHalfBuildPrimus(const Shape& shape, const CostModel&, const CancelToken& cancel)
{
    return rowsOf(primusOrder(repeated(block, shape), cancel), shape, cancel);
}

/// How long a step takes with these rows; without limit if it cannot be timed.
double lengthOf(const std::vector<Row>& rows, const Shape& shape, const CostModel& costs,
                const CancelToken& cancel)
{
    auto schedule = std::make_shared<Schedule>();
    schedule->rows = rows;
    schedule->stageCount = shape.stageCount();
    schedule->microbatchCount = shape.microbatches;
    schedule->placement = Placement{shape.placement, shape.ranks, shape.stagesPerRank};
    const Result<Timeline, TimingFailure> timeline = simulate(std::move(schedule), costs, cancel);
    throwIfCancelled(cancel);
    return timeline ? timeline->makespan : std::numeric_limits<double>::infinity();
}

template <VMinHalfBlock (*block)(std::uint32_t, std::uint32_t)>
Result<std::vector<Row>> vMinHalfBuildBest(const Shape& shape, const CostModel& costs,
                                           const CancelToken& cancel)
{
    Shape reordered = shape;
    reordered.options[kReorderKey] = "true";
    TRY(std::vector<Row> zeroBubble, vMinHalfBuildOrder<block>(reordered, costs, cancel));
    TRY(std::vector<Row> primus, vMinHalfBuildPrimus<block>(shape, costs, cancel));
    return lengthOf(primus, shape, costs, cancel) < lengthOf(zeroBubble, shape, costs, cancel) ? primus
                                                                                               : zeroBubble;
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
        "only in variant zero-bubble");
    reorder.defaultValue = "true";
    info.parameters = {
        ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2), reorder,
        realParameter(kVMinHalfMemoryLimitKey, "Memory limit",
                      "The most activations that a rank may hold, in activations of one stage's forward; the "
                      "order does not depend on it, but is refused if it holds more.",
                      "at least as many as the order holds", 0)};
    return definition;
}

/// The default first.
template <VMinHalfBlock (*block)(std::uint32_t, std::uint32_t), std::uint32_t (*blockPeak)(std::uint32_t)>
std::vector<Variant> vMinHalfVariants()
{
    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.options = {kReorderKey, kVMinHalfMemoryLimitKey};
    zeroBubble.rules = {mostRanksRule(), vMinHalfMemoryRule<blockPeak>()};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = vMinHalfCellBound;
    zeroBubble.buildOrder = vMinHalfBuildOrder<block>;
    Variant primus = zeroBubble;
    primus.name = "primus";
    primus.help = "Primus' order of the same building block: every pass moves to the earliest idle slot that "
                  "memory allows, and the cool-down as if there were no limit. With equal times as short or "
                  "shorter, with the same peak. It does not depend on costs.";
    primus.options = {kVMinHalfMemoryLimitKey};
    primus.buildOrder = vMinHalfBuildPrimus<block>;
    Variant best = primus;
    best.name = "best";
    best.help = "The shorter of zero-bubble and primus under the given costs; the former if both take as "
                "long.";
    best.buildOrder = vMinHalfBuildBest<block>;
    return {zeroBubble, primus, best};
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
    definition.variants = vMinHalfVariants<minimumBlock, minimumPeak>();
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
    definition.variants = vMinHalfVariants<halfBlock, halfPeak>();
    return definition;
}

} // namespace bubblescope
