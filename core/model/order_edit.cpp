// SPDX-License-Identifier: Apache-2.0
#include "core/model/order_edit.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::size_t cellBegin(const Row& row, std::size_t index)
{
    while (index > 0 && index < row.size() && !row[index].startsCell())
        --index;
    return index;
}

Row::iterator at(Row& row, std::size_t index)
{
    return row.begin() + static_cast<std::ptrdiff_t>(index);
}

/// An order that somebody made is nobody's any more.
void finish(Schedule& schedule)
{
    schedule.placement.reset();
    schedule.variant.clear();
    schedule.plan.clear();
    countStagesAndMicrobatches(schedule);
}

} // namespace

std::span<const Action> cellAt(const Schedule& schedule, const ActionPosition& action)
{
    const Row& row = schedule.rows[action.rank.value];
    const std::size_t begin = cellBegin(row, action.index);
    return std::span(row).subspan(begin, cellEnd(row, begin) - begin);
}

Schedule cutAction(const Schedule& schedule, const ActionPosition& action)
{
    Schedule result = schedule;
    Row& row = result.rows[action.rank.value];
    const std::size_t begin = cellBegin(row, action.index);
    const std::size_t end = cellEnd(row, begin);
    const bool isLast = end == row.size();
    const bool hasBubbles =
        std::any_of(row.begin(), row.end(), [](const Action& other) { return other.isBubble(); });
    row.erase(at(row, begin), at(row, end));
    if (hasBubbles && !isLast)
        row.insert(at(row, begin), Action{});
    finish(result);
    return result;
}

Schedule insertAction(const Schedule& schedule, std::span<const Action> cell, RankId rank, std::size_t index,
                      ActionPosition* inserted)
{
    Schedule result = schedule;
    Row& row = result.rows[rank.value];
    std::size_t place = cellBegin(row, std::min(index, row.size()));
    if (place > 0 && place < row.size() && row[place - 1].isBubble()) {
        --place;
        row.erase(at(row, place));
    }
    row.insert(at(row, place), cell.begin(), cell.end());
    finish(result);
    if (inserted != nullptr)
        *inserted = {rank, place};
    return result;
}

} // namespace bubblescope
