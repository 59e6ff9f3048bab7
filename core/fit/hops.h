// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/measured_cells.h"

#include <optional>
#include <vector>

/// What lies between actions: messages and the host; private to core/fit.
namespace bubblescope::fit {

/// An action is taken to have waited for a message beyond this, µs.
inline constexpr Time kWaits = 500;

/// Times between actions of a run.
struct Between
{
    std::vector<Time> hops;  ///< end of the producer to start of a consumer that waited for it
    std::vector<Time> gaps;  ///< end of a cell to start of the next on its rank, which did not wait
    bool knowsWaits = false; ///< the records show waits; else a rank that idles until a message comes waits
};
/// Overlapped blocks are left out of hops.
[[nodiscard]] Between betweenOf(const std::vector<RankCells>& ranks, const MakerTable& makers);

} // namespace bubblescope::fit
