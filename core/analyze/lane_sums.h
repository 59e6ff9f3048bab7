// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

namespace bubblescope {

/// Sums over one rank's compute cells and gaps.
struct LaneSums
{
    Time busy = 0; ///< an overlapped block counts once
    Time idle = 0; ///< all gaps of forEachGap(), added up in their order
    Time idleWarmup = 0;
    Time idleSteady = 0;
    Time idleCooldown = 0;
    Time span = 0; ///< last end - first start
};
/// The same to the last bit as summing what computeLane() and forEachGap() give, without keeping the cells.
/// O(row).
[[nodiscard]] LaneSums laneSums(const Row& row, const LaneTimes& times, Time makespan);

} // namespace bubblescope
