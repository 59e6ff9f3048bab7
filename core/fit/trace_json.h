// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"
#include "core/fit/stream_totals.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One kind over all stages, µs, without parts of overlapped blocks.
struct KindSummary
{
    ActionKind kind = ActionKind::Forward;
    std::optional<Time>
        median;               ///< of the time that it works; nothing where it runs in overlapped blocks alone
    std::optional<Time> span; ///< median from start to end
    std::size_t count = 0;
    std::vector<std::optional<Time>> perStage; ///< medians; nothing where a stage has none of its own
};
/// F, I, W, B as far as the run has them.
[[nodiscard]] std::vector<KindSummary> kindSummaries(const MeasuredRun& run, const FittedCosts& fitted);

/// `trace --json`; `withActions` adds every compute action of the chosen step, `given` how orders of the
/// user's match. A run without pipeline actions has its streams. Keys as in the command line's reference,
/// times in µs.
[[nodiscard]] std::string traceJson(const MeasuredRun& run, const Identification& identification,
                                    const FittedCosts& fitted, bool withActions,
                                    const std::vector<ScheduleMatch>& given = {});
/// A list of matches as `trace --json` and `compare --json` write them: `[{"schedule": …}, …]`.
[[nodiscard]] std::string matchesJson(const std::vector<ScheduleMatch>& matches);

} // namespace bubblescope
