// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"
#include "core/validate/validate.h"
#include "tests/support/generated.h"

#include <fmt/format.h>
#include <string>

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

} // namespace bubblescope::test
