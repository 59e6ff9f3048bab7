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

std::optional<std::size_t> bubbleAlong(const BubbleLedger& ledger, std::span<const RankId> lanes,
                                       std::size_t row, Time t, std::optional<std::size_t> from, bool forward)
{
    const std::vector<Bubble>& bubbles = ledger.bubbles;
    const auto firstFrom = [&](RankId rank, Time time) {
        return bubbleFrom(ledger, rank, time).value_or(bubbles.size());
    };
    const auto isOn = [&](std::size_t at, RankId rank) {
        return at < bubbles.size() && bubbles[at].rank == rank;
    };
    if (row >= lanes.size())
        return std::nullopt;
    // The first that is after what was given; what is before it is before that.
    std::size_t at = from ? *from + (forward ? 1 : 0) : firstFrom(lanes[row], t);
    for (;;) {
        if (forward ? isOn(at, lanes[row]) : at > 0 && isOn(at - 1, lanes[row]))
            return forward ? at : at - 1;
        if (forward ? row + 1 >= lanes.size() : row == 0)
            return std::nullopt;
        row += forward ? 1 : -1;
        at = firstFrom(RankId{lanes[row].value + (forward ? 0U : 1U)}, 0);
    }
}

} // namespace bubblescope::ui
