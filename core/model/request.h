// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace bubblescope {

/// What a user asks a generator for: a schedule's name and its parameters, not yet checked.
/// Numbers are wide and signed so that "-1" can be refused in words.
struct ScheduleRequest
{
    std::string schedule = "1f1b"; ///< product name or alias, any case
    std::int64_t ranks = 4;
    std::int64_t microbatches = 8;
    std::optional<std::int64_t> stagesPerRank; ///< empty = the schedule's default
    std::optional<PlacementKind> placement;    ///< empty = the schedule's default
    std::map<std::string, std::string>
        options; ///< the schedule's own options as text, e.g. {"variant", "torch"}

    bool operator==(const ScheduleRequest&) const = default;
};

} // namespace bubblescope
