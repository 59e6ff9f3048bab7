// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/measured_figure.h"
#include "ui/trace/trace_analysis.h"

namespace bubblescope::ui {

/// Looks up the actions of an analysed run, which it keeps; empty for none. Making it is O(n log n), a
/// look-up O(log n).
[[nodiscard]] MeasuredLookup measuredLookup(const TraceAnalysisPtr& analysis);

} // namespace bubblescope::ui
