// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/bubble_search.h"

#include <algorithm>

namespace bubblescope::ui {

std::optional<std::size_t> bubbleAt(const BubbleLedger& ledger, RankId rank, Time t)
{
    const std::vector<Bubble>& bubbles = ledger.bubbles;
    const auto after = std::partition_point(bubbles.begin(), bubbles.end(), [&](const Bubble& bubble) {
        return bubble.rank < rank || (bubble.rank == rank && bubble.start <= t);
    });
    if (after == bubbles.begin())
        return std::nullopt;
    const Bubble& found = *std::prev(after);
    if (found.rank != rank || t >= found.end())
        return std::nullopt;
    return static_cast<std::size_t>(std::prev(after) - bubbles.begin());
}

std::optional<std::size_t> bubbleFrom(const BubbleLedger& ledger, RankId rank, Time t)
{
    const std::vector<Bubble>& bubbles = ledger.bubbles;
    const auto from = std::partition_point(bubbles.begin(), bubbles.end(), [&](const Bubble& bubble) {
        return bubble.rank < rank || (bubble.rank == rank && bubble.start < t);
    });
    if (from == bubbles.end())
        return std::nullopt;
    return static_cast<std::size_t>(from - bubbles.begin());
}

} // namespace bubblescope::ui
