// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

enum class ParameterType : std::uint8_t { Integer, Real, Boolean, Choice };

/// The value of a parameter that the schedule chooses by itself.
inline constexpr const char* kAutomaticValue = "auto";

/// One parameter of a schedule. The form, the command line, the docs table and the JSON are made from it.
struct ParameterSpec
{
    std::string
        key; ///< "ranks", "microbatches", "stages-per-rank", "placement", or an option's key ("variant")
    std::string title; ///< "Stages per rank"
    std::string help;  ///< one sentence
    std::string rule;  ///< the admissible values in words: "at least the number of ranks"
    ParameterType type = ParameterType::Integer;
    std::int64_t minimum = 1; ///< for Integer and Real
    std::int64_t maximum = 1;
    std::string defaultValue;
    std::vector<std::string> choices;  ///< for Choice
    bool isOption = false;             ///< given by --option KEY=VALUE (ScheduleRequest::options)
    bool isAutomatic = false;          ///< Integer or Real that takes kAutomaticValue too
    std::vector<std::string> variants; ///< names of the variants that take the option; empty = all
};

/// One project's way of ordering a schedule, for people.
struct VariantInfo
{
    std::string name; ///< "torch"
    std::string help; ///< how its order differs from the default's; empty for the default
    std::vector<PlacementKind> placements; ///< that it takes; the first is its default
    std::int64_t stagesPerRank = 1;        ///< by default
};

/// What a user can know of a schedule before generating it.
struct ScheduleInfo
{
    std::string name;  ///< product name: "interleaved-1f1b"
    std::string title; ///< "Interleaved 1F1B"
    std::vector<std::string> aliases;
    std::string origin;                    ///< paper or project
    std::string help;                      ///< one paragraph
    std::vector<PlacementKind> placements; ///< the first is the default
    std::vector<VariantInfo> variants;     ///< the first is the default
    bool isMadeForCosts = false; ///< the order depends on the times of the actions (GenerateOptions::costs)
    /// The order was made for equal times of F, I and W; others should be warned of.
    bool assumesEqualTimes = false;
    std::vector<ParameterSpec> parameters; ///< ranks, microbatches, stages-per-rank, placement, then options
};

/// Every schedule, in the order in which they are offered.
[[nodiscard]] std::span<const ScheduleInfo> scheduleCatalog();
/// By product name or alias, in any case; null if there is none.
[[nodiscard]] const ScheduleInfo* findSchedule(std::string_view nameOrAlias);
/// `schedules --json`: an array of the catalog's entries.
[[nodiscard]] std::string catalogJson();
/// `schedules NAME --json`: the one entry, an object.
[[nodiscard]] std::string catalogJson(const ScheduleInfo& info);

} // namespace bubblescope
