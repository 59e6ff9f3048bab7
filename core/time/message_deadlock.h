// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/message_channels.h"
#include "core/time/timing_failure.h"

#include <functional>
#include <optional>

namespace bubblescope {

/// Gives the operation for which a rank stands still; nothing if it does not.
using StuckOperationOf = std::function<std::optional<ChannelOperation>(std::uint32_t rank)>;

/// Why messages stop each other under a policy of communicators: the ranks of a cycle, each of which waits in
/// its stream for a message that stands behind what the next one waits for. Names actions and ranks as every
/// deadlock does.
[[nodiscard]] TimingFailure explainStuckMessages(const Schedule& schedule, const ActionTable& table,
                                                 const StuckOperationOf& stuckOf);

} // namespace bubblescope
