// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_model.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace bubblescope::cli {

/// The cost options of a command, as text until the schedule is known.
struct CostOptions
{
    std::string costsFile;
    std::string profile;
    std::string forward;
    std::string backward;
    std::string backwardInput;
    std::string backwardWeight;
    std::string overlap;
    std::string p2pLatency;
    std::string activationKeptUntilWeight;
    std::string timePer = "stage";

    bool operator==(const CostOptions&) const = default;
    /// Whether any of them stands on the command line.
    [[nodiscard]] bool isGiven() const { return *this != CostOptions{}; }
};

void addCostOptions(CLI::App& command, CostOptions& options);

/// The cost model that the options describe: their file, else `base`, with the short forms over it.
[[nodiscard]] Result<CostModel> costsFrom(const CostOptions& options, const CostModel& base,
                                          std::uint32_t stagesPerRank);

} // namespace bubblescope::cli
