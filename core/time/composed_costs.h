// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/cost_model.h"

namespace bubblescope {

/// The costs with their blocks composed for every stage that the order's count or an action of it names;
/// unchanged where there are no blocks. O(stages), with blocks O(actions).
[[nodiscard]] CostModel composedFor(const Schedule& schedule, const CostModel& costs);

} // namespace bubblescope
