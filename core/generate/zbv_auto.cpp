// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/zbv_search.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr const char* kZbvAutoName = "zbv-auto";
constexpr const char* kFillBackward = "fill_b";
constexpr const char* kFillForward = "fill_f";
// Below this, starting threads costs more than they save.
constexpr std::uint64_t kMicrobatchesWorthThreads = std::uint64_t{1} << 11U;

std::uint64_t zbvAutoCellBound(const Shape& shape)
{
    return std::uint64_t{6} * shape.ranks * shape.microbatches;
}

std::uint64_t zbvAutoLeastLimit(const Shape& shape)
{
    return std::uint64_t{2} * std::min(shape.ranks, shape.microbatches);
}

bool limitIsEnough(const Shape& shape)
{
    const std::optional<double> limit = shape.real(kMemoryLimitKey);
    return !limit || withRounding(*limit) >= static_cast<double>(zbvAutoLeastLimit(shape));
}

Sentence limitNeed(const Shape& shape)
{
    return Sentence(
        {"generate.least-twice-ranks-twice",
         "at least twice the ranks, or twice the microbatches if there are fewer of them ({least})"},
        zbvAutoLeastLimit(shape));
}

std::vector<ZbvFlags> zbvAutoCombinations(const Shape& shape)
{
    std::vector<ZbvFlags> all;
    for (const bool backward : valuesToTry(shape.decision(kFillBackward)))
        for (const bool forward : valuesToTry(shape.decision(kFillForward)))
            all.push_back({backward, forward});
    return all;
}

/// Runs the search again and again, each time allowing every rank the idle time that the run before it found
/// anyway, while that makes the longest idle time shorter.
ZbvRun refined(const ZbvProblem& problem, ZbvFlags flags, const CancelToken& cancel)
{
    ZbvRun best = orderInV(problem, flags, {}, cancel, nullptr);
    while (best.isFound) {
        ZbvRun next = orderInV(problem, flags, best.idle, cancel, nullptr);
        if (!next.isFound || !(next.mostIdle < best.mostIdle))
            break;
        best = std::move(next);
    }
    return best;
}

/// The order with the least idle time of the first of the best combinations; empty if none leads to one.
std::vector<Row> bestOrder(const ZbvProblem& problem, const std::vector<ZbvFlags>& tried,
                           const CancelToken& cancel)
{
    std::vector<ZbvRun> runs(tried.size());
    parallelFor(tried.size(), [&](std::size_t k) { runs[k] = refined(problem, tried[k], cancel); },
                {.threads = threadsIf(std::uint64_t{problem.ranks} * problem.microbatches >=
                                      kMicrobatchesWorthThreads)});
    const auto best = std::min_element(runs.begin(), runs.end(), [](const ZbvRun& a, const ZbvRun& b) {
        return a.isFound != b.isFound ? a.isFound : a.mostIdle < b.mostIdle;
    });
    std::vector<Row> rows;
    if (best->isFound)
        (void)orderInV(problem, tried[static_cast<std::size_t>(best - runs.begin())], best->given, cancel,
                       &rows);
    return rows;
}

Result<std::vector<Row>> zbvAutoBuildOrder(const Shape& shape, const CostModel& costs,
                                           const CancelToken& cancel)
{
    ZbvProblem problem{SearchCosts(costs, shape.stageCount()), shape.ranks, shape.microbatches};
    const double least = leastMemoryLimit(problem);
    const std::optional<double> limit = shape.real(kMemoryLimitKey);
    if (limit && withRounding(*limit) < least)
        return tl::unexpected<Error>(
            memoryLimitError(kZbvAutoName, shape.options.at(kMemoryLimitKey), least));
    // What all microbatches fit into is no limit, and the warm-up may count on what it needs.
    problem.memoryLimit = std::max(limit.value_or(0), warmUpMemory(problem));

    std::vector<Row> rows = bestOrder(problem, zbvAutoCombinations(shape), cancel);
    if (rows.empty()) {
        problem.extendsWarmUp = false;
        rows = bestOrder(problem, zbvAutoCombinations(shape), cancel);
    }
    if (rows.empty())
        return invalidInput({"generate.finds-no-order-these", "{name} finds no order for these costs"},
                            kZbvAutoName);
    return rows;
}

} // namespace

ScheduleDefinition zbvAutoDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = kZbvAutoName;
    info.title = "ZBV auto";
    info.aliases = {"zbv_auto"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023), Section 6; greedy search of "
                  "sail-sg/zero-bubble-pipeline-parallelism";
    info.help =
        "ZBV ordered for the costs: two stages on each rank in the shape of a V, with the backward split; "
        "weight gradients fill the waits as they occur. The search is repeated with the waits that proved "
        "unavoidable, and the order with the shortest idle time of a rank after its first forward is used. "
        "It holds no more activations than 1F1B; for less memory use v-half or v-min.";
    info.isMadeForCosts = true;
    info.parameters = {
        ranksParameter(),
        microbatchesParameter(),
        fixedStagesPerRank(2),
        memoryLimitParameter(
            "The most that a rank may hold, in activations of one forward of the largest stage.",
            "at least twice the ranks, or twice the microbatches if there are fewer of them; auto: twice the "
            "ranks",
            2),
        decisionParameter(
            kFillBackward, "Fill before backwards",
            "Whether a weight gradient may delay an input gradient of the rank's second stage."),
        decisionParameter(kFillForward, "Fill before forwards",
                          "Whether a weight gradient may delay a forward.")};

    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.options = {kMemoryLimitKey, kFillBackward, kFillForward};
    zeroBubble.rules = {{kMemoryLimitKey, limitIsEnough, limitNeed}};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = zbvAutoCellBound;
    zeroBubble.buildOrder = zbvAutoBuildOrder;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
