// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/candidate_requests.h"
#include "core/search/peak_memory.h"

namespace bubblescope::search {

/// What came of a candidate; its order is made again where it is needed, unless that takes long.
struct Trial
{
    Candidate candidate;
    std::optional<Time> objective; ///< nothing if it was not timed
    PeakMemory peak;
    Sentence reason;                        ///< why it was not timed
    std::uint64_t orderHash = 0;            ///< of what stands where
    std::vector<ScheduleRequest> sameOrder; ///< what else makes that order
    bool overlaps = false;                  ///< the order has cells of two parts
    bool isCancelled = false;
};

/// The candidate's order with its times.
[[nodiscard]] Result<TimedCandidate> timedCandidate(const Candidate& candidate, GroupCosts& costs,
                                                    const CancelToken& cancel);

/// Makes the candidate's order, times it and, where it can be made again quickly, forgets it. O(actions), but
/// for schedules that are made for costs.
[[nodiscard]] Trial tried(const Candidate& candidate, GroupCosts& costs, SearchObjective objective,
                          const CancelToken& cancel);

/// What is to be made small.
[[nodiscard]] Time objectiveOf(const Timeline& timeline, SearchObjective objective);

} // namespace bubblescope::search
