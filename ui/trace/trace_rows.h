// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_model.h"
#include "ui/trace/trace_analysis.h"

namespace bubblescope::ui {

/// What the Trace dock lists, as rows of its tables; figures in µs, the columns as traceColumns() names them.
enum class TraceList : std::uint8_t { Files, Schedule, Durations, Deviations, Ranks, Warnings };
inline constexpr std::size_t kTraceListCount = 6;

[[nodiscard]] QStringList traceColumns(TraceList list);
[[nodiscard]] std::vector<int> traceColumnWidths(TraceList list);
/// O(what is listed); of warnings one row each.
[[nodiscard]] std::vector<FigureRow> traceRows(TraceList list, const TraceAnalysis& analysis);

} // namespace bubblescope::ui
