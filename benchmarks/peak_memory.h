// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstddef>
#include <functional>

namespace bubblescope::bench {

/// By how many bytes the memory of a process rises at most while it does the work: of a child of its own, so
/// that nothing that was used and freed before hides anything. What the system counts, in whole pages. 0 if
/// it cannot be told or the work gives false.
[[nodiscard]] std::size_t peakMemoryOf(const std::function<bool()>& work);

/// What an order's rows take.
[[nodiscard]] std::size_t orderBytes(const Schedule& schedule);

} // namespace bubblescope::bench
