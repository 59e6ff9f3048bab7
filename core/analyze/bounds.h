// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"

#include <string>
#include <vector>

namespace bubblescope {

/// A time that no order of the same actions, each as long as it is here, can go below.
struct Bound
{
    std::string id;   ///< "ideal", "busiest-rank", "longest-chain", "rank-with-ends"
    std::string text; ///< what it is, in words
    Time value = 0;   ///< at most the makespan
};

/// Ideal time (all compute shared evenly), the busiest rank's compute, the longest chain of one microbatch
/// through all stages with its transfers, and the most that a rank needs with the earliest way into it and
/// the shortest way out of it. `costs` must be those of the timeline, and the timeline one of simulate().
/// With communicators actions are as short as nothing beside them makes them longer, and a transfer takes its
/// earliest arrival; what hosts, streams and gaps between kernels hold up is in none, and one that the
/// timeline is below is left out. The last two are left out for an order most of whose microbatches miss most
/// of the stages. O(actions); throws std::bad_alloc, and nothing else.
[[nodiscard]] std::vector<Bound> lowerBounds(const Timeline& timeline, const CostModel& costs);
/// The same where the table of the order is there already.
[[nodiscard]] std::vector<Bound> lowerBounds(const Timeline& timeline, const CostModel& costs,
                                             const ActionTable& table);

} // namespace bubblescope
