// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/fit/identify.h"
#include "core/fit/pairing.h"
#include "core/fit/prediction_range.h"
#include "core/fit/replay.h"
#include "core/fit/residuals.h"

#include <optional>
#include <span>
#include <string>

namespace bubblescope {

struct RunChange;

/// One schedule of a comparison.
struct ComparisonRow
{
    TimelinePtr timeline; ///< never null
    Metrics metrics;
    std::string label = {};                    ///< what a table calls it; empty = the schedule's title
    std::string whatIf = {};                   ///< factors that are in its times, "rank2=0.5"; empty = none
    std::optional<Time> unchanged = {};        ///< of a what-if: the makespan without it
    std::optional<PredictionRange> range = {}; ///< of its makespan, all ranks counted; beside a run alone
};

/// A measured run beside them.
struct MeasuredRow
{
    const Comparison& comparison;             ///< of the first row
    Metrics metrics;                          ///< of the run: measureRun()
    std::vector<ScheduleMatch> orders = {};   ///< how the rows' orders match that of the trace
    PipelineSize pipeline = {};               ///< pipelineOf() the run
    std::optional<double> makespanError = {}; ///< of the first row, with the profiler as the run
    bool isOwn = false;        ///< that row is the run's own schedule, so what it differs by is an error
    bool isUnprofiled = false; ///< the rows leave out what the profiler adds on the host
    /// Of the first row's makespan; where ranks have no trace, of the others, as the error is.
    std::optional<PredictionRange> range = {};
    std::optional<Replay> replay = {}; ///< nothing where the profile does not allow one
    std::string noAttribution = {}; ///< why extra time is not given by action and rank; empty = it is given
    std::string against = "predicted"; ///< what the other side is called: a prediction, or another run
    const RunChange* change = nullptr; ///< of two runs: what the second gained and lost
};

/// A row's makespan against the run's, like with like: of the ranks that have a trace, row / measured - 1.
/// Nothing where ranks have none and the row's are others, or where a side is empty.
[[nodiscard]] std::optional<double> makespanError(const ComparisonRow& row, const MeasuredRow& measured);

/// `compare --json`: the rows' metrics and, with a measured run, its own, the residuals, where each rank's
/// extra time went and the largest deviations. Keys as in the command line's reference.
[[nodiscard]] std::string comparisonJson(std::span<const ComparisonRow> rows,
                                         const MeasuredRow* measured = nullptr);

} // namespace bubblescope
