// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/timing_failure.h"

namespace bubblescope {

/// Places an order on the unit grid as PyTorch's schedule visualiser does, with rank rows kept apart (PyTorch
/// mixes them up once a rank has finished): F 1, I 1, W 1, B 2, an overlapped cell the sum of its parts.
/// Existing bubbles are dropped first. Compute actions only; others are BadInput, and so is too
/// little memory.
[[nodiscard]] Result<Timeline, TimingFailure> spaceOnUnitGrid(SchedulePtr schedule,
                                                              const CancelToken& cancel = {});

/// The grid as an order: a cell is an action of its own width, or a bubble of width 1. Rows end with their
/// last action (no trailing bubbles).
[[nodiscard]] Schedule spacedOrder(const Timeline& grid);

} // namespace bubblescope
