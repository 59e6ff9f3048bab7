// SPDX-License-Identifier: Apache-2.0
#include "core/fit/fit_costs.h"
#include "core/fit/robust.h"

namespace bubblescope {

Time durationNoise(const FittedCosts& fitted)
{
    // About two standard deviations of what scatters evenly.
    constexpr double kDeviations = 3;
    constexpr std::size_t kEnough = 3;
    std::vector<Time> deviations;
    for (const DurationStatistics& of : fitted.durations)
        if (of.count >= kEnough && !of.isEstimated)
            deviations.push_back(of.deviation);
    // Clocks resolve no more than nanoseconds.
    constexpr Time kClock = 1e-3;
    return deviations.empty() ? kClock : std::max(kClock, kDeviations * fit::medianOf(std::move(deviations)));
}

} // namespace bubblescope
