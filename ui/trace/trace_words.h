// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_analysis.h"

#include <QString>

namespace bubblescope::ui {

/// "step 12"; of one of several pipelines that run the same "step 12, replica 1".
[[nodiscard]] QString runName(const TraceAnalysis& analysis);
/// "measured, step 12".
[[nodiscard]] QString measuredTitle(const TraceAnalysis& analysis);
/// Ranks of a run that have a trace.
[[nodiscard]] std::size_t tracedRanks(const MeasuredRun& run);
/// "1f1b, exact"; of the nearest one, how near; or why there is none. What the user gave to be held against
/// it comes first: "e.csv: exact · 1f1b, exact".
[[nodiscard]] QString identificationText(const TraceAnalysis& analysis);
/// "measured 254.13 ms · predicted 248.02 ms (−2.4 %)"; `predicted` in µs, or any other unit, which is then
/// not held against the measured time.
[[nodiscard]] QString stepTimeText(const TraceAnalysis& analysis, const EvaluationPtr& predicted);
/// "hop latency 310 µs of 12 pairs · host overhead 45 µs · straggler: rank 2, 1.57 times as slow".
[[nodiscard]] QString overheadText(const FittedCosts& fitted);
/// "224 labels of torch pipelining": which ways of naming were found how often.
[[nodiscard]] QString labelsText(const MeasuredRun& run);
/// "GPU busy 128.5 ms · compute … · communication …, 96 % hidden, … exposed · F : B : W …".
[[nodiscard]] QString phaseText(const PhaseTimes& times);

/// A unit for a page of times in µs, so that they need few digits.
struct TimeScale
{
    Time size = 1;    ///< in µs
    QString unit;     ///< "µs", "ms", "s"
    int decimals = 1; ///< that still tell times of this size apart
};
/// For times of up to `largest` µs.
[[nodiscard]] TimeScale scaleFor(Time largest);
/// A time in µs, in the unit that reads best: "45.2 µs", "254.13 ms", "1.204 s".
[[nodiscard]] QString microsecondsText(Time time);

} // namespace bubblescope::ui
