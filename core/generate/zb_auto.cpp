// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/zero_bubble_search.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr const char* kName = "zb-auto";
constexpr const char* kAllowBubble = "allow_bubble_before_first_b";
constexpr const char* kPrioritizeB = "prioritize_b";
constexpr const char* kNoBubbleGreedy = "no_bubble_greedy";
// Below this, starting threads costs more than they save.
constexpr std::uint64_t kActionsWorthThreads = std::uint64_t{1} << 13U;

std::uint64_t zbAutoCellBound(const Shape& shape)
{
    return std::uint64_t{3} * shape.ranks * shape.microbatches;
}

/// The combinations that are tried; the first of the best is taken.
std::vector<ZeroBubbleFlags> combinations(const Shape& shape)
{
    std::vector<ZeroBubbleFlags> all;
    for (const bool allowBubble : valuesToTry(shape.decision(kAllowBubble)))
        for (const bool prioritizeB : valuesToTry(shape.decision(kPrioritizeB)))
            for (const bool greedy : valuesToTry(shape.decision(kNoBubbleGreedy)))
                all.push_back({allowBubble, prioritizeB, greedy});
    return all;
}

/// Tries without writing orders down, so that eight of them need no memory, and writes the best.
Result<std::vector<Row>> zbAutoBuildOrder(const Shape& shape, const CostModel& costs,
                                          const CancelToken& cancel)
{
    ZeroBubbleProblem problem{SearchCosts(costs, shape.ranks), shape.ranks, shape.microbatches};
    if (const std::optional<double> limit = shape.real(kMemoryLimitKey)) {
        problem.memoryLimit = *limit;
        if (withRounding(*limit) < leastMemoryLimit(problem))
            return tl::unexpected<Error>(
                memoryLimitError(kName, shape.options.at(kMemoryLimitKey), leastMemoryLimit(problem)));
    }
    const std::vector<ZeroBubbleFlags> tried = combinations(shape);
    std::size_t best = 0;
    if (tried.size() > 1) {
        std::vector<double> objectives(tried.size());
        parallelFor(
            tried.size(),
            [&](std::size_t k) { objectives[k] = orderWithZeroBubbles(problem, tried[k], cancel, nullptr); },
            {.threads = threadsIf(zbAutoCellBound(shape) >= kActionsWorthThreads)});
        best = static_cast<std::size_t>(std::min_element(objectives.begin(), objectives.end()) -
                                        objectives.begin());
    }
    std::vector<Row> rows;
    (void)orderWithZeroBubbles(problem, tried[best], cancel, &rows);
    return rows;
}

} // namespace

ScheduleDefinition zbAutoDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = kName;
    info.title = "ZB auto";
    info.aliases = {"zb_auto"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023); greedy search of "
                  "sail-sg/zero-bubble-pipeline-parallelism";
    info.help = "One stage per rank with the backward split, ordered for the costs: weight gradients fill "
                "the waits, and the warm-up is as long as time and memory allow. A memory limit equal to the "
                "number of ranks gives ZB-H1, which holds no more than 1F1B; twice that gives ZB-2p. All "
                "combinations of three yes-or-no decisions are tried, and the order with the shortest "
                "longest rank span is used. Zero bubbles means none between a rank's own first and last "
                "action; the makespan still includes the way through the ranks.";
    info.isMadeForCosts = true;
    info.parameters = {
        ranksParameter(),
        microbatchesParameter(),
        fixedStagesPerRank(1),
        memoryLimitParameter(
            "The most that a rank may hold, in activations of one forward of the largest stage.",
            "at least 1, or auto: no limit", 1),
        decisionParameter(kAllowBubble, "Bubble before the first backward",
                          "Whether the warm-up stops before a forward that would delay the first backward."),
        decisionParameter(kPrioritizeB, "Backward first",
                          "Whether a forward is delayed if it would delay the next backward."),
        decisionParameter(
            kNoBubbleGreedy, "Fill every wait",
            "Whether a weight gradient runs in every wait, even one that is too short for it.")};

    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::Loop};
    zeroBubble.options = {kMemoryLimitKey, kAllowBubble, kPrioritizeB, kNoBubbleGreedy};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = zbAutoCellBound;
    zeroBubble.buildOrder = zbAutoBuildOrder;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
