// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <optional>

namespace bubblescope {

/// What came of a dense simulation.
struct DenseTiming
{
    std::optional<Timeline> timeline; ///< without its schedule; nothing if the order was not timed
    bool isCancelled = false;
};

/// Times the orders that are large: F, I, W, B and bubbles with numbers that leave few gaps, under the strict
/// profile without jitter and with parts that end with their block. Every time is the general simulation's to
/// the last bit. Whatever does not fit, and every order that cannot be timed, is left to that one, which also
/// says why. O(cells); at most 16 bytes an action beside the times. Throws std::bad_alloc.
[[nodiscard]] DenseTiming simulateDense(const Schedule& schedule, const CostModel& costs,
                                        const CancelToken& cancel);

} // namespace bubblescope
