// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search_bound.h"
#include "core/search/trial.h"

#include <functional>
#include <vector>

namespace bubblescope::search {

/// All candidates of a problem, timed.
struct TrialList
{
    std::vector<Trial> trials; ///< in the candidates' order; of equal orders the first alone
    std::vector<RefusedCandidate> refused;
    bool isCancelled = false;
};

/// Times them on so many threads; `tell` is called from any of them with how many are done, of how many.
[[nodiscard]] TrialList timedTrials(const SearchProblem& problem, GroupCosts& costs, unsigned threads,
                                    const std::function<void(const Trial*, std::size_t, std::size_t)>& tell,
                                    const CancelToken& cancel);

/// Whether a trial was timed, and stays within a limit.
[[nodiscard]] bool fits(const Trial& trial, std::optional<double> limit);
/// Whether it would also have been tried for that limit.
[[nodiscard]] bool belongsTo(const Trial& trial, double limit);

/// What no order within the limit can go below on the stages and ranks of any timed trial; infinite where
/// nothing fits.
[[nodiscard]] OrderBound boundOfTrials(const std::vector<Trial>& trials, const SearchProblem& problem,
                                       GroupCosts& costs, const CancelToken& cancel);

/// As the result of a search lists them: fastest first, those that are out at the end.
[[nodiscard]] std::vector<SearchCandidate>
searchCandidates(const TrialList& list, std::optional<double> limit, MemoryUnit unit = MemoryUnit::Own);

} // namespace bubblescope::search
