// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/what_if.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// The factors that "--what-if WHAT=FACTOR", given any number of times, ask for. Refuses a stage or rank that
/// a schedule of so many does not have.
[[nodiscard]] Result<WhatIf> whatIfFrom(const std::vector<std::string>& whatIfs, std::uint32_t stageCount,
                                        std::uint32_t rankCount);

} // namespace bubblescope::cli
