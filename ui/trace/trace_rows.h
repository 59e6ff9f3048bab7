// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_model.h"
#include "ui/trace/trace_analysis.h"

namespace bubblescope::ui {

/// What Trace details list, as rows of its tables. Times are shown in one unit a table, which the first of
/// its columns of times names; values are in µs.
enum class TraceList : std::uint8_t { Files, Schedule, Durations, Deviations, Ranks, Replicas, Warnings };
inline constexpr std::size_t kTraceListCount = 7;

/// What matters most stands first; of warnings one row each. Of no analysis: the columns alone. O(what is
/// listed).
[[nodiscard]] FigureContent traceFigures(TraceList list, const TraceAnalysis* analysis = nullptr);

} // namespace bubblescope::ui
