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

/// Says what held up what under `costs`, which must be those of the timeline: from the times alone where
/// costs only add up, else by timing the order once more. On two threads where that is worth it. Fails if
/// cancelled, if memory is lacking, and for an order that cannot run.
[[nodiscard]] Result<Explanation> explain(const Timeline& timeline, const CostModel& costs,
                                          const CancelToken& cancel = {});

} // namespace bubblescope
