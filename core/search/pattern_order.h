// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/improve.h"

#include <cstdint>
#include <optional>

namespace bubblescope::search {

/// How much is tried for a pattern.
struct PatternEffort
{
    std::uint32_t changes = 1000; ///< of the pattern, for each period
    std::uint64_t seed = 1;
};

/// An order under a limit from scratch: one microbatch's way through all stages and back with its W's,
/// repeated with a period so that no rank has two actions at once and none holds more than the limit. Periods
/// rise from the busiest rank's compute; for each, simulated annealing looks for the waits of the actions.
/// The last pattern takes one microbatch at a time, which needs the least memory of all. Of all that stay
/// within the limit, the fastest is kept; the start and the end close up because every action starts as soon
/// as it can. Nothing without hasPattern(). The same for the same arguments. O(changes · actions of a
/// microbatch).
[[nodiscard]] std::optional<TimedOrder> patternOrder(const ModelPtr& model, double limit,
                                                     SearchObjective objective, const PatternEffort& effort,
                                                     const CancelToken& cancel);

/// Whether there is an order within the limit: microbatches take the same way, and one alone fits on every
/// rank.
[[nodiscard]] bool hasPattern(const OrderModel& model, double limit);

} // namespace bubblescope::search
