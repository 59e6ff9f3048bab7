// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/found.h"
#include "core/search/trial_list.h"

namespace bubblescope::search {

/// What of other families is as fast as the best, which is a family's own order: of each the first in the
/// trials' order.
[[nodiscard]] std::vector<ScheduleRequest> asFastAs(const Incumbent& best, const std::vector<Trial>& trials,
                                                    std::optional<double> limit);

/// What makes the result doubtful, in words.
[[nodiscard]] std::vector<Sentence> warningsOf(const SearchProblem& problem, const FoundSchedule& best);

} // namespace bubblescope::search
