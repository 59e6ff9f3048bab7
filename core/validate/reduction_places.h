// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <span>

namespace bubblescope {

/// Places of a row between which a cell has to be.
struct ReductionBounds
{
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Where the rules about reductions want a cell among the others of its row: a REDUCE_GRAD behind the weight
/// gradients of its stage, a WAIT_REDUCE_GRAD behind its REDUCE_GRAD, and from one to the other no other
/// reduction. O(row).
[[nodiscard]] ReductionBounds reductionBounds(const Row& row, std::span<const Action> cell);

} // namespace bubblescope
