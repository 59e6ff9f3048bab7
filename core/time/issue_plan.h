// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/cost_model.h"
#include "core/time/issue_queue.h"

namespace bubblescope {

/// What every rank's host issues for an order under the costs' policy of communicators: messages are put in
/// where the runtime of that name puts them, or where the order has them itself. Compute issues have the
/// index of their cell's first action as target. Requires composed costs that passed check(), a policy,
/// `table` of `schedule`, and an order that can be timed without communicators. Incomplete if it was
/// cancelled. O(actions).
[[nodiscard]] std::vector<IssueQueue> planIssues(const Schedule& schedule, const ActionTable& table,
                                                 const CostModel& costs, const CancelToken& cancel);

} // namespace bubblescope
