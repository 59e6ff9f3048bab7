// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_times.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The shortest of the grid and of orders with the same forwards and input gradients whose W's are put where
/// ranks would wait, by the real times; on no rank more activations than in the grid. The grid itself where
/// none is shorter, and where all times are equal: it was made for those. O(cells log ranks).
[[nodiscard]] VGrid withTimedWeights(VGrid grid, const VTimes& times, std::uint32_t microbatches,
                                     const CancelToken& cancel);

} // namespace bubblescope
