// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/time/memory_stack.h"

namespace bubblescope {

/// What every rank holds over time, by part. `total` is of the same timeline and costs. O(actions), twice.
[[nodiscard]] MemoryStackPtr stackedMemory(const Timeline& timeline, const CostModel& costs,
                                           MemoryCurvesPtr total);

} // namespace bubblescope
