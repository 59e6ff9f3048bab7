// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cost_options.h"
#include "core/sweep/sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// What a sweep varies, as text until it is read.
struct SweepPlanOptions
{
    std::vector<std::string> names;
    std::vector<std::string> tried; ///< passes
    std::string ranks;
    std::string microbatches;
    std::string stagesPerRank;
    std::vector<std::string> options;
    CostOptions costs; ///< --p2p-latency is a list here
};

void addSweepPlanOptions(CLI::App& command, SweepPlanOptions& options);

/// The plan that they describe, checked; errors begin with the option they are about.
[[nodiscard]] Result<SweepPlan> sweepPlanFrom(const SweepPlanOptions& options,
                                              const Environment& environment);
/// "2/16". Requires 1 <= I <= N.
[[nodiscard]] Result<SweepShard> sweepShardFrom(const std::string& text);

} // namespace bubblescope::cli
