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

std::string linkText(const Schedule& schedule, const Worklist& worklist, std::uint32_t rank,
                     const CellNumbers& cellOf)
{
    const Blockage& blocked = worklist.blockage(rank);
    const Row& row = schedule.rows[rank];
    const Place& producer = blocked.input.producer;
    std::string text = fmt::format("rank {} {} (cell {}) waits for {}", rank, cellTextAt(row, blocked.index),
                                   cellOf({rank, blocked.index}), wantedText(schedule, blocked.input));
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

StuckWay StuckSearch::look(const Worklist& worklist)
{
    ++m_look;
    while (worklist.isDone(m_lowest))
        ++m_lowest;
    std::vector<std::uint32_t> path;
    std::uint32_t rank = m_lowest;
    while (m_seen[rank] != m_look) {
        m_seen[rank] = m_look;
        path.push_back(rank);
        const Blockage& blocked = worklist.blockage(rank);
        if (!blocked.input.producer)
            return {{}, rank};
        rank = blocked.input.producer.rank;
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), rank));
    std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
    return {std::move(path), rank};
}

bool StuckSearch::allDone(const Worklist& worklist)
{
    while (m_lowest < m_seen.size() && worklist.isDone(m_lowest))
        ++m_lowest;
    return m_lowest == m_seen.size();
}

std::vector<ActionPosition> cycleActions(const Worklist& worklist, const std::vector<std::uint32_t>& cycle)
{
    std::vector<ActionPosition> actions;
    for (const std::uint32_t rank : cycle) {
        const Blockage& blocked = worklist.blockage(rank);
        actions.push_back({RankId{rank}, blocked.index});
        const Place& producer = blocked.input.producer;
        const Place next{producer.rank, worklist.blockage(producer.rank).index};
        if (producer != next)
            actions.push_back(producer.position());
    }
    return actions;
}

std::string cycleMessage(const Schedule& schedule, const Worklist& worklist,
                         const std::vector<std::uint32_t>& cycle, const CellNumbers& cellOf)
{
    std::string message;
    for (std::size_t i = 0; i < std::min(cycle.size(), kLinksInMessage); ++i)
        message += (i > 0 ? "; " : "") + linkText(schedule, worklist, cycle[i], cellOf);
    if (cycle.size() > kLinksInMessage)
        message += fmt::format("; and {} more ranks round to rank {}", cycle.size() - kLinksInMessage,
                               cycle.front());
    return message;
}

TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist)
{
    const StuckWay way = StuckSearch(schedule.rows.size()).look(worklist);
    if (way.cycle.empty())
        return missingInput(schedule, way.last, worklist.blockage(way.last));
    const auto cellOf = [&](const Place& at) { return cellNumber(schedule.rows[at.rank], at.index); };
    return {TimingFailure::Kind::Deadlock,
            std::string(kDeadlockPrefix) + cycleMessage(schedule, worklist, way.cycle, cellOf),
            cycleActions(worklist, way.cycle)};
}

} // namespace bubblescope
