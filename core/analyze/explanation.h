// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/analyze/metrics.h"
#include "core/base/cancel.h"
#include "core/time/cost_model.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// Why a timeline is as long as it is.
struct Explanation
{
    CriticalPath criticalPath;
    BubbleLedger ledger;
    /// By rank and index in its row: how much later (or longer) the action could be without lengthening the
    /// makespan, the order staying as it is. 0 on the critical path; 0 for bubbles.
    std::vector<std::vector<Time>> slack;
};
using ExplanationPtr = std::shared_ptr<const Explanation>;

/// Times the order once more with `costs`, which must be those of the timeline, and notes what held up what.
/// About three times simulate()'s work. Fails if cancelled, if memory is lacking, and for an order that
/// cannot run.
[[nodiscard]] Result<Explanation> explain(const Timeline& timeline, const CostModel& costs,
                                          const CancelToken& cancel = {});

} // namespace bubblescope
