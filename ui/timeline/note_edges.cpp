// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_edges.h"

#include <cmath>

namespace bubblescope::ui {

namespace {

/// Calls `take` with the edges of a lane's blocks next to `t`: those of the block that ends after it and of
/// the one before.
template <typename Take>
void eachEdgeNear(const LaneIndex& index, LaneId lane, Time t, const Take& take)
{
    const std::size_t after = index.firstBlockEndingAfter(lane, t);
    for (std::size_t i = after > 0 ? after - 1 : 0; i <= after && i < index.blockCount(lane); ++i) {
        const LaneBlock block = index.block(lane, i);
        take(block.start);
        take(block.end);
    }
}

} // namespace

Time snappedToEdge(const LaneIndex& index, const TimelineGeometry& geometry, Time t, Time within)
{
    Time best = t;
    Time distance = within;
    for (const RankId rank : geometry.lanes)
        if (rank.value < index.laneCount())
            eachEdgeNear(index, rank, t, [&](Time edge) {
                if (const Time away = std::abs(edge - t); away <= distance) {
                    distance = away;
                    best = edge;
                }
            });
    return best;
}

std::optional<Time> neighbourEdge(const LaneIndex& index, const TimelineGeometry& geometry, Time t,
                                  bool forward)
{
    std::optional<Time> best;
    for (const RankId rank : geometry.lanes)
        if (rank.value < index.laneCount())
            eachEdgeNear(index, rank, t, [&](Time edge) {
                if (forward ? edge > t && (!best || edge < *best) : edge < t && (!best || edge > *best))
                    best = edge;
            });
    return best;
}

} // namespace bubblescope::ui
