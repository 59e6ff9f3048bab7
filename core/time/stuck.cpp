// SPDX-License-Identifier: Apache-2.0
#include "core/time/stuck.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace bubblescope {

namespace {

constexpr std::size_t kLinksInMessage = 16;

// A stage below 0 is what the first stage would receive from.
std::string wantedText(const Schedule& schedule, const Input& input)
{
    if (input.producer)
        return actionText(schedule.at(input.producer.position()).id());
    if (input.wanted.stage.value == 0xFFFFFFFFU)
        return fmt::format("a {} before the first stage", kindText(input.wanted.kind));
    return actionText(input.wanted);
}

TimingFailure missingInput(const Schedule& schedule, std::uint32_t rank, const Blockage& blocked)
{
    TimingFailure failure;
    failure.kind = TimingFailure::Kind::MissingInput;
    failure.actions.push_back({RankId{rank}, blocked.index});
    failure.message =
        fmt::format("rank {} {} needs {}, which no rank runs", rank,
                    actionText(schedule.rows[rank][blocked.index].id()), wantedText(schedule, blocked.input));
    return failure;
}

// The ranks of the cycle in waiting order, beginning with the lowest.
std::vector<std::uint32_t> cycleFrom(const std::vector<std::uint32_t>& path, std::uint32_t repeated)
{
    std::vector<std::uint32_t> cycle(std::find(path.begin(), path.end(), repeated), path.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
}

std::string linkText(const Schedule& schedule, const Worklist& worklist, std::uint32_t rank)
{
    const Blockage& blocked = worklist.blockage(rank);
    const Row& row = schedule.rows[rank];
    const Place& producer = blocked.input.producer;
    std::string text = fmt::format("rank {} {} (cell {}) waits for {}", rank, cellTextAt(row, blocked.index),
                                   cellNumber(row, blocked.index), wantedText(schedule, blocked.input));
    const std::uint32_t head = worklist.cursor(producer.rank);
    const Row& other = schedule.rows[producer.rank];
    const bool inHead = producer.index < cellEnd(other, head);
    if (producer.rank != rank)
        text += fmt::format(" on rank {}", producer.rank);
    if (producer.rank == rank && inHead)
        text += " of the same cell";
    else if (!inHead)
        text +=
            fmt::format(", which stands behind {}", producer.rank == rank ? "it" : cellTextAt(other, head));
    return text;
}

} // namespace

std::string cellTextAt(const Row& row, std::size_t index)
{
    while (index > 0 && !row[index].startsCell())
        --index;
    return cellText(std::span(row).subspan(index, cellEnd(row, index) - index));
}

std::size_t cellNumber(const Row& row, std::size_t index)
{
    const auto end = row.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    const auto cells = std::count_if(row.begin(), end, [](const Action& a) { return a.startsCell(); });
    return cells > 0 ? static_cast<std::size_t>(cells) - 1 : 0;
}

TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist)
{
    std::uint32_t rank = 0;
    while (worklist.isDone(rank))
        ++rank;
    std::vector<std::uint32_t> path;
    std::vector<bool> seen(schedule.rows.size(), false);
    while (!seen[rank]) {
        seen[rank] = true;
        path.push_back(rank);
        const Blockage& blocked = worklist.blockage(rank);
        if (!blocked.input.producer)
            return missingInput(schedule, rank, blocked);
        rank = blocked.input.producer.rank;
    }
    TimingFailure failure;
    failure.kind = TimingFailure::Kind::Deadlock;
    const std::vector<std::uint32_t> cycle = cycleFrom(path, rank);
    failure.message = "deadlock: ";
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Blockage& blocked = worklist.blockage(cycle[i]);
        failure.actions.push_back({RankId{cycle[i]}, blocked.index});
        const Place& producer = blocked.input.producer;
        const Place next{producer.rank, worklist.blockage(producer.rank).index};
        if (producer != next)
            failure.actions.push_back(producer.position());
        if (i < kLinksInMessage)
            failure.message += (i > 0 ? "; " : "") + linkText(schedule, worklist, cycle[i]);
    }
    if (cycle.size() > kLinksInMessage)
        failure.message += fmt::format("; and {} more ranks round to rank {}", cycle.size() - kLinksInMessage,
                                       cycle.front());
    return failure;
}

} // namespace bubblescope
