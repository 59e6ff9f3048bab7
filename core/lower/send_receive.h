// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/action_table.h"

namespace bubblescope {

enum class SendWaits : std::uint8_t {
    None,
    /// WAIT_SEND_F behind the first backward that follows on the rank, the others at the end of the row: what
    /// PyTorch's runtime asks for.
    Added,
};

/// Puts a SEND behind each F, B and I whose output another rank takes, and its RECV to the end of that rank's
/// row as it is then. The ranks go in rounds, each one action a round, as PyTorch and d9d insert them; a rank
/// that waits sleeps, so the work is linear in actions. FSDP actions take their turn; there are no bubbles.
/// Refused: an order that deadlocks or lacks the other end of a message.
/// Requires `table` of `schedule`, no repeated action, no communication, no bubbles.
[[nodiscard]] Result<Schedule> addSendReceive(const Schedule& schedule, const ActionTable& table,
                                              SendWaits waits, const CancelToken& cancel);

} // namespace bubblescope
