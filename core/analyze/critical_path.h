// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/analyze/metrics.h"
#include "core/time/bindings.h"

namespace bubblescope {

/// criticalPath() from bindings that are there already; they must be those of the timeline. O(path).
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const Bindings& bindings);

/// The part of the path's length that passes while the bubble's rank waits for the path: the whole bubble
/// where the action that ends it lies on the path, else nothing. 0 to 1; ranks that wait at the same time
/// count it each. The bubble must be the timeline's. O(log path).
[[nodiscard]] double pathShare(const Timeline& timeline, const CriticalPath& path, const Bubble& bubble);

} // namespace bubblescope
