// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_times.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The order of the building block that runs fastest within `limit` activations a rank; nothing if there is
/// none. The one that sail-sg's search takes has the shortest rank span; another one is preferred if its
/// makespan is shorter and no rank holds more. On as many threads as there are processors, always the same.
[[nodiscard]] std::optional<VGrid> fastestWithin(const Shape& shape, std::uint32_t limit, const VTimes& times,
                                                 const CancelToken& cancel);

} // namespace bubblescope
