// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One kind over all stages, µs, without parts of overlapped blocks.
struct KindSummary
{
    ActionKind kind = ActionKind::Forward;
    std::optional<Time> median; ///< nothing where it runs in overlapped blocks alone
    std::size_t count = 0;
    std::vector<std::optional<Time>> perStage; ///< medians; nothing where a stage has none of its own
};
/// F, I, W, B as far as the run has them.
[[nodiscard]] std::vector<KindSummary> kindSummaries(const MeasuredRun& run, const FittedCosts& fitted);

/// `trace --json`; `withActions` adds every compute action of the chosen step. Keys as in the command line's
/// reference, times in µs.
[[nodiscard]] std::string traceJson(const MeasuredRun& run, const Identification& identification,
                                    const FittedCosts& fitted, bool withActions);

} // namespace bubblescope
