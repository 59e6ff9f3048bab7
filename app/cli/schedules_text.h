// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalog.h"

#include <span>
#include <string>

namespace bubblescope::cli {

/// Every schedule with its names, placements and parameters' admissible values, at most 80 columns wide.
[[nodiscard]] std::string schedulesTable(std::span<const ScheduleInfo> schedules);
/// All that the catalog knows of one schedule, at most 80 columns wide.
[[nodiscard]] std::string scheduleText(const ScheduleInfo& schedule);

/// How a parameter is given: "--ranks N", "--option inference=true|false", "--option memory_limit=X".
[[nodiscard]] std::string parameterUse(const ParameterSpec& spec);
/// Its admissible values in words: "at least 1", "only in variant d9d", "0 to 8, or auto: …".
[[nodiscard]] std::string admissibleText(const ParameterSpec& spec);
/// "loop, v".
[[nodiscard]] std::string placementNames(std::span<const PlacementKind> placements);
/// "a, b, c".
[[nodiscard]] std::string joinedWords(std::span<const std::string> words);

} // namespace bubblescope::cli
