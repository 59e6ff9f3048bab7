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

/// Whether problems name the values that would work: a search, which takes far longer than to find the
/// problem.
enum class Nearest : std::uint8_t { Named, LeftOut };

/// Finds everything that is wrong with a request, and for each the nearest values that work. Where those are
/// left out, only the first problem is certain: others may follow from it.
[[nodiscard]] Examined examine(const ScheduleRequest& request, Nearest nearest = Nearest::Named);

/// The problem of a name that the registry does not have.
[[nodiscard]] ParameterProblem unknownSchedule(std::string_view name);
/// The problem of an option that the schedule does not have.
[[nodiscard]] ParameterProblem unknownOption(const ScheduleInfo& info, std::string_view key);

} // namespace bubblescope
