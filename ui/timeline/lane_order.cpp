// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_order.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// A flag a rank.
std::vector<std::uint8_t> flagsOf(const std::vector<RankId>& named, std::uint32_t ranks)
{
    std::vector<std::uint8_t> flags(ranks);
    for (const RankId rank : named)
        if (rank.value < ranks)
            flags[rank.value] = 1;
    return flags;
}

bool contains(const std::vector<RankId>& ranks, RankId rank)
{
    return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

void set(std::vector<RankId>& ranks, RankId rank, bool named)
{
    const auto found = std::find(ranks.begin(), ranks.end(), rank);
    if (named && found == ranks.end())
        ranks.push_back(rank);
    else if (!named && found != ranks.end())
        ranks.erase(found);
}

/// Hidden and folded ones are a set: in one order, equal sets are equal.
void setSorted(std::vector<RankId>& ranks, RankId rank, bool named)
{
    set(ranks, rank, named);
    std::sort(ranks.begin(), ranks.end());
}

/// The pinned ones that there are, each once, in their order.
std::vector<RankId> pinnedOf(const LaneArrangement& arrangement, std::uint32_t ranks)
{
    std::vector<RankId> pinned;
    std::vector<std::uint8_t> seen(ranks);
    for (const RankId rank : arrangement.pinned)
        if (rank.value < ranks && seen[rank.value]++ == 0)
            pinned.push_back(rank);
    return pinned;
}

/// What follows in its own order anyway need not be named, so that an arrangement of eight ranks still suits
/// sixteen. Ranks beyond those there are keep their places behind, for which all in front of them must be
/// named.
void setOrder(LaneArrangement& arrangement, std::vector<RankId> order, std::uint32_t ranks)
{
    const std::size_t there = order.size();
    for (const RankId rank : arrangement.order)
        if (rank.value >= ranks)
            order.push_back(rank);
    if (order.size() > there) {
        arrangement.order = std::move(order);
        return;
    }
    auto rest = order.end();
    while (rest != order.begin() && (rest == order.end() || *std::prev(rest) < *rest))
        --rest;
    order.erase(rest, order.end());
    arrangement.order = std::move(order);
}

} // namespace

std::vector<RankId> wholeOrder(const LaneArrangement& arrangement, std::uint32_t ranks)
{
    std::vector<RankId> order;
    order.reserve(ranks);
    std::vector<std::uint8_t> seen(ranks);
    for (const RankId rank : arrangement.order)
        if (rank.value < ranks && seen[rank.value]++ == 0)
            order.push_back(rank);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        if (seen[rank] == 0)
            order.emplace_back(rank);
    return order;
}

ShownLanes shownLanes(const LaneArrangement& arrangement, std::uint32_t ranks)
{
    ShownLanes shown;
    std::vector<std::uint8_t> hidden = flagsOf(arrangement.hidden, ranks);
    shown.hidden = static_cast<std::size_t>(std::count(hidden.begin(), hidden.end(), 1));
    if (shown.hidden == ranks) {
        hidden.assign(ranks, 0);
        shown.hidden = 0;
    }
    const std::vector<std::uint8_t> pinned = flagsOf(arrangement.pinned, ranks);
    shown.lanes.reserve(ranks);
    for (const RankId rank : pinnedOf(arrangement, ranks))
        if (hidden[rank.value] == 0)
            shown.lanes.push_back(rank);
    shown.pinned = shown.lanes.size();
    for (const RankId rank : wholeOrder(arrangement, ranks))
        if (hidden[rank.value] == 0 && pinned[rank.value] == 0)
            shown.lanes.push_back(rank);
    const std::vector<std::uint8_t> folded = flagsOf(arrangement.folded, ranks);
    shown.folded.reserve(shown.lanes.size());
    for (const RankId rank : shown.lanes)
        shown.folded.push_back(folded[rank.value]);
    return shown;
}

LaneArrangement withSomeShown(LaneArrangement arrangement, std::uint32_t ranks)
{
    const std::vector<std::uint8_t> hidden = flagsOf(arrangement.hidden, ranks);
    if (std::find(hidden.begin(), hidden.end(), 0) == hidden.end())
        return withAllShown(std::move(arrangement), ranks);
    return arrangement;
}

