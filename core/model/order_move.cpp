// SPDX-License-Identifier: Apache-2.0
#include "core/model/order_move.h"

#include "core/model/order_edit.h"

#include <algorithm>

namespace bubblescope {

CellSpan cellSpan(const Row& row, std::size_t index)
{
    CellSpan cell{index, index};
    while (cell.begin > 0 && cell.begin < row.size() && !row[cell.begin].startsCell())
        --cell.begin;
    cell.end = cell.begin < row.size() ? cellEnd(row, cell.begin) : cell.begin;
    return cell;
}

std::size_t indexAfterMove(const CellSpan& cell, std::size_t target, std::size_t index)
{
    const std::size_t length = cell.end - cell.begin;
    const std::size_t begin = target >= cell.end ? target - length : std::min(target, cell.begin);
    if (index >= cell.begin && index < cell.end)
        return begin + (index - cell.begin);
    const std::size_t without = index >= cell.end ? index - length : index;
    return without >= begin ? without + length : without;
}

MovedOrder moveAction(const Schedule& schedule, const ActionPosition& action, RankId rank, std::size_t index)
{
    const CellSpan cell = cellSpan(schedule.rows[action.rank.value], action.index);
    if (rank != action.rank) {
        const std::span<const Action> carried = cellAt(schedule, action);
        MovedOrder moved;
        moved.schedule = insertAction(cutAction(schedule, action), carried, rank, index, &moved.cell);
        return moved;
    }
    MovedOrder moved{schedule, {rank, cell.begin}};
    Row& row = moved.schedule.rows[rank.value];
    const std::size_t target = cellSpan(row, std::min(index, row.size())).begin;
    if (target >= cell.begin && target <= cell.end)
        return moved;
    const auto at = [&row](std::size_t place) { return row.begin() + static_cast<std::ptrdiff_t>(place); };
    if (target > cell.end)
        std::rotate(at(cell.begin), at(cell.end), at(target));
    else
        std::rotate(at(target), at(cell.begin), at(cell.end));
    moved.cell.index = indexAfterMove(cell, target, cell.begin);
    moved.schedule.placement.reset();
    moved.schedule.variant.clear();
    moved.schedule.plan.clear();
    return moved;
}

} // namespace bubblescope
