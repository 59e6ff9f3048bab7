// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <span>
#include <string_view>

namespace bubblescope {

/// Every schedule in the order in which the catalog offers them, its parameters complete.
[[nodiscard]] std::span<const ScheduleDefinition> scheduleDefinitions();
/// By product name or alias, in any case; null if there is none.
[[nodiscard]] const ScheduleDefinition* findDefinition(std::string_view nameOrAlias);
/// The parameter of that key, null if the schedule has none.
[[nodiscard]] const ParameterSpec* findParameter(const ScheduleInfo& info, std::string_view key);
/// By name in any case; null if there is none.
[[nodiscard]] const Variant* findVariant(const ScheduleDefinition& definition, std::string_view name);

} // namespace bubblescope
