// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/time/bindings.h"

namespace bubblescope {

/// criticalPath() from bindings that are there already; they must be those of the timeline. O(path).
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const Bindings& bindings);

} // namespace bubblescope
