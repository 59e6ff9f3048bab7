// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace bubblescope {

/// One plain lane of a rank.
struct LaneTotal
{
    std::string name; ///< "stream 7, compute"
    Time busy = 0;
    std::size_t count = 0; ///< spans
};

/// What a rank's GPU streams did, of a profile without pipeline actions, µs.
struct StreamTotals
{
    std::uint32_t rank = 0;
    std::string file;
    /// As the profile's phases say; without phases forward, backward and weight are 0.
    PhaseTimes times;
    bool hasPhases = false;
    std::vector<LaneTotal> lanes; ///< as in MeasuredRank::plainLanes
};

/// Of each rank that has plain spans (AssembleOptions::withPlain). O(spans log spans).
[[nodiscard]] std::vector<StreamTotals> streamTotalsOf(const MeasuredRun& run);

} // namespace bubblescope
