// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_moves.h"

#include <algorithm>

namespace bubblescope::ui {

std::optional<ActionPosition> alongLane(const LaneIndex& index, const ActionPosition& from, int step)
{
    const Row& row = index.timeline().schedule->rows[from.rank.value];
    const Track track = index.laneOfAction(from).track;
    auto i = static_cast<std::ptrdiff_t>(from.index);
    const auto end = static_cast<std::ptrdiff_t>(row.size());
    for (i += step; i >= 0 && i < end; i += step) {
        const ActionPosition at{from.rank, static_cast<std::size_t>(i)};
        if (!row[at.index].isBubble() && index.laneOfAction(at).track == track)
            return at;
    }
    return std::nullopt;
}

std::optional<ActionPosition> nearestOnLane(const LaneIndex& index, LaneId lane, Time t)
{
    const std::size_t count = index.blockCount(lane);
    if (count == 0)
        return std::nullopt;
    std::size_t best = std::min(index.firstBlockEndingAfter(lane, t), count - 1);
    if (best > 0) {
        const Time ahead = index.block(lane, best).start - t;
        const Time behind = t - index.block(lane, best - 1).end;
        if (ahead > 0 && behind >= 0 && behind < ahead)
            --best;
    }
    return ActionPosition{lane.rank, index.block(lane, best).firstAction};
}

std::optional<ActionPosition> acrossLanes(const LaneIndex& index, const TimelineGeometry& geometry,
                                          const ActionPosition& from, int step, Time t)
{
    const auto here = geometry.rowOf(from.rank);
    if (!here)
        return std::nullopt;
    // Rows and tracks in one count, as they lie under each other.
    const auto tracks = static_cast<std::ptrdiff_t>(geometry.subLanes.size()) + 1;
    const Track track = index.laneOfAction(from).track;
    const auto sub = std::find(geometry.subLanes.begin(), geometry.subLanes.end(), track);
    const std::ptrdiff_t in =
        track == Track::Compute || sub == geometry.subLanes.end() ? 0 : sub - geometry.subLanes.begin() + 1;
    const auto end = static_cast<std::ptrdiff_t>(geometry.lanes.size()) * tracks;
    for (auto at = static_cast<std::ptrdiff_t>(*here) * tracks + in + step; at >= 0 && at < end; at += step) {
        const auto part = static_cast<std::size_t>(at % tracks);
        const auto row = static_cast<std::size_t>(at / tracks);
        if (part > 0 && geometry.isFolded(row))
            continue;
        const LaneId lane{geometry.lanes[row], part == 0 ? Track::Compute : geometry.subLanes[part - 1]};
        if (auto found = nearestOnLane(index, lane, t))
            return found;
    }
    return std::nullopt;
}

std::optional<ActionPosition> findOnRank(const Schedule& schedule, const ActionPosition& hint,
                                         const ActionId& id)
{
    if (hint.rank.value >= schedule.rankCount())
        return std::nullopt;
    const Row& row = schedule.rows[hint.rank.value];
    if (hint.index < row.size() && row[hint.index].id() == id)
        return hint;
    const auto found = std::find_if(row.begin(), row.end(), [&](const Action& a) { return a.id() == id; });
    if (found == row.end())
        return std::nullopt;
    return ActionPosition{hint.rank, static_cast<std::size_t>(found - row.begin())};
}

} // namespace bubblescope::ui
