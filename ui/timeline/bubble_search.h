// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/bubble_ledger.h"

#include <cstddef>
#include <optional>
#include <span>

namespace bubblescope::ui {

/// The bubble that a rank has at a time; nothing if it computes then. O(log n).
[[nodiscard]] std::optional<std::size_t> bubbleAt(const BubbleLedger& ledger, RankId rank, Time t);
/// The first bubble that a rank has at or after a time, else the next rank's first; nothing after the last.
/// O(log n).
[[nodiscard]] std::optional<std::size_t> bubbleFrom(const BubbleLedger& ledger, RankId rank, Time t);

/// The bubble that a look along the shown lanes comes to, on `row` and, at its end, on the rows after (or
/// before) it: after `from` if there is one, else at or after (or before) `t`. O(rows log n).
[[nodiscard]] std::optional<std::size_t> bubbleAlong(const BubbleLedger& ledger,
                                                     std::span<const RankId> lanes, std::size_t row, Time t,
                                                     std::optional<std::size_t> from, bool forward);

} // namespace bubblescope::ui
