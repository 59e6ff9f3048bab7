// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <vector>

/// Statistics that a few wild values do not move; private to core/fit.
namespace bubblescope::fit {

/// Of an even number the mean of the two in the middle. Requires values.
[[nodiscard]] Time medianOf(std::vector<Time> values);
/// The smaller one in the middle of an even number: of two ranks the faster is the norm. Requires values.
[[nodiscard]] Time lowerMedianOf(std::vector<Time> values);
/// Median distance from `median`. Requires values.
[[nodiscard]] Time deviationOf(const std::vector<Time>& values, Time median);
/// Rounded to a thousandth of a microsecond: clocks resolve no more, and files read better.
[[nodiscard]] Time toNanosecond(Time microseconds);
/// Farther from the median than five deviations; rounding of a clock is no deviation.
[[nodiscard]] bool isOutlier(Time value, Time median, Time deviation);

} // namespace bubblescope::fit
