// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/move_places.h"

#include <algorithm>

namespace bubblescope::ui {

bool preparesCompute(ActionKind kind)
{
    return isReceive(kind) || kind == ActionKind::Unshard;
}

namespace {

/// A row as something is dropped into it: beside actions of the same sort.
struct LaneRow
{
    const Row& row;
    const LaneTimes& times;
    CellSpan own; ///< empty on other ranks
    bool isOfCompute;

    [[nodiscard]] bool counts(std::size_t i) const
    {
        if (i >= own.begin && i < own.end)
            return false;
        return isOfCompute ? isCompute(row[i].kind()) : !row[i].isBubble();
    }
};

/// Of the places from `first` to `last` the best: a legal one, as near to what is prepared for as can be.
std::size_t placeBetween(const LaneRow& lane, std::size_t first, std::size_t last, const LegalPlaces* legal)
{
    // Between the same neighbours nothing would change.
    if (lane.own.begin >= first && lane.own.end <= last && lane.own.begin < lane.own.end)
        return lane.own.begin;
    std::size_t usual = last;
    while (lane.isOfCompute && usual > first && preparesCompute(lane.row[usual - 1].kind()))
        --usual;
    if (legal == nullptr || legal->contains(usual))
        return usual;
    const auto end = std::upper_bound(legal->places.begin(), legal->places.end(), last);
    return end != legal->places.begin() && *std::prev(end) >= first ? *std::prev(end) : usual;
}

} // namespace

MoveTarget moveTarget(const Timeline& timeline, const ActionPosition& moved, RankId rank, Time t,
                      const LegalPlaces* legal)
{
    const Schedule& schedule = *timeline.schedule;
    const bool isOwn = rank == moved.rank;
    const LaneRow lane{schedule.rows[rank.value], timeline.lanes[rank.value],
                       isOwn ? cellSpan(schedule.rows[rank.value], moved.index) : CellSpan{},
                       isCompute(schedule.at(moved).kind())};
    std::size_t first = 0;
    std::size_t last = 0;
    for (; last < lane.row.size(); ++last) {
        if (!lane.counts(last))
            continue;
        const CellSpan cell = cellSpan(lane.row, last);
        const Time from = lane.times.start[cell.begin];
        const Time to = *std::max_element(lane.times.end.begin() + static_cast<std::ptrdiff_t>(cell.begin),
                                          lane.times.end.begin() + static_cast<std::ptrdiff_t>(cell.end));
        if ((from + to) / 2 > t)
            break;
        first = cell.end;
        last = cell.end - 1;
    }
    return {rank, placeBetween(lane, first, last, isOwn ? legal : nullptr)};
}

bool isOwnPlace(const Timeline& timeline, const ActionPosition& moved, const MoveTarget& target)
{
    if (target.rank != moved.rank)
        return false;
    const CellSpan own = cellSpan(timeline.schedule->rows[moved.rank.value], moved.index);
    return target.index >= own.begin && target.index <= own.end;
}

std::optional<MoveTarget> steppedTarget(const Schedule& schedule, const ActionPosition& moved, int step)
{
    const Row& row = schedule.rows[moved.rank.value];
    const CellSpan own = cellSpan(row, moved.index);
    if (step > 0) {
        std::size_t next = own.end;
        while (next < row.size() && row[next].isBubble())
            ++next;
        if (next == row.size())
            return std::nullopt;
        return MoveTarget{moved.rank, cellEnd(row, next)};
    }
    std::size_t before = own.begin;
    while (before > 0 && row[before - 1].isBubble())
        --before;
    if (before == 0)
        return std::nullopt;
    return MoveTarget{moved.rank, cellSpan(row, before - 1).begin};
}

PlaceNeighbours neighboursOf(const Schedule& schedule, const ActionPosition& moved, const MoveTarget& target)
{
    const Row& row = schedule.rows[target.rank.value];
    const CellSpan own = target.rank == moved.rank ? cellSpan(row, moved.index) : CellSpan{};
    const auto isOther = [&](std::size_t i) { return !row[i].isBubble() && (i < own.begin || i >= own.end); };
    PlaceNeighbours neighbours;
    for (std::size_t i = std::min(target.index, row.size()); i-- > 0 && !neighbours.before;)
        if (isOther(i))
            neighbours.before = ActionPosition{target.rank, i};
    for (std::size_t i = target.index; i < row.size() && !neighbours.after; ++i)
        if (isOther(i))
            neighbours.after = ActionPosition{target.rank, i};
    return neighbours;
}

ActionPosition shownPosition(const Schedule& before, const ActionPosition& moved, const MoveTarget& target,
                             const ActionPosition& action)
{
    if (target.rank != moved.rank || action.rank != moved.rank)
        return action;
    const CellSpan own = cellSpan(before.rows[moved.rank.value], moved.index);
    return {action.rank, indexAfterMove(own, target.index, action.index)};
}

} // namespace bubblescope::ui
