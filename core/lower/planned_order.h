// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/base/sentence.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// The times for which sail-sg's zero-bubble plans an order, beside its rows.
struct PlannedOrder
{
    std::vector<LaneTimes> lanes;
    /// What every action takes where the order stands on a grid of slots: that of a forward, whatever I and W
    /// cost.
    std::optional<Time> slot;
};

/// An order of group-interleaved-1f1b with groups of one stands on slots, each as long as the longest
/// forward; every other order runs as it is timed. Requires an order without bubbles and costs that fit its
/// stages; fails as simulate() does.
[[nodiscard]] Result<PlannedOrder> plannedOrder(const SchedulePtr& schedule, const CostModel& costs,
                                                const CancelToken& cancel);
/// Its slots alone; nothing for an order that does not stand on them.
[[nodiscard]] std::optional<PlannedOrder> plannedOnSlots(const Schedule& schedule, const CostModel& costs);

/// Says that the order stands on slots which these costs do not fill: they ask for other times of I or W, or
/// for messages, slow ranks or unequal microbatches, none of which changes it. Such an order cannot be held
/// against others. Empty for every other order.
[[nodiscard]] Sentence unfilledSlots(const Schedule& schedule, const CostModel& costs);

/// The plan of the order's actions, sorted.
[[nodiscard]] std::vector<ActionPlan> planOf(const Schedule& schedule, const PlannedOrder& planned);
void sortPlan(std::vector<ActionPlan>& plan);

} // namespace bubblescope
