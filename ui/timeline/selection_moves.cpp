// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_moves.h"

#include <algorithm>

namespace bubblescope::ui {

std::optional<ActionPosition> alongLane(const LaneIndex& index, const ActionPosition& from, int step)
{
    const Row& row = index.timeline().schedule->rows[from.rank.value];
    auto i = static_cast<std::ptrdiff_t>(from.index);
    const auto end = static_cast<std::ptrdiff_t>(row.size());
    for (i += step; i >= 0 && i < end; i += step)
        if (!row[static_cast<std::size_t>(i)].isBubble())
            return ActionPosition{from.rank, static_cast<std::size_t>(i)};
    return std::nullopt;
}

std::optional<ActionPosition> nearestOnLane(const LaneIndex& index, RankId rank, Time t)
{
    const std::size_t count = index.blockCount(rank);
    if (count == 0)
        return std::nullopt;
    std::size_t best = std::min(index.firstBlockEndingAfter(rank, t), count - 1);
    if (best > 0) {
        const Time ahead = index.block(rank, best).start - t;
        const Time behind = t - index.block(rank, best - 1).end;
        if (ahead > 0 && behind >= 0 && behind < ahead)
            --best;
    }
    return ActionPosition{rank, index.block(rank, best).firstAction};
}

std::optional<ActionPosition> acrossLanes(const LaneIndex& index, const std::vector<RankId>& lanes,
                                          const ActionPosition& from, int step, Time t)
{
    const auto here = std::find(lanes.begin(), lanes.end(), from.rank);
    if (here == lanes.end())
        return std::nullopt;
    auto row = here - lanes.begin();
    const auto end = static_cast<std::ptrdiff_t>(lanes.size());
    for (row += step; row >= 0 && row < end; row += step)
        if (auto found = nearestOnLane(index, lanes[static_cast<std::size_t>(row)], t))
            return found;
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
