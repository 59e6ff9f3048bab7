// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <string>
#include <vector>

namespace bubblescope {

struct Metrics;

/// A known formula for a number of a schedule, to be shown beside that number.
struct ClosedForm
{
    /// "makespan", "bubble" (makespan less the ideal time), "largest_idle" (of the rank that idles longest),
    /// "peak_activations".
    std::string id;
    std::string formula; ///< "(m + p - 1)(F + B)"
    double value = 0;
    double measured = 0; ///< the timeline's own number
};

/// Every formula of docs/cost-model.md, "Bounds and closed forms", whose conditions the timeline meets: a
/// generated order, one time a kind for all stages and ranks, transfers that take no time. In the order
/// makespan, bubble, largest idle, peak; at most one of each. `metrics` are those of measure(). O(actions).
[[nodiscard]] std::vector<ClosedForm> closedForms(const Timeline& timeline, const CostModel& costs,
                                                  const Metrics& metrics);

} // namespace bubblescope
