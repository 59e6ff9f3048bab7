// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>

namespace bubblescope::ui {

/// The action after (`step` 1) or before (-1) on its lane or sub-lane, bubbles left out; nothing at its ends.
/// O(what stands between in the order).
[[nodiscard]] std::optional<ActionPosition> alongLane(const LaneIndex& index, const ActionPosition& from,
                                                      int step);
/// The first action of the lane's block that is nearest to `t`; nothing on an empty lane. O(log n).
[[nodiscard]] std::optional<ActionPosition> nearestOnLane(const LaneIndex& index, LaneId lane, Time t);
/// From `from` over the shown lanes and sub-lanes up (-1) or down (1) to the next that has an action, at the
/// time `t`.
[[nodiscard]] std::optional<ActionPosition> acrossLanes(const LaneIndex& index,
                                                        const TimelineGeometry& geometry,
                                                        const ActionPosition& from, int step, Time t);
/// The action with this identity on the rank, searched from `hint` first. O(actions of the rank).
[[nodiscard]] std::optional<ActionPosition> findOnRank(const Schedule& schedule, const ActionPosition& hint,
                                                       const ActionId& id);

} // namespace bubblescope::ui
