// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// The lanes of an arrangement as they stand under each other.
struct ShownLanes
{
    std::vector<RankId> lanes;
    std::vector<std::uint8_t> folded; ///< a flag a lane
    std::size_t pinned = 0;           ///< so many of the first are pinned
    std::size_t hidden = 0;           ///< so many ranks are not among them
};

// All of these are O(ranks). What an arrangement says of ranks that there are not is kept, and ignored.

/// An arrangement that hides every rank there is hides none: an empty timeline would show no way back.
[[nodiscard]] ShownLanes shownLanes(const LaneArrangement& arrangement, std::uint32_t ranks);
/// The arrangement of which shownLanes() tells: where it would hide every rank there is, none of them is
/// hidden in it.
[[nodiscard]] LaneArrangement withSomeShown(LaneArrangement arrangement, std::uint32_t ranks);
/// Every rank, hidden and pinned ones too, in the order in which the lanes stand.
[[nodiscard]] std::vector<RankId> wholeOrder(const LaneArrangement& arrangement, std::uint32_t ranks);

/// The lanes stand alike, and would with every hidden one shown and every pinned one unpinned.
[[nodiscard]] bool isSameArrangement(const LaneArrangement& a, const LaneArrangement& b, std::uint32_t ranks);

[[nodiscard]] bool isPinned(const LaneArrangement& arrangement, RankId rank);
[[nodiscard]] bool isHidden(const LaneArrangement& arrangement, RankId rank);
[[nodiscard]] bool isFolded(const LaneArrangement& arrangement, RankId rank);

/// Pinned lanes go below those that are pinned already. An unpinned one returns to where it was before.
[[nodiscard]] LaneArrangement withPinned(LaneArrangement arrangement, RankId rank, bool pinned);
[[nodiscard]] LaneArrangement withHidden(LaneArrangement arrangement, RankId rank, bool hidden);
[[nodiscard]] LaneArrangement withFolded(LaneArrangement arrangement, RankId rank, bool folded);

[[nodiscard]] LaneArrangement withAllShown(LaneArrangement arrangement, std::uint32_t ranks);
[[nodiscard]] LaneArrangement withAllFolded(LaneArrangement arrangement, std::uint32_t ranks, bool folded);

/// Moves a shown lane in front of the one at `row`, counted before the move; the number of lanes = to the
/// end. `pinned` says on which side of the pinned lanes' border it goes, where `row` leaves it open.
[[nodiscard]] LaneArrangement movedTo(const LaneArrangement& arrangement, std::uint32_t ranks, RankId rank,
                                      std::size_t row, bool pinned);
/// Up (-1) or down (1) among the pinned or among the others; the same where it is at the end.
[[nodiscard]] LaneArrangement movedBy(const LaneArrangement& arrangement, std::uint32_t ranks, RankId rank,
                                      int step);

} // namespace bubblescope::ui
