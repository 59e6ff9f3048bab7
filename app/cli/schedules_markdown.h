// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalog.h"

#include <span>
#include <string>

namespace bubblescope::cli {

/// docs/schedules.md: a table of the schedules, then each with its origin, parameters and variants.
[[nodiscard]] std::string schedulesMarkdown(std::span<const ScheduleInfo> schedules);

} // namespace bubblescope::cli
