// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <span>

namespace bubblescope {

/// The cell that the action is in: itself, or all parts of an overlapped one. Requires a place in the
/// order.
[[nodiscard]] std::span<const Action> cellAt(const Schedule& schedule, const ActionPosition& action);

/// The order without the action's cell. A row that has empty cells gets one in its place, so that the others
/// keep their columns; at its end nothing is left. Counts are taken anew, and what a family promises (its
/// placement and variant) no longer holds. O(actions). Requires a place in the order.
[[nodiscard]] Schedule cutAction(const Schedule& schedule, const ActionPosition& action);

/// The order with a cell before the action `index` of a rank's row, or at its end. Inside an overlapped cell
/// it goes before that. An empty cell right before that place is taken for it, so that what was cut returns
/// to where it was. Writes the cell's place to `inserted`. Requires a rank of the order and a cell that is
/// not empty.
[[nodiscard]] Schedule insertAction(const Schedule& schedule, std::span<const Action> cell, RankId rank,
                                    std::size_t index, ActionPosition* inserted = nullptr);

} // namespace bubblescope
