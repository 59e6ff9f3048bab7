// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <optional>
#include <span>

namespace bubblescope::ui {

/// A moment at which an action begins or ends.
struct ActionEdge
{
    Time time = 0;
    LaneId lane{RankId{}};
    bool operator==(const ActionEdge&) const = default;
};

/// The first edge of a lane after `t`, the last before it; nothing where there is none. O(log n).
[[nodiscard]] std::optional<Time> edgeAfter(const LaneIndex& index, LaneId lane, Time t);
[[nodiscard]] std::optional<Time> edgeBefore(const LaneIndex& index, LaneId lane, Time t);
/// The same over several lanes; of lanes that share the moment the first.
[[nodiscard]] std::optional<ActionEdge> edgeAfter(const LaneIndex& index, std::span<const LaneId> lanes,
                                                  Time t);
[[nodiscard]] std::optional<ActionEdge> edgeBefore(const LaneIndex& index, std::span<const LaneId> lanes,
                                                   Time t);
/// The edge nearest to `t`, at most `within` away; of equally near ones that of the first lane. O(lanes · log
/// n).
[[nodiscard]] std::optional<ActionEdge> nearestEdge(const LaneIndex& index, std::span<const LaneId> lanes,
                                                    Time t, Time within);

/// The compute lanes of the shown ranks that there are.
[[nodiscard]] std::vector<LaneId> computeLanesOf(const LaneIndex& index, const TimelineGeometry& geometry);

} // namespace bubblescope::ui
