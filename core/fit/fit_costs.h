// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/trace/measured_run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Durations of one kind on one stage, µs.
struct DurationStatistics
{
    ActionKind kind = ActionKind::Forward;
    StageId stage;
    Time median = 0;
    Time deviation = 0; ///< median absolute deviation
    Time least = 0, most = 0;
    std::size_t count = 0;
    std::vector<std::size_t> outliers; ///< microbatches beyond median ± 5 deviations
    bool droppedFirst = false;         ///< microbatch 0 was one of them and is left out (traces.md §7)
    bool isEstimated = false;          ///< only inside overlapped blocks
};

struct Straggler
{
    RankId rank;
    double factor = 1; ///< median over the median of the ranks, of the kind where it is least
};

/// What a measured run tells about costs.
struct FittedCosts
{
    std::vector<DurationStatistics> durations; ///< by kind, then stage
    std::vector<Straggler> stragglers;
    std::optional<Time> hopLatency; ///< median over waiting pairs; nothing where none waited (then a warning)
    std::size_t hopPairs = 0;
    std::optional<Time> hostOverhead; ///< median gap between labels of a rank without a wait
    std::vector<std::string> warnings;
    /// Per stage in µs, provenance in `source`; latency and host overhead built in as far as they are known.
    CostModel costs;
    CostModel medians; ///< the same without latency and overhead
};
[[nodiscard]] FittedCosts fitCosts(const MeasuredRun& run);

/// As `pipeline-calibration/1` with provenance "trace"; `createdUtc` as "2026-01-31T12:00:00Z".
[[nodiscard]] std::string calibrationJson(const FittedCosts& fitted, const MeasuredRun& run,
                                          const std::string& createdUtc);

} // namespace bubblescope
