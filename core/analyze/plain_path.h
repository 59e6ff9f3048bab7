// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/time/action_table.h"

#include <optional>

namespace bubblescope {

/// Where a walk along the critical path ends: the end that leaves least until the makespan, its rank's tail
/// counted; of several the one on the lowest rank, there the last action. Nowhere without actions.
[[nodiscard]] Place lastOnPath(const Timeline& timeline);

/// criticalPath() where PlainWaits tells what held up an action, so nothing is timed again. Nothing for any
/// other order or costs. The timeline must be one of simulate(), the table that of its order. O(actions to
/// look at each, and path).
[[nodiscard]] std::optional<CriticalPath> plainCriticalPath(const Timeline& timeline, const CostModel& costs,
                                                            const ActionTable& table);

} // namespace bubblescope
