// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>

namespace bubblescope::ui {

/// The action after (`step` 1) or before (-1) on its lane, bubbles left out; nothing at the lane's ends.
/// O(log n + bubbles between).
[[nodiscard]] std::optional<ActionPosition> alongLane(const LaneIndex& index, const ActionPosition& from,
                                                      int step);
/// The first action of the block of `rank` that is nearest to `t`; nothing on an empty lane. O(log n).
[[nodiscard]] std::optional<ActionPosition> nearestOnLane(const LaneIndex& index, RankId rank, Time t);
/// From `from` over `lanes` up (-1) or down (1) to the next lane that has an action, at the time `t`.
[[nodiscard]] std::optional<ActionPosition> acrossLanes(const LaneIndex& index,
                                                        const std::vector<RankId>& lanes,
                                                        const ActionPosition& from, int step, Time t);
/// The action with this identity on the rank, searched from `hint` first. O(actions of the rank).
[[nodiscard]] std::optional<ActionPosition> findOnRank(const Schedule& schedule, const ActionPosition& hint,
                                                       const ActionId& id);

} // namespace bubblescope::ui
