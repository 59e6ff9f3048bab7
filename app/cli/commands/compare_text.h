// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/comparison_json.h"
#include "core/fit/run_change.h"

#include <span>
#include <string>

namespace bubblescope::cli {

/// The schedules below each other, each with its makespan against the first (the measured run, if there is
/// one). Where ranks of the run have no trace, makespans are compared with it over the others alone, in a
/// table of their own; a what-if is compared with the prediction without it too.
[[nodiscard]] std::string comparisonTable(std::span<const ComparisonRow> rows, const MeasuredRow* measured);
/// Where each rank's extra time went, and the largest deviations; or one line that says why not.
[[nodiscard]] std::string attributionText(const MeasuredRow& measured);
/// Of two runs what each rank gained, and the actions that changed most; or one line that says why not.
[[nodiscard]] std::string changeTables(const RunChange& change);

} // namespace bubblescope::cli
