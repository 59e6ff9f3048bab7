// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The pass `offload` as sail-sg's zero-bubble plans it: when each activation of the chosen stages goes to
/// the host and comes back, `transfer` each way, over a link that two neighboring ranks share. Forwards of
/// the warm-up are put off to where they are still in time. What is away for six transfers or less stays.
/// Copies stand before the cell during which they begin: an overlapped one stays whole. The order's plan has
/// all times. O(actions log actions). Refused: what addOffload() refuses, a
/// transfer that takes no time, a pair of ranks of which one has nothing to offload, and a reload that would
/// begin before its store has ended.
[[nodiscard]] Result<Schedule> addPlannedOffload(const SchedulePtr& schedule,
                                                 std::optional<std::uint32_t> chunks, double transfer,
                                                 const CostModel& costs, const CancelToken& cancel);

} // namespace bubblescope
