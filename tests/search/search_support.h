// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"
#include "core/validate/validate.h"
#include "tests/support/generated.h"

#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::test {

/// So many changes under each limit; always the same result.
[[nodiscard]] inline SearchBudget iterationsAlone(std::uint64_t iterations)
{
    SearchBudget budget;
    budget.seconds.reset();
    budget.iterations = iterations;
    return budget;
}

[[nodiscard]] inline CostModel costsOf(double forward, double input, double weight, double latency = 0,
                                       double kept = 1)
{
    CostModel costs;
    costs.forward = StageValues(forward);
    costs.backwardInput = StageValues(input);
    costs.backwardWeight = StageValues(weight);
    costs.transfer.latency = latency;
    costs.activationKeptUntilWeight = StageValues(kept);
    return costs;
}

/// What is asked, for messages.
[[nodiscard]] inline std::string textOf(const SearchProblem& problem)
{
    return fmt::format(
        "{} ranks, {} microbatches, F {}, I {}, W {}, latency {}, limit {}, objective {}", problem.ranks,
        problem.microbatches, problem.costs.durationOf(ActionKind::Forward, StageId{0}),
        problem.costs.durationOf(ActionKind::BackwardInput, StageId{0}),
        problem.costs.durationOf(ActionKind::BackwardWeight, StageId{0}), problem.costs.transfer.latency,
        problem.memoryLimit.value_or(-1), static_cast<int>(problem.objective));
}

/// The result of a search that finds something. Throws std::invalid_argument else.
[[nodiscard]] inline SearchResult searched(const SearchProblem& problem, const SearchBudget& budget)
{
    Result<SearchResult> result = searchSchedule(problem, budget);
    if (!result)
        throw std::invalid_argument(result.error().text());
    if (!result->best)
        throw std::invalid_argument("nothing fits: " + textOf(problem));
    return *std::move(result);
}

/// Costs of every kind that the search treats in its own way.
[[nodiscard]] inline std::vector<std::pair<std::string, CostModel>> variedCosts()
{
    std::vector<std::pair<std::string, CostModel>> all{{"equal", costsOf(1, 1, 1)},
                                                       {"unequal", costsOf(9, 14, 7, 0.5, 0.5)},
                                                       {"long transfers", costsOf(2, 3, 1, 2.5)},
                                                       {"long weights", costsOf(2, 2, 5, 0, 0.3)}};
    CostModel straggler = costsOf(3, 4, 2, 0.1);
    straggler.rankFactor[1] = 1.7;
    straggler.transfer.links.push_back({0, 1, 2.0, std::nullopt, std::nullopt});
    all.emplace_back("a straggler", straggler);
    CostModel overlap;
    overlap.overlap.fallback = OverlapRule::Fallback::Max;
    all.emplace_back("overlap", overlap);
    CostModel backward = costsOf(2, 3, 3);
    backward.backward = StageValues(4.5);
    all.emplace_back("B is less than I and W", backward);
    CostModel sizes = costsOf(1, 1.5, 0.5, 0.2);
    sizes.parameters = StageValues(0.5);
    sizes.gradients = StageValues(0.25);
    sizes.optimizer = StageValues(0.25);
    all.emplace_back("parameters", sizes);
    CostModel jitter = costsOf(4, 5, 3);
    jitter.jitter = {0.1, 3};
    all.emplace_back("jitter", jitter);
    CostModel profile = costsOf(4, 5, 3, 0.5);
    profile.profile = TimingProfile::PpScheduleVisualizationSync;
    all.emplace_back("another profile", profile);
    CostModel slices = costsOf(2, 3, 1, 0.2);
    slices.microbatches.attention = 0.4;
    slices.microbatches.slices = 3;
    all.emplace_back("slices of sequences", slices);
    // Cut to the number of microbatches.
    CostModel lengths = costsOf(3, 4, 2, 0.3, 0.5);
    lengths.overlap.fallback = OverlapRule::Fallback::Max;
    lengths.microbatches.lengths.values = {0.5, 1, 0.75, 0.25, 1, 0.6, 0.9, 0.3};
    lengths.microbatches.attention = 0.25;
    all.emplace_back("lengths", lengths);
    CostModel times = costsOf(3, 4, 2, 0.3);
    times.microbatches.times.values = {0, 1, 0.5, 2, 1, 3, 1, 1};
    all.emplace_back("times", times);
    return all;
}

[[nodiscard]] inline SearchProblem problemOf(const CostModel& costs, std::uint32_t ranks,
                                             std::uint32_t microbatches, std::optional<double> limit,
                                             SearchObjective objective = SearchObjective::Makespan)
{
    SearchProblem problem;
    problem.ranks = ranks;
    problem.microbatches = microbatches;
    problem.costs = costs;
    problem.memoryLimit = limit;
    problem.objective = objective;
    for (MicrobatchValues MicrobatchCosts::*numbers : {&MicrobatchCosts::times, &MicrobatchCosts::lengths})
        if (!(problem.costs.microbatches.*numbers).values.empty())
            (problem.costs.microbatches.*numbers).values.resize(microbatches);
    return problem;
}

/// What a stage holds beside activations.
[[nodiscard]] inline double staticSize(const CostModel& costs)
{
    const StageId first{0};
    return costs.parameters.at(first) + costs.gradients.at(first) + costs.optimizer.at(first);
}

} // namespace bubblescope::test
