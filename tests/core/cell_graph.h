// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/action_table.h"

#include <deque>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace bubblescope::test {

/// What the cells of an order need before them, as a graph of cells: the cell before on the rank at no cost,
/// one on another rank for one wait. Looks at every cell and way, and knows F and B without messages, or F
/// with them.
class CellGraph
{
public:
    CellGraph(const Schedule& schedule, bool rendezvous) : m_schedule(schedule)
    {
        std::map<std::string, Place> places;
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
            for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i)
                places[actionText(schedule.rows[r][i].id())] = {r, i};
        for (const auto& [text, at] : places)
            for (const std::string& wanted : wantedBy(schedule.rows[at.rank][at.index], rendezvous))
                if (const auto producer = places.find(wanted); producer != places.end())
                    need(at, producer->second, rendezvous && wanted.find("_F") != std::string::npos);
    }

    /// Fewest waits of any cycle; 0 if there is none.
    [[nodiscard]] std::size_t fewestWaits() const
    {
        std::size_t best = 0;
        for (std::uint32_t r = 0; r < m_schedule.rankCount(); ++r)
            for (std::uint32_t i = 0; i < m_schedule.rows[r].size(); ++i)
                if (const std::size_t waits = backTo(key({r, i})); waits > 0 && (best == 0 || waits < best))
                    best = waits;
        return best;
    }

private:
    static std::uint64_t key(const Place& at) { return std::uint64_t{at.rank} << 32U | at.index; }

    void need(const Place& at, Place producer, bool reached)
    {
        if (producer.rank == at.rank && !reached)
            return;
        // To have come to a cell is to have done the one before it.
        if (!reached)
            m_needs[key(at)].push_back(producer);
        else if (producer.index > 0)
            m_needs[key(at)].push_back({producer.rank, producer.index - 1});
    }

    std::vector<std::string> wantedBy(const Action& action, bool rendezvous) const
    {
        const std::uint32_t s = action.stage().value;
        const std::uint32_t m = action.microbatch().value;
        const bool messages = m_schedule.actionCount() > 0 && hasMessages();
        switch (action.kind()) {
        case ActionKind::Forward:
            return messages ? std::vector<std::string>{} : std::vector{fmt::format("{}F{}", s - 1, m)};
        case ActionKind::Backward:
            return {fmt::format("{}B{}", s + 1, m)};
        case ActionKind::SendForward:
            return rendezvous ? std::vector{fmt::format("{}RECV_F{}", s + 1, m)} : std::vector<std::string>{};
        case ActionKind::ReceiveForward:
            return {fmt::format("{}SEND_F{}", s - 1, m)};
        default:
            return {};
        }
    }

    [[nodiscard]] bool hasMessages() const
    {
        for (const Row& row : m_schedule.rows)
            for (const Action& action : row)
                if (action.kind() == ActionKind::SendForward)
                    return true;
        return false;
    }

    [[nodiscard]] std::size_t backTo(std::uint64_t start) const
    {
        std::map<std::uint64_t, std::size_t> way{{start, 0}};
        std::deque<std::uint64_t> open{start};
        std::size_t best = 0;
        while (!open.empty()) {
            const std::uint64_t at = open.front();
            open.pop_front();
            const auto go = [&](std::uint64_t to, std::size_t cost) {
                const std::size_t length = way[at] + cost;
                if (to == start) {
                    if (length > 0 && (best == 0 || length < best))
                        best = length;
                } else if (const auto old = way.find(to); old == way.end() || length < old->second) {
                    way[to] = length;
                    cost == 0 ? open.push_front(to) : open.push_back(to);
                }
            };
            if ((at & 0xFFFFFFFFU) > 0)
                go(at - 1, 0);
            if (const auto needs = m_needs.find(at); needs != m_needs.end())
                for (const Place& producer : needs->second)
                    go(key(producer), 1);
        }
        return best;
    }

    const Schedule& m_schedule;
    std::map<std::uint64_t, std::vector<Place>> m_needs;
};

} // namespace bubblescope::test
