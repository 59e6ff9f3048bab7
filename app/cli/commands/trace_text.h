// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"

#include <string>

namespace bubblescope::cli {

/// What `trace` found, for people.
struct TraceFindings
{
    MeasuredRun run;
    Identification identification;
    FittedCosts fitted;
};

/// "name", or the nearest with its score and first differences.
[[nodiscard]] std::string scheduleText(const Identification& identification);
/// Everything but the actions.
[[nodiscard]] std::string traceText(const TraceFindings& findings);
[[nodiscard]] std::string measuredActionTable(const MeasuredRun& run);
/// The fitted times and what lies between them.
[[nodiscard]] std::string fitText(const FittedCosts& fitted);

} // namespace bubblescope::cli
