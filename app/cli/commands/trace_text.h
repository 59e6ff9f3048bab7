// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"
#include "core/fit/pairing.h"
#include "core/fit/policy_errors.h"

#include <string>

namespace bubblescope::cli {

/// What `trace` found, for people.
struct TraceFindings
{
    MeasuredRun run;
    Identification identification;
    FittedCosts fitted;
    std::vector<ScheduleMatch> orders = {}; ///< how orders of the user's match it
};

/// "zb-h1 variant=paper": the product name and what else generates it.
[[nodiscard]] std::string matchName(const ScheduleMatch& match);
/// How each order matches that of the trace, with the first difference of each rank.
[[nodiscard]] std::string orderTexts(const std::vector<ScheduleMatch>& orders);
/// "name", of a part of the ranks "name, exact on 3 of 4 ranks (rank 2 has no trace)", with the others that
/// run the same, or the nearest with its score and first differences.
[[nodiscard]] std::string scheduleText(const Identification& identification, const PipelineSize& pipeline);
/// Everything but the actions.
[[nodiscard]] std::string traceText(const TraceFindings& findings);
[[nodiscard]] std::string measuredActionTable(const MeasuredRun& run);
/// The fitted times and what lies between them.
[[nodiscard]] std::string fitText(const FittedCosts& fitted);

/// How far the run is from its own order under each policy; empty where none was tried.
[[nodiscard]] std::string policyText(const std::vector<PolicyError>& errors);

/// What of the fitted costs is a default, and what the profiler's part of them is.
[[nodiscard]] std::string defaultsText(const FittedCosts& fitted);

} // namespace bubblescope::cli
