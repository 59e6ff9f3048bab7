// SPDX-License-Identifier: Apache-2.0
#include "core/search/order_moves.h"

#include <algorithm>

namespace bubblescope::search {

namespace {

bool isWeight(const WorkCell& cell)
{
    return cell.first.kind() == ActionKind::BackwardWeight;
}

std::optional<Change> ifLegal(const WorkingOrder& order, const Change& change)
{
    return order.isLegal(change) ? std::optional(change) : std::nullopt;
}

/// Near or, seldom, far: halves with every step.
std::uint32_t distance(Random& random)
{
    std::uint32_t steps = 1;
    while (steps < 32 && random.below(3) != 0)
        ++steps;
    return steps;
}

/// One cell as a rule, or some: an I and its W make room for an F together.
std::uint32_t blockLength(std::uint32_t left, Random& random)
{
    constexpr std::uint32_t kLongest = 3;
    constexpr std::uint32_t kOneIn = 8;
    return random.below(kOneIn) == 0 ? std::min(left, 2 + random.below(kLongest - 1)) : 1;
}

std::optional<Change> shifted(const WorkingOrder& order, const CellPlace& place, Random& random)
{
    const auto size = static_cast<std::uint32_t>(order.row(place.rank).size());
    const std::uint32_t length = blockLength(size - place.index, random);
    const std::uint32_t steps = distance(random);
    const bool isLater = random.below(2) == 0;
    const std::uint32_t to =
        isLater ? std::min(size - length, place.index + steps) : place.index - std::min(place.index, steps);
    return ifLegal(order, {Change::Kind::Move, place.rank, place.index, to, length});
}

} // namespace

void MoveChooser::look(const WorkingOrder& order, const OrderTimer& timer)
{
    timer.criticalRuns(order, m_runs);
    std::erase_if(m_runs, [](const OrderTimer::Run& run) { return run.length < 2; });
    m_links = 0;
    for (const OrderTimer::Run& run : m_runs)
        m_links += run.length - 1;
}

std::optional<Change> MoveChooser::choose(const WorkingOrder& order, Random& random) const
{
    constexpr std::uint32_t kOfTen = 10;
    constexpr std::uint32_t kAlongChain = 7;
    return m_links > 0 && random.below(kOfTen) < kAlongChain ? alongChain(order, random)
                                                             : anywhere(order, random);
}

std::optional<Change> MoveChooser::alongChain(const WorkingOrder& order, Random& random) const
{
    std::uint64_t link = random.next() % m_links;
    auto run = m_runs.begin();
    for (; link >= run->length - 1; ++run)
        link -= run->length - 1;
    const std::uint32_t rank = run->last.rank;
    const std::uint32_t first = run->last.index + 1 - run->length;
    const std::uint32_t later = run->last.index - static_cast<std::uint32_t>(link);
    const std::uint32_t earlier = later - 1;
    switch (random.below(6)) {
    case 0: // later goes before any of its run, perhaps with what follows it there
        return ifLegal(order, {Change::Kind::Move, rank, later, first + random.below(later - first),
                               blockLength(run->last.index - later + 1, random)});
    case 1: // earlier goes behind any of its run
        return ifLegal(
            order, {Change::Kind::Move, rank, earlier, later + random.below(run->last.index - later + 1)});
    case 2:
        return weightAway(order, *run, random);
    case 3:
        return ofBackward(order, {rank, earlier}, random);
    default:
        return ifLegal(order, {Change::Kind::Move, rank, later, earlier});
    }
}

std::optional<Change> MoveChooser::weightAway(const WorkingOrder& order, const OrderTimer::Run& run,
                                              Random& random) const
{
    const std::vector<WorkCell>& row = order.row(run.last.rank);
    const std::uint32_t index = run.last.index - random.below(run.length);
    if (!isWeight(row[index]))
        return std::nullopt;
    const auto size = static_cast<std::uint32_t>(row.size());
    const std::uint32_t to =
        random.below(4) == 0 ? random.below(size) : std::min(size - 1, run.last.index + random.below(8));
    return ifLegal(order, {Change::Kind::Move, run.last.rank, index, to});
}

std::optional<Change> MoveChooser::anywhere(const WorkingOrder& order, Random& random) const
{
    const std::uint32_t rank = random.below(order.ranks());
    const auto size = static_cast<std::uint32_t>(order.row(rank).size());
    const CellPlace place{rank, random.below(size)};
    if (random.below(4) == 0)
        return ofBackward(order, place, random);
    return shifted(order, place, random);
}

std::optional<Change> MoveChooser::ofBackward(const WorkingOrder& order, const CellPlace& place,
                                              Random& random) const
{
    const std::vector<WorkCell>& row = order.row(place.rank);
    const WorkCell& cell = row[place.index];
    if (cell.isBlock())
        return std::nullopt;
    const auto size = static_cast<std::uint32_t>(row.size());
    if (cell.first.kind() == ActionKind::Backward)
        return ifLegal(order, {Change::Kind::Split, place.rank, place.index,
                               std::min(size, place.index + 1 + random.below(12))});
    if (cell.first.kind() != ActionKind::BackwardInput)
        return shifted(order, place, random);
    const WorkCell weight{Part(ActionKind::BackwardWeight, cell.first.unit()), {}, CellRole::Single, 0};
    for (std::uint32_t i = place.index + 1; i < size; ++i)
        if (row[i] == weight)
            return Change{Change::Kind::Merge, place.rank, place.index, i};
    return std::nullopt;
}

} // namespace bubblescope::search
