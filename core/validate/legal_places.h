// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/order_move.h"
#include "core/time/transfer_cost.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Why a cell cannot go beyond one end of its places.
struct PlaceLimit
{
    ActionPosition neighbour; ///< of its own row: what it has to stay behind, or before
    /// On the way to that: what the cell itself waits for, or who waits for it; the neighbor where that is
    /// one step away.
    ActionPosition cause;
    bool operator==(const PlaceLimit&) const = default;
};

/// Where in its row a cell may be so that the order runs. Indices count in the row as it is now: the
/// cell goes before the action at that index, or to the end of the row; its own place is its begin.
struct LegalPlaces
{
    RankId rank;
    CellSpan cell;
    std::optional<RankId> home;      ///< where its stage belongs
    std::vector<std::size_t> places; ///< ascending; where overlapped cells begin, never inside them
    /// What its dependencies leave: [first, last]. Places between that are missing break a rule about
    /// gathered parameters: what computes there has none, or they are gathered or dropped in vain.
    std::size_t first = 0, last = 0;
    std::optional<PlaceLimit> earlier; ///< nothing where the row begins
    std::optional<PlaceLimit> later;   ///< nothing where the row ends

    /// The end of the cell is its own place, too.
    [[nodiscard]] bool contains(std::size_t index) const;
};

/// The places of the action's cell in its row at which no problem of validate() is of that cell's making;
/// in an order that is well but for this cell, those at which validate() finds nothing. What is wrong
/// elsewhere is let go (a wait that can never end ends) and stays as wrong as it is.
///
/// A place is legal if nothing that the cell waits for, over whatever ranks, comes of what is after it,
/// and nothing that waits for it leads to what is before it. So it is enough to follow dependencies once
/// back and once on from the cell: O(actions), with no order simulated. Where the cell is now makes no
/// difference. Nothing if cancelled. `mode`: whether a SEND waits for its RECV, as for validate().
/// Requires a place in the order that holds no bubble.
[[nodiscard]] std::optional<LegalPlaces> legalPlaces(const Schedule& schedule, const ActionPosition& action,
                                                     const CancelToken& cancel = {},
                                                     TransferMode mode = TransferMode::Async);

} // namespace bubblescope
