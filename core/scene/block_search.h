// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/lane_index.h"

#include <cstddef>

namespace bubblescope {

/// The first block of the lane that starts at or after `t`; the number of blocks if there is none.
/// O(log blocks).
[[nodiscard]] inline std::size_t firstBlockStartingAt(const LaneIndex& index, LaneId lane, Time t)
{
    std::size_t first = 0;
    for (std::size_t last = index.blockCount(lane); first < last;) {
        const std::size_t middle = first + (last - first) / 2;
        if (index.block(lane, middle).start < t)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

} // namespace bubblescope
