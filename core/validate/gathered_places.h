// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Of one stage on one rank.
enum class Parameters : std::uint8_t { NeverUnsharded, Sharded, Unsharded, Reported };
/// Goes on by a compute action, an UNSHARD or a RESHARD; whether that lacks an UNSHARD before it.
bool lacksUnshard(Parameters& state, ActionKind kind);

/// What of gathered parameters an order has; without it there is no rule about it.
struct GatherRules
{
    bool gathers = false;  ///< there is an UNSHARD or RESHARD
    bool reshards = false; ///< RESHARD does
};

/// For each place of a row, its end included, whether a cell there leaves as few faults as anywhere of those
/// that the rules on UNSHARD and RESHARD of its stages report. A row's stage is a machine of a few states, so
/// the faults before a place are carried on, and those behind it back, for each state: O(row).
[[nodiscard]] std::vector<bool> placesGathered(const Row& row, std::span<const Action> cell,
                                               const GatherRules& rules);

} // namespace bubblescope
