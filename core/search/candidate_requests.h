// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/stage_costs.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope::search {

/// A candidate's order with its times.
struct TimedCandidate
{
    TimelinePtr timeline;
    std::shared_ptr<const CostModel> costs; ///< composed for its stages
};

/// An order to be tried.
struct Candidate
{
    ScheduleRequest request;
    StageGroup group;
    std::string pass; ///< over the request's order; empty = none
    /// The limit that it was made for, in the unit of the problem's; nothing where the order hangs on none.
    std::optional<double> madeForLimit;
    std::shared_ptr<const TimedCandidate> kept; ///< where making it again takes long
};

/// A family that cannot be tried, and why.
struct RefusedCandidate
{
    ScheduleRequest request;
    Sentence reason;
};

struct CandidateList
{
    std::vector<Candidate> candidates; ///< of one family together, those for lower limits first
    std::vector<RefusedCandidate> refused;
};

/// The highest number of stages a rank that is tried: what the problem says, else 8, of many actions 4.
[[nodiscard]] std::uint32_t mostStagesTried(const SearchProblem& problem);

/// Every family of the registry with the stages per rank, placements, variants and options that it takes for
/// these ranks and microbatches; families that are made for a limit with the problem's own and with lower
/// ones. Limits lie on a grid that does not hang on the problem's, so a higher limit has all candidates of a
/// lower one that is on the grid, too. Families whose orders do another amount of work are left out.
[[nodiscard]] CandidateList candidatesOf(const SearchProblem& problem, GroupCosts& costs);

/// Refuses names that are none, and numbers that no schedule takes.
[[nodiscard]] Result<void> checkProblem(const SearchProblem& problem);

} // namespace bubblescope::search
