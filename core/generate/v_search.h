// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_times.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The order of the building block that runs fastest within `limit` activations a rank; nothing if there is
/// none. The one that sail-sg's search takes has the shortest rank span; another is preferred if its makespan
/// is shorter and no rank holds more. On as many threads as there are processors, always the same.
/// O(blocks * cells) up to a bound on the work; beyond it the blocks (some of them, if they are too many) are
/// compared by what their orders of fewer microbatches foretell, and only the best are built in full.
[[nodiscard]] std::optional<VGrid> fastestWithin(const Shape& shape, std::uint32_t limit, const VTimes& times,
                                                 const CancelToken& cancel);

} // namespace bubblescope
