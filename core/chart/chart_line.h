// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chart/step_curve.h"
#include "core/scene/geometry.h"

#include <span>
#include <vector>

namespace bubblescope {

/// A corner of a drawn line.
struct ChartPoint
{
    Time time = 0;
    double value = 0;
    bool operator==(const ChartPoint&) const = default;
};

/// A curve's stretch as at most `most` points (at least 8) to be joined by straight lines: its own corners
/// where they are few enough; else, for each of so many columns of equal width, the level at its begin and
/// its lowest and highest, each where it is first reached. So no peak is lost, and each has its exact height
/// and place; what is between them is exact to a column. O(columns log² n). Requires from < to. Empty
/// without steps.
[[nodiscard]] std::vector<ChartPoint> chartLine(const StepCurveView& curve, const TimeRange& range,
                                                std::size_t most);

/// What many curves do together, for each of some columns of equal width.
struct ChartBand
{
    std::vector<Time> times;             ///< the middle of each column
    std::vector<double> lowest, highest; ///< anywhere in the column
    std::vector<double> median;          ///< of the curves' levels in the middle; of an even number, the mean
};

/// O(curves · columns · log n). Requires curves, columns and from < to.
[[nodiscard]] ChartBand chartBand(std::span<const StepCurveView> curves, const TimeRange& range,
                                  std::size_t columns);

} // namespace bubblescope
