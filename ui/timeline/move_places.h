// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "core/validate/legal_places.h"

namespace bubblescope::ui {

/// Where a moved action goes: before the action `index` of a rank's row, or to its end.
struct MoveTarget
{
    RankId rank;
    std::size_t index = 0;
    bool operator==(const MoveTarget&) const = default;
};

/// Where `moved`, dragged to the time `t` on the lane of a rank, would go: before the first action of that
/// lane whose middle is later. Compute actions are dropped between compute actions; of the places between two
/// of those a legal one is taken, else that before what is received or unsharded for the next. All times are
/// of the order as it stands, so the same pointer always means the same place, however the picture follows.
/// `legal` may be null. O(row).
[[nodiscard]] MoveTarget moveTarget(const Timeline& timeline, const ActionPosition& moved, RankId rank,
                                    Time t, const LegalPlaces* legal);

/// Whether it receives or unshards what the next compute action needs.
[[nodiscard]] bool preparesCompute(ActionKind kind);

/// Nothing would change.
[[nodiscard]] bool isOwnPlace(const Timeline& timeline, const ActionPosition& moved,
                              const MoveTarget& target);

/// The place one cell before (-1) or behind (1) its own, empty cells passed over; nothing at the ends.
[[nodiscard]] std::optional<MoveTarget> steppedTarget(const Schedule& schedule, const ActionPosition& moved,
                                                      int step);

/// What stands around a place: the last action before it, the first behind it, without the moved cell.
struct PlaceNeighbours
{
    std::optional<ActionPosition> before;
    std::optional<ActionPosition> after;
};
[[nodiscard]] PlaceNeighbours neighboursOf(const Schedule& schedule, const ActionPosition& moved,
                                           const MoveTarget& target);

/// Where in the shown order, in which the cell stands at `target` already, an action of the order before it
/// stands.
[[nodiscard]] ActionPosition shownPosition(const Schedule& before, const ActionPosition& moved,
                                           const MoveTarget& target, const ActionPosition& action);

} // namespace bubblescope::ui
