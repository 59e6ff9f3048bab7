// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

#include <cstdint>

namespace bubblescope {

/// PyTorch's max_outstanding_sends: moves WAIT_SENDs forward so that no rank has more than `limit` sends
/// under way. Before a SEND over the limit the first open send is waited for whose RECV comes before that
/// SEND in any case (so that nothing stalls), else the first whose RECV does not need that SEND. Refused
/// where there is none. A move costs the actions between the two in a topological numbering, about `limit`
/// times the ranks, not the order. Requires an order by addSendReceive() with its waits.
[[nodiscard]] Result<Schedule> limitOutstandingSends(const Schedule& lowered, std::uint64_t limit,
                                                     const CancelToken& cancel);

} // namespace bubblescope
