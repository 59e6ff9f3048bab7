// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/action_edges.h"

#include <cmath>
#include <limits>

namespace bubblescope::ui {

namespace {

constexpr Time kForever = std::numeric_limits<Time>::infinity();

} // namespace

std::optional<Time> edgeAfter(const LaneIndex& index, LaneId lane, Time t)
{
    const std::size_t count = index.blockCount(lane);
    const std::size_t ending = index.firstBlockEndingAfter(lane, t);
    if (ending == count)
        return std::nullopt;
    Time edge = index.block(lane, ending).end;
    if (const std::size_t starting = index.firstBlockStartingAt(lane, std::nextafter(t, kForever));
        starting < count)
        edge = std::min(edge, index.block(lane, starting).start);
    return edge;
}

std::optional<Time> edgeBefore(const LaneIndex& index, LaneId lane, Time t)
{
    const std::size_t starting = index.firstBlockStartingAt(lane, t);
    if (starting == 0)
        return std::nullopt;
    Time edge = index.block(lane, starting - 1).start;
    if (const std::size_t ending = index.firstBlockEndingAfter(lane, std::nextafter(t, -kForever));
        ending > 0)
        edge = std::max(edge, index.coverOf(lane, ending - 1).end);
    return edge;
}

std::optional<ActionEdge> edgeAfter(const LaneIndex& index, std::span<const LaneId> lanes, Time t)
{
    std::optional<ActionEdge> first;
    for (const LaneId lane : lanes)
        if (const auto edge = edgeAfter(index, lane, t); edge && (!first || *edge < first->time))
            first = ActionEdge{*edge, lane};
    return first;
}

std::optional<ActionEdge> edgeBefore(const LaneIndex& index, std::span<const LaneId> lanes, Time t)
{
    std::optional<ActionEdge> last;
    for (const LaneId lane : lanes)
        if (const auto edge = edgeBefore(index, lane, t); edge && (!last || *edge > last->time))
            last = ActionEdge{*edge, lane};
    return last;
}

std::optional<ActionEdge> nearestEdge(const LaneIndex& index, std::span<const LaneId> lanes, Time t,
                                      Time within)
{
    std::optional<ActionEdge> nearest;
    Time distance = within;
    const auto consider = [&](const std::optional<Time>& edge, LaneId lane) {
        if (!edge || std::abs(*edge - t) > distance || (nearest && std::abs(*edge - t) == distance))
            return;
        distance = std::abs(*edge - t);
        nearest = ActionEdge{*edge, lane};
    };
    for (const LaneId lane : lanes) {
        consider(edgeAfter(index, lane, std::nextafter(t, -kForever)), lane);
        consider(edgeBefore(index, lane, t), lane);
    }
    return nearest;
}

std::vector<LaneId> computeLanesOf(const LaneIndex& index, const TimelineGeometry& geometry)
{
    std::vector<LaneId> lanes;
    for (const RankId rank : geometry.lanes)
        if (rank.value < index.laneCount())
            lanes.emplace_back(rank);
    return lanes;
}

} // namespace bubblescope::ui
