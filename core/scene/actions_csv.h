// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/lane_index.h"
#include "core/time/cost_model.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Every action of some ranks that has a part, or a moment, in [from, to), by rank as given, then by start.
/// The parts of an overlapped cell come with their cell. O(ranks · log n + result).
[[nodiscard]] std::vector<ActionPosition> actionsTouching(const LaneIndex& index,
                                                          std::span<const RankId> ranks, Time from, Time to);

/// Actions as CSV with a header line: "action,rank,stage,kind,microbatch,start,end,duration,waits_for_rank,
/// waits_for". What it waited for is the input that came last, by the rules of `costs`; both empty for none.
/// Numbers are the shortest that read back as the same, with a point; lines end in LF. O(actions of the
/// order), for finding the inputs.
[[nodiscard]] std::string actionsCsv(const Timeline& timeline, const CostModel& costs,
                                     std::span<const ActionPosition> actions);

} // namespace bubblescope
