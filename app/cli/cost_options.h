// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "core/base/result.h"
#include "core/io/costs_lists.h"
#include "core/time/cost_fields.h"

#include <CLI/CLI.hpp>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// The cost options of a command, as text until the schedule is known.
struct CostOptions
{
    std::string costsFile;
    /// By the field of the table, as its option was given; empty = not given.
    std::array<std::string, kCostFieldCount> values;
    std::string timePer = "stage";
    std::string device; ///< of probe/plan's table: gives the memory of each rank's device
    std::string layout; ///< Megatron's: which layers each stage holds
    /// A list of one time a stage says that all times are those of stages, whatever timePer is.
    bool listsAreOfStages = false;
    bool standInTransfers = false;
    /// Megatron's layers of an order in memory: they are those of costs by block, where --layout gives no
    /// others.
    std::string layoutOfOrder;
    std::vector<std::string>
        whatIfs; ///< "WHAT=FACTOR": they change times only, no order that is made for costs

    bool operator==(const CostOptions&) const = default;
    /// What was given for the field that errors call `name`.
    [[nodiscard]] std::string& of(std::string_view name);
    [[nodiscard]] const std::string& of(std::string_view name) const;
    /// Whether any of them is on the command line.
    [[nodiscard]] bool isGiven() const { return *this != CostOptions{}; }
};

void addCostOptions(CLI::App& command, CostOptions& options);
void addDeviceOption(CLI::App& command, CostOptions& options);
/// Those that belong to one order: --device and --layout.
void addOrderCostOptions(CLI::App& command, CostOptions& options);

/// Costs and where they come from, for messages about them.
struct GivenCosts
{
    CostModel costs;
    std::string file;       ///< what messages call it; empty for costs of no file
    CostsLists lists;       ///< the file's, without those that options override
    bool namesRanks = true; ///< its ranks are those of the schedule, not a calibration's devices
    /// Fitted to a run: divided or joined evenly for a schedule of another number of stages.
    bool isMeasured = false;
};

/// The costs that the options describe, without their factors: their file (a cost file or a calibration),
/// else `base`, with the short forms over it. Warns of what they warn of themselves. A calibration of another
/// number of stages is divided or joined evenly for `stageCount`, as what is fitted to a run is.
[[nodiscard]] Result<GivenCosts> costsFrom(const CostOptions& options, const GivenCosts& base,
                                           std::uint32_t stagesPerRank, const Environment& environment,
                                           std::uint32_t unitsOfAMicrobatch = 1,
                                           std::optional<std::uint32_t> stageCount = {});

} // namespace bubblescope::cli
