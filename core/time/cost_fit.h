// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A list with another number of values than the schedule has stages, ranks, or microbatches.
struct CostMisfit
{
    std::string name; ///< as CostModel::check() calls it
    std::size_t values = 0;
    bool isOfRanks = false;
    bool isOfMicrobatches = false;
    bool operator==(const CostMisfit&) const = default;
};

/// The first such list, in the order in which CostModel::check() looks; with a `stageCount` of 0 the first
/// list. Lists by rank and by microbatch are looked at with their count alone.
[[nodiscard]] std::optional<CostMisfit> misfitOf(const CostModel& costs, std::uint32_t stageCount,
                                                 std::optional<std::uint32_t> rankCount = {},
                                                 std::optional<std::uint32_t> microbatchCount = {});

/// What names ranks that a schedule of so many does not have, and so changes nothing: a sentence for the rank
/// factors, one for each of the first links.
[[nodiscard]] std::vector<std::string> unknownRanks(const CostModel& costs, std::uint32_t rankCount);

/// Says of costs with a `source` that they are no longer what it gave: appends ", edited" once. Does nothing
/// where `before` is of another source or has the same times and sizes.
void markEdited(CostModel& costs, const CostModel& before);

} // namespace bubblescope
