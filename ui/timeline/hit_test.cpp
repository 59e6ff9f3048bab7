// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hit_test.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Blocks narrower than this are found from beside them, up to half of it away.
constexpr double kEasyWidthPx = 3;

/// Which part of a block of several is at the given share of its height.
std::size_t partAt(const LaneBlock& block, double share)
{
    const auto part = static_cast<std::int64_t>(share * block.actionCount);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(part, 0, block.actionCount - 1));
}

std::optional<std::size_t> narrowBlockNear(const LaneIndex& index, const TimelineGeometry& geometry,
                                           RankId rank, Time t)
{
    const Time reach = kEasyWidthPx / 2 / geometry.pixelsPerUnit();
    const std::size_t after = index.firstBlockEndingAfter(rank, t);
    std::optional<std::size_t> nearest;
    Time nearestDistance = reach;
    const auto consider = [&](std::size_t i, Time distance) {
        const LaneBlock& block = index.block(rank, i);
        if (block.end - block.start <= 2 * reach && distance <= nearestDistance) {
            nearest = i;
            nearestDistance = distance;
        }
    };
    if (after < index.blockCount(rank))
        consider(after, std::max(0.0, index.block(rank, after).start - t));
    if (after > 0)
        consider(after - 1, t - index.block(rank, after - 1).end);
    return nearest;
}

std::optional<Gap> gapAt(const LaneIndex& index, RankId rank, Time t)
{
    const Time makespan = index.timeline().makespan;
    if (t < 0 || t >= makespan)
        return std::nullopt;
    std::size_t after = index.firstBlockEndingAfter(rank, t);
    const Time from = after > 0 ? index.block(rank, after - 1).end : 0;
    const Time to = after < index.blockCount(rank) ? index.block(rank, after).start : makespan;
    return Gap{rank, from, to};
}

} // namespace

Hit hitTest(const LaneIndex& index, const TimelineGeometry& geometry, double x, double y,
            double devicePixelRatio)
{
    const auto row = geometry.rowAt(y);
    if (!row || x < geometry.plot.x || x >= geometry.plot.right())
        return {};
    const RankId rank = geometry.lanes[*row];
    // The middle of the device pixel: its left edge may fall short of a block that begins right there.
    const Time t = geometry.timeAt((std::floor(x * devicePixelRatio) + 0.5) / devicePixelRatio);
    auto found = index.blockAt(rank, t);
    if (!found)
        found = narrowBlockNear(index, geometry, rank, t);
    if (!found)
        return {std::nullopt, gapAt(index, rank, t)};
    const LaneBlock& block = index.block(rank, *found);
    const double share = (y - geometry.laneTop(*row)) / geometry.laneHeight;
    return {ActionPosition{rank, block.firstAction + partAt(block, share)}, std::nullopt};
}

std::optional<RectF> actionRect(const LaneIndex& index, const TimelineGeometry& geometry,
                                const ActionPosition& action)
{
    const auto lane = std::find(geometry.lanes.begin(), geometry.lanes.end(), action.rank);
    const auto found = index.blockOfAction(action);
    if (lane == geometry.lanes.end() || !found)
        return std::nullopt;
    const LaneBlock& block = index.block(action.rank, *found);
    const double x = geometry.xOf(block.start);
    const double part = geometry.laneHeight / block.actionCount;
    const double top = geometry.laneTop(static_cast<std::size_t>(lane - geometry.lanes.begin()));
    return RectF{x, top + part * static_cast<double>(action.index - block.firstAction),
                 geometry.xOf(block.end) - x, part};
}

} // namespace bubblescope::ui
