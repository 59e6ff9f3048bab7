// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/bubble_ledger.h"

#include <cstddef>
#include <optional>

namespace bubblescope::ui {

/// The bubble that a rank has at a time; nothing if it computes then. O(log n).
[[nodiscard]] std::optional<std::size_t> bubbleAt(const BubbleLedger& ledger, RankId rank, Time t);
/// The first bubble that a rank has at or after a time, else the next rank's first; nothing after the last.
/// O(log n).
[[nodiscard]] std::optional<std::size_t> bubbleFrom(const BubbleLedger& ledger, RankId rank, Time t);

} // namespace bubblescope::ui
