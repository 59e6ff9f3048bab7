// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/action_table.h"

namespace bubblescope {

/// hyper_parallel's SEND and RECV: column by column over rows that its bubbles align, first every rank's
/// cell, then the messages of the even ranks' F and B, then the odd ranks'. An overlapped cell takes a column
/// for each part and is written in the first. I sends nothing, as there. In rows that are not aligned a RECV
/// may end up after its use, as there; validate() says where. O(cells). Requires `table` of
/// `schedule`, no repeated action, no communication.
[[nodiscard]] Result<Schedule> scanColumns(const Schedule& schedule, const ActionTable& table,
                                           const CancelToken& cancel);

/// hyper_parallel's alignment for scanColumns(): bubbles so that no F or B is in a column before its
/// producer on another rank is done, one bubble a later rank before the first F with a B behind it, and a
/// bubble between the B of the cool-down. Its overlapped cells take a column for each part and count as
/// producers (hyper_parallel forgets them and loses what follows). O(cells of the result). Refused: an order
/// that deadlocks. Requires `table` of `schedule`, no repeated action, compute actions alone, no bubbles.
[[nodiscard]] Result<Schedule> alignColumns(const Schedule& schedule, const ActionTable& table,
                                            const CancelToken& cancel);

/// The order with communication that hyper_parallel gives its own GPipe and 1F1B; nothing for all others,
/// bubbles among their cells included.
[[nodiscard]] std::optional<Schedule> hyperParallelOwnOrder(const Schedule& schedule);

} // namespace bubblescope
