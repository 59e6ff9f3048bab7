// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/improve.h"
#include "core/search/trial.h"

namespace bubblescope::search {

/// An order to begin with: a candidate's own, ready to be improved.
struct StartOrder
{
    Candidate candidate;
    TimedOrder order;
};
/// Nothing where it cannot be improved (OrderModel::of()).
[[nodiscard]] std::optional<StartOrder> startFrom(const Trial& trial, GroupCosts& costs,
                                                  const CancelToken& cancel);

/// What a search has found: a candidate's own order, or what improving made of it.
struct Incumbent
{
    Candidate candidate;
    Time objective = std::numeric_limits<double>::infinity();
    std::optional<TimedOrder> improved; ///< nothing = the candidate's own order
};

/// Times and measures it. Null where memory is lacking or it was cancelled.
[[nodiscard]] FoundSchedulePtr foundOf(const Incumbent& incumbent, GroupCosts& costs,
                                       SearchObjective objective, const CancelToken& cancel);

/// "zb-auto", or "zb-auto:memory_limit=4" with what was not left to the schedule.
[[nodiscard]] std::string requestName(const ScheduleRequest& request);

} // namespace bubblescope::search
