// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/probe_plan.h"
#include "ui/calibrate/probe_run.h"
#include "ui/widgets/run_row.h"

namespace bubblescope::ui {

/// The row of a measurement.
[[nodiscard]] RunRow* makeMeasureRow(QWidget* parent);
/// How far it is, and what was measured last.
void showProgress(RunRow& row, const ProbeProgress& progress);
/// "81 points, about 18 s, 9.3 GB on the GPU".
[[nodiscard]] QString planText(const probe::ProbePlan& plan);
/// What the phases take: "ceilings 1.6 s · operations 14 s · others 0.8 s".
[[nodiscard]] QString planDetails(const probe::ProbePlan& plan);
/// "layer.F · 12 of 81 · about 9 s left", or what keeps it.
[[nodiscard]] QString progressText(const ProbeProgress& progress);

} // namespace bubblescope::ui
