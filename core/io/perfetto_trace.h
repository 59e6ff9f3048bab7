// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/memory_curves.h"

#include <string>

namespace bubblescope {

/// The timeline in Perfetto's own format, a protobuf: a process a rank with its tracks as in
/// writeChromeTrace(), a slice a cell with stage and microbatch as arguments, a flow from each action to each
/// that waits for it by the dependency rules of `costs`, and what the rank holds as a counter (`memory`; null
/// = none). Times are whole nanoseconds; one step is shown as one millisecond.
[[nodiscard]] std::string writePerfettoTrace(const Timeline& timeline, const CostModel& costs,
                                             const MemoryCurves* memory);

} // namespace bubblescope