bool isSameArrangement(const LaneArrangement& a, const LaneArrangement& b, std::uint32_t ranks)
{
    const auto hiddenOf = [&](const LaneArrangement& arrangement) {
        return flagsOf(withSomeShown(arrangement, ranks).hidden, ranks);
    };
    return hiddenOf(a) == hiddenOf(b) && flagsOf(a.folded, ranks) == flagsOf(b.folded, ranks) &&
           pinnedOf(a, ranks) == pinnedOf(b, ranks) && wholeOrder(a, ranks) == wholeOrder(b, ranks);
}

bool isPinned(const LaneArrangement& arrangement, RankId rank)
{
    return contains(arrangement.pinned, rank);
}

bool isHidden(const LaneArrangement& arrangement, RankId rank)
{
    return contains(arrangement.hidden, rank);
}

bool isFolded(const LaneArrangement& arrangement, RankId rank)
{
    return contains(arrangement.folded, rank);
}

LaneArrangement withPinned(LaneArrangement arrangement, RankId rank, bool pinned)
{
    set(arrangement.pinned, rank, pinned);
    return arrangement;
}

LaneArrangement withHidden(LaneArrangement arrangement, RankId rank, bool hidden)
{
    setSorted(arrangement.hidden, rank, hidden);
    return arrangement;
}

LaneArrangement withFolded(LaneArrangement arrangement, RankId rank, bool folded)
{
    setSorted(arrangement.folded, rank, folded);
    return arrangement;
}

LaneArrangement withAllShown(LaneArrangement arrangement, std::uint32_t ranks)
{
    std::erase_if(arrangement.hidden, [ranks](RankId rank) { return rank.value < ranks; });
    return arrangement;
}

LaneArrangement withAllFolded(LaneArrangement arrangement, std::uint32_t ranks, bool folded)
{
    std::erase_if(arrangement.folded, [ranks](RankId rank) { return rank.value < ranks; });
    for (std::uint32_t rank = 0; folded && rank < ranks; ++rank)
        arrangement.folded.emplace_back(rank);
    std::sort(arrangement.folded.begin(), arrangement.folded.end());
    return arrangement;
}

LaneArrangement movedTo(const LaneArrangement& arrangement, std::uint32_t ranks, RankId rank, std::size_t row,
                        bool pinned)
{
    const ShownLanes shown = shownLanes(arrangement, ranks);
    if (!contains(shown.lanes, rank))
        return arrangement;
    row = std::min(row, shown.lanes.size());
    const bool goesToPinned = row < shown.pinned || (row == shown.pinned && pinned);
    // The neighbour that it goes before, on the same side of the border; nothing = it goes last there.
    std::size_t next = row;
    while (next < shown.lanes.size() && shown.lanes[next] == rank)
        ++next;
    std::optional<RankId> before;
    if (next < (goesToPinned ? shown.pinned : shown.lanes.size()))
        before = shown.lanes[next];
    LaneArrangement moved = arrangement;
    const auto insert = [&](std::vector<RankId>& order) {
        std::erase(order, rank);
        order.insert(before ? std::find(order.begin(), order.end(), *before) : order.end(), rank);
    };
    set(moved.pinned, rank, goesToPinned);
    if (goesToPinned) {
        insert(moved.pinned);
        return moved;
    }
    std::vector<RankId> order = wholeOrder(arrangement, ranks);
    // Behind the last shown lane, not behind hidden ones that follow it.
    if (!before) {
        const RankId last = shown.lanes.back() == rank && shown.lanes.size() > shown.pinned + 1
                                ? shown.lanes[shown.lanes.size() - 2]
                                : shown.lanes.back();
        std::erase(order, rank);
        const auto at = std::find(order.begin(), order.end(), last);
        order.insert(at == order.end() ? at : std::next(at), rank);
    } else {
        insert(order);
    }
    setOrder(moved, std::move(order), ranks);
    return moved;
}

LaneArrangement movedBy(const LaneArrangement& arrangement, std::uint32_t ranks, RankId rank, int step)
{
    const ShownLanes shown = shownLanes(arrangement, ranks);
    const auto found = std::find(shown.lanes.begin(), shown.lanes.end(), rank);
    if (found == shown.lanes.end())
        return arrangement;
    const auto row = static_cast<std::size_t>(found - shown.lanes.begin());
    const bool pinned = row < shown.pinned;
    const std::size_t first = pinned ? 0 : shown.pinned;
    const std::size_t end = pinned ? shown.pinned : shown.lanes.size();
    if (step < 0 ? row == first : row + 1 >= end)
        return arrangement;
    return movedTo(arrangement, ranks, rank, step < 0 ? row - 1 : row + 2, pinned);
}

} // namespace bubblescope::ui
