// SPDX-License-Identifier: Apache-2.0
#include "core/time/stuck.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace bubblescope {

namespace {

constexpr std::size_t kLinksInMessage = 16;

// A stage below 0 is what the first stage would receive from.
Sentence wanted(const Schedule& schedule, const Input& input)
{
    if (input.producer)
        return Sentence::verbatim(actionText(schedule.at(input.producer.position()).id()));
    if (input.wanted.stage.value == 0xFFFFFFFFU)
        return {{"time.before-first-stage", "a {kind} before the first stage"}, kindText(input.wanted.kind)};
    return Sentence::verbatim(actionText(input.wanted));
}

TimingFailure missingInput(const Schedule& schedule, std::uint32_t rank, const Blockage& blocked)
{
    TimingFailure failure;
    failure.kind = TimingFailure::Kind::MissingInput;
    failure.actions.push_back({RankId{rank}, blocked.index});
    failure.message =
        Sentence({"time.needs-what-none-runs", "rank {rank} {action} needs {input}, which no rank runs"},
                 rank, actionText(schedule.rows[rank][blocked.index].id()), wanted(schedule, blocked.input));
    return failure;
}

Sentence waitSentence(const Schedule& schedule, const WaitLink& link, const WaitLink& next,
                      const CellNumbers& cellOf)
{
    const auto& [rank, blocked] = link;
    const Row& row = schedule.rows[rank];
    const Place& producer = blocked.input.producer;
    const Row& other = schedule.rows[producer.rank];
    const bool inCell = producer.index < cellEnd(other, next.wait.index);
    Sentence where;
    if (producer.rank == rank)
        where = inCell ? Sentence({"time.of-the-same-cell", " in the same cell"})
                       : Sentence({"time.behind-itself", ", which comes after it"});
    else
        where = inCell ? Sentence({"time.on-rank", " on rank {rank}"}, producer.rank)
                       : Sentence({"time.on-rank-behind", " on rank {rank}, which comes after {cell}"},
                                  producer.rank, cellTextAt(other, next.wait.index));
    return {{"time.rank-waits", "rank {rank} {action} (cell {cell}) waits for {wanted}{where}"},
            rank,
            cellTextAt(row, blocked.index),
            cellOf({rank, blocked.index}),
            wanted(schedule, blocked.input),
            where};
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

std::vector<ActionPosition> cycleActions(const WaitCycle& cycle)
{
    std::vector<ActionPosition> actions;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        actions.push_back({RankId{cycle[i].rank}, cycle[i].wait.index});
        const WaitLink& next = cycle[(i + 1) % cycle.size()];
        const Place& producer = cycle[i].wait.input.producer;
        if (producer != Place{next.rank, next.wait.index})
            actions.push_back(producer.position());
    }
    return actions;
}

Sentence cycleSentence(const Schedule& schedule, const WaitCycle& cycle, const CellNumbers& cellOf)
{
    Sentence said;
    for (std::size_t i = 0; i < std::min(cycle.size(), kLinksInMessage); ++i) {
        Sentence link = waitSentence(schedule, cycle[i], cycle[(i + 1) % cycle.size()], cellOf);
        said = i == 0 ? std::move(link)
                      : Sentence({"time.and-then", "{waits}; {next}"}, std::move(said), std::move(link));
    }
    if (cycle.size() > kLinksInMessage)
        said = Sentence({"time.more-ranks", "{waits}; and {count} more ranks back to rank {rank}"},
                        std::move(said), cycle.size() - kLinksInMessage, cycle.front().rank);
    return said;
}

TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist,
                           const Dependencies& dependencies)
{
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        if (!worklist.isDone(r))
            waiting.push_back(r);
    const auto waitsOf = [&](std::uint32_t rank, std::vector<Blockage>& waits) {
        const Row& row = schedule.rows[rank];
        const std::uint32_t begin = worklist.cursor(rank);
        for (std::uint32_t i = begin; i < cellEnd(row, begin); ++i)
            for (const Input& input : dependencies.inputsOf(row[i], rank))
                if (!worklist.isReady(input))
                    waits.push_back({i, input});
    };
    const std::vector<WaitCycle> cycles = findWaitCycles(worklist, schedule, waitsOf, waiting);
    if (cycles.empty()) {
        std::uint32_t rank = waiting.front();
        while (const Place& producer = worklist.blockage(rank).input.producer)
            rank = producer.rank;
        return missingInput(schedule, rank, worklist.blockage(rank));
    }
    const auto cellOf = [&](const Place& at) { return cellNumber(schedule.rows[at.rank], at.index); };
    return {TimingFailure::Kind::Deadlock,
            Sentence({"time.deadlock", "deadlock: {waits}"}, cycleSentence(schedule, cycles.front(), cellOf)),
            cycleActions(cycles.front())};
}

} // namespace bubblescope
