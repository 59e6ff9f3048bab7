// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"
#include "core/generate/generate.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// The most cells that are built: 16 GiB.
inline constexpr std::uint64_t kMostCells = std::uint64_t{1} << 31U;

/// A request looked up in the registry and checked.
struct Examined
{
    std::vector<ParameterProblem> problems; ///< empty = the rest is usable
    const ScheduleDefinition* definition = nullptr;
    const Variant* variant = nullptr;
    Shape shape;
};

/// Finds everything that is wrong with a request, and for each the nearest values that work.
[[nodiscard]] Examined examine(const ScheduleRequest& request);

/// The problem of a name that the registry does not have.
[[nodiscard]] ParameterProblem unknownSchedule(std::string_view name);
/// The problem of an option that the schedule does not have.
[[nodiscard]] ParameterProblem unknownOption(const ScheduleInfo& info, std::string_view key);

} // namespace bubblescope
