// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

namespace bubblescope {

/// The cell that the action is in, as [begin, end) of its rank's row. Requires a place in the order.
struct CellSpan
{
    std::size_t begin = 0;
    std::size_t end = 0;
    bool operator==(const CellSpan&) const = default;
};
[[nodiscard]] CellSpan cellSpan(const Row& row, std::size_t index);

/// An order in which a cell has been moved, and where the cell is now.
struct MovedOrder
{
    Schedule schedule;
    ActionPosition cell;
};

/// The action's cell, as a whole, before the action `index` of a rank's row, or at its end; `index` counts in
/// that row as it is now. Inside an overlapped cell it goes before that. Within its row the cells between
/// both places move up by one, so that all others keep their columns; in another rank's row it is cut and
/// inserted (order_edit.h). What a family promises (its placement and variant) no longer holds, unless the
/// cell is there already. O(actions). Requires places in the order.
[[nodiscard]] MovedOrder moveAction(const Schedule& schedule, const ActionPosition& action, RankId rank,
                                    std::size_t index);

/// Where the action `index` of the row is after its cell [cell.begin, cell.end) went before `target`.
[[nodiscard]] std::size_t indexAfterMove(const CellSpan& cell, std::size_t target, std::size_t index);

} // namespace bubblescope
