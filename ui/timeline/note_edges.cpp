// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_edges.h"

#include "ui/timeline/action_edges.h"

#include <vector>

namespace bubblescope::ui {

namespace {

/// Of the shown ranks that there are.
std::vector<LaneId> lanesOf(const LaneIndex& index, const TimelineGeometry& geometry)
{
    std::vector<LaneId> lanes;
    lanes.reserve(geometry.lanes.size());
    for (const RankId rank : geometry.lanes)
        if (rank.value < index.laneCount())
            lanes.emplace_back(rank);
    return lanes;
}

} // namespace

Time snappedToEdge(const LaneIndex& index, const TimelineGeometry& geometry, Time t, Time within)
{
    const auto edge = nearestEdge(index, lanesOf(index, geometry), t, within);
    return edge ? edge->time : t;
}

std::optional<Time> neighbourEdge(const LaneIndex& index, const TimelineGeometry& geometry, Time t,
                                  bool forward)
{
    const std::vector<LaneId> lanes = lanesOf(index, geometry);
    const auto edge = forward ? edgeAfter(index, lanes, t) : edgeBefore(index, lanes, t);
    return edge ? std::optional(edge->time) : std::nullopt;
}

} // namespace bubblescope::ui
