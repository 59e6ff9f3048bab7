// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/found.h"
#include "core/search/trial_list.h"

#include <atomic>
#include <functional>

namespace bubblescope::search {

/// What an improvement works with.
struct ImprovementTask
{
    const SearchProblem& problem;
    const SearchBudget& budget;
    GroupCosts& costs;
    const std::vector<Trial>& trials;
    Time goal = 0; ///< nothing is faster
    std::optional<Clock::time_point> deadline;
    std::atomic<std::uint64_t>& tried; ///< changes
    /// Called with each better order, from one thread at a time.
    std::function<void(const Incumbent&)> tell;
    const CancelToken& cancel;
};

/// Changes that will be tried at most where the iterations alone end it; nothing with a deadline.
[[nodiscard]] std::optional<std::uint64_t> iterationsOf(const SearchProblem& problem,
                                                        const SearchBudget& budget, GroupCosts& costs);

/// Improves the best trials; the best of all, the trials' own orders included. With a number of iterations
/// alone, that many are tried under each limit of limitLadder(), every time beginning with the best of before
/// beside the trials that belong to the limit: so what is found under a limit is also found under any higher
/// one. By time, only orders within the problem's limit are looked at, on as many threads as there are.
[[nodiscard]] Incumbent improvement(const ImprovementTask& task);

} // namespace bubblescope::search
