// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/action_table.h"

namespace bubblescope {

/// PyTorch's defer_pp_recv: each RECV moves to just before its use, or, if that comes earlier, to before a
/// SEND of a lower rank to the rank that it receives from. O(actions).
/// Requires `lowered` by addSendReceive() of `schedule`, and `table` of `schedule`.
[[nodiscard]] Result<Schedule> deferReceives(const Schedule& lowered, const Schedule& schedule,
                                             const ActionTable& table, const CancelToken& cancel);

} // namespace bubblescope
