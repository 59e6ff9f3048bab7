// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_model.h"
#include "ui/trace/trace_analysis.h"

namespace bubblescope::ui {

/// The pipelines that run the same beside each other, each against the median of the others; a row chooses
/// its replica. Of no analysis: the columns alone.
[[nodiscard]] FigureContent replicaFigures(const TraceAnalysis* analysis);

/// "replica 1": as the choice, the table and the run's title call it.
[[nodiscard]] QString replicaName(std::size_t replica);
/// "global ranks 1, 3", at most 16; empty where the files tell none.
[[nodiscard]] QString globalRanksText(const std::vector<std::uint32_t>& ranks);
/// "one of 2 replicas, step 1.2 % longer than the others"; empty where there is but one pipeline.
[[nodiscard]] QString replicaText(const TraceAnalysis& analysis);

} // namespace bubblescope::ui
