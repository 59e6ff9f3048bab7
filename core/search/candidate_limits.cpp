// SPDX-License-Identifier: Apache-2.0
#include "core/search/candidate_limits.h"

#include "core/search/peak_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::search {

namespace {

constexpr std::size_t kMostLevels = 48;

/// W frees only a part of what F takes, so limits between whole activations mean something.
bool freesInParts(const CostModel& costs)
{
    return std::any_of(costs.activationKeptUntilWeight.values.begin(),
                       costs.activationKeptUntilWeight.values.end(), [](double share) { return share != 1; });
}

/// Multiples of `step` up to `most`; where these are too many, those next to some shares of the ranks.
std::vector<double> gridUpTo(double most, double step, double ranks, bool isSmall)
{
    std::vector<double> grid;
    if (isSmall && most / step <= static_cast<double>(kMostLevels)) {
        for (double k = 1; k * step <= withRounding(most); ++k)
            grid.push_back(k * step);
        return grid;
    }
    for (const double share : {0.0, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0}) {
        const double value = std::max(step, std::floor(share * ranks / step) * step);
        if (value <= withRounding(most) && (grid.empty() || value > grid.back()))
            grid.push_back(value);
    }
    return grid;
}

std::uint64_t actionsOf(const SearchProblem& problem, std::uint32_t stageCount)
{
    return std::uint64_t{3} * stageCount * problem.microbatches;
}

/// A rank's whole share of one microbatch: what its stages of a plain pipeline hold.
double shareActivation(const CostModel& costs, std::uint32_t ranks)
{
    double sum = 0;
    for (std::uint32_t s = 0; s < ranks; ++s)
        sum += costs.activation.at(StageId{s});
    return sum / ranks;
}

} // namespace

double largestActivation(const CostModel& costs)
{
    return *std::max_element(costs.activation.values.begin(), costs.activation.values.end());
}

double heldAlways(const SearchProblem& problem, const StageGroup& group, const CostModel& costs)
{
    const Placement placement{group.placement, problem.ranks, group.stageCount / problem.ranks};
    double most = 0;
    for (std::uint32_t r = 0; r < problem.ranks; ++r) {
        double held = heldBack(costs, r);
        for (const StageId stage : placement.stagesOf(RankId{r}))
            held += costs.parameters.at(stage) + costs.optimizer.at(stage) + costs.gradients.at(stage);
        most = std::max(most, held);
    }
    return most;
}

std::vector<double> memoryOptions(const SearchProblem& problem, const StageGroup& group,
                                  const CostModel& costs)
{
    const double activation = largestActivation(costs);
    const double perRank = static_cast<double>(group.stageCount) / problem.ranks;
    const double all = perRank * problem.microbatches;
    double most = all;
    if (const std::optional<double> limit = limitOf(problem); limit && activation > 0)
        most = std::min(all, (*limit - heldAlways(problem, group, costs)) / activation);
    if (most < 1 - 1e-9)
        return {};
    const bool isSmall = actionsOf(problem, group.stageCount) <= kSmallSearch;
    const double step = freesInParts(costs) ? 0.5 : 1;
    std::vector<double> values = gridUpTo(most, step, perRank * problem.ranks, isSmall);
    std::erase_if(values, [](double value) { return value < 1; });
    if (values.empty() || most > withRounding(values.back()))
        values.push_back(most);
    return values;
}

std::vector<double> limitLadder(const SearchProblem& problem, GroupCosts& costs)
{
    const StageGroup plain{PlacementKind::Loop, problem.ranks};
    const double limit = limitOf(problem).value_or(std::numeric_limits<double>::infinity());
    const GroupCosts::Entry entry = costs.of(plain);
    const double share = entry ? shareActivation(**entry, problem.ranks) : 0;
    if (share <= 0)
        return {limit};
    // The grid must not hang on the limit, and of a higher one only the end may differ.
    const double fixed = heldAlways(problem, plain, **entry);
    const double most = std::min(limit - fixed, share * problem.microbatches);
    std::vector<double> ladder =
        gridUpTo(most, share / 2, share * problem.ranks, actionsOf(problem, problem.ranks) <= kSmallSearch);
    for (double& level : ladder)
        level += fixed;
    if (ladder.empty() || limit > withRounding(ladder.back()))
        ladder.push_back(limit);
    return ladder;
}

} // namespace bubblescope::search
