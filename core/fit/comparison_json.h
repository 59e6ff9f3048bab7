// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/fit/identify.h"
#include "core/fit/residuals.h"

#include <span>
#include <string>

namespace bubblescope {

/// One schedule of a comparison.
struct ComparisonRow
{
    TimelinePtr timeline; ///< never null
    Metrics metrics;
    std::string label = {}; ///< what a table calls it; empty = the schedule's title
};

/// A measured run beside them.
struct MeasuredRow
{
    const Comparison& comparison;           ///< of the first row
    Metrics metrics;                        ///< of the run: measureRun()
    std::vector<ScheduleMatch> orders = {}; ///< how the rows' orders match that of the trace
};

/// `compare --json`: the rows' metrics and, with a measured run, its own, the residuals, where each rank's
/// extra time went and the largest deviations. Keys as in the command line's reference.
[[nodiscard]] std::string comparisonJson(std::span<const ComparisonRow> rows,
                                         const MeasuredRow* measured = nullptr);

} // namespace bubblescope
