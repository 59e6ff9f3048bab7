// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/geometry.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Where the echoes of a geometry's rows are, as geometries whose compute lanes they are: one for each run of
/// neighboring rows that have one, of ranks below `ranks`. A scene of another schedule that is built with
/// these, and clipped to the plot, is drawn under the lanes of its ranks, whatever is folded or moved.
/// Where `shown` has flags by rank, those of the others stay empty. Wants a geometry without pinned rows.
/// O(rows).
[[nodiscard]] std::vector<TimelineGeometry> echoLanes(const TimelineGeometry& geometry, std::uint32_t ranks,
                                                      const std::vector<std::uint8_t>& shown = {});

} // namespace bubblescope
