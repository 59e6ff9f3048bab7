// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/time/neighbours.h"
#include "core/time/rank_set.h"

#include <utility>

namespace bubblescope {

/// How the rounds of an order ended.
struct RoundsEnd
{
    enum class Kind : std::uint8_t { Done, Cancelled, Stuck, NoConsumer };

    Kind kind = Kind::Done;
    Place from = {}; ///< of NoConsumer: the action whose output no rank takes
};

/// Walks the cells of an order in rounds, each rank one cell a round, as PyTorch and d9d insert messages: a
/// cell goes when what it needs is done. `visitor.cell(rank, begin, end)` is called for each cell and, behind
/// it, `visitor.message(from, to)` for each output that another rank takes. A rank that waits sleeps, so the
/// work is linear in actions. Bubbles are passed over. Requires `table` of `schedule` and no repeated action.
template <typename Visitor>
class MessageRounds
{
public:
    MessageRounds(const Schedule& schedule, const ActionTable& table, Visitor& visitor)
        : m_schedule(schedule)
        , m_neighbours(table)
        , m_visitor(visitor)
        , m_cursor(schedule.rows.size(), 0)
        , m_wanted(schedule.rows.size())
        , m_now(schedule.rows.size())
        , m_next(schedule.rows.size())
    {
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
            if (!schedule.rows[r].empty()) {
                m_now.insert(r);
                ++m_unfinished;
            }
    }

    RoundsEnd run(const CancelToken& cancel)
    {
        constexpr std::uint32_t kRoundsPerLook = 1U << 8U;
        std::uint32_t round = 0;
        for (m_hasNext = true; m_hasNext; std::swap(m_now, m_next)) {
            m_hasNext = false;
            for (std::uint32_t rank = m_now.takeFrom(0); rank != RankSet::kNone;
                 rank = m_now.takeFrom(rank + 1))
                if (const Place lost = attempt(rank))
                    return {RoundsEnd::Kind::NoConsumer, lost};
            if (++round % kRoundsPerLook == 0 && cancel.isCancelled())
                return {RoundsEnd::Kind::Cancelled};
        }
        return {m_unfinished > 0 ? RoundsEnd::Kind::Stuck : RoundsEnd::Kind::Done};
    }

private:
    /// One turn of a rank: its next cell, or to sleep until what that needs has come.
    Place attempt(std::uint32_t rank)
    {
        const Row& row = m_schedule.rows[rank];
        std::uint32_t begin = m_cursor[rank];
        while (begin < row.size() && row[begin].isBubble())
            ++begin;
        if (begin == row.size()) {
            --m_unfinished;
            return {};
        }
        const auto end = static_cast<std::uint32_t>(cellEnd(row, begin));
        for (std::uint32_t i = begin; i < end; ++i) {
            if (!m_neighbours.hasProducer(row[i]))
                continue;
            const Place producer = m_neighbours.producerOf(row[i]);
            if (!producer || producer.index >= m_cursor[producer.rank]) {
                m_wanted[rank] = producer;
                return {};
            }
        }
        m_cursor[rank] = end;
        m_visitor.cell(rank, begin, end);
        for (std::uint32_t i = begin; i < end; ++i)
            if (const Place lost = deliver({rank, i}))
                return lost;
        if (end < row.size())
            goNextRound(rank);
        else
            --m_unfinished;
        return {};
    }

    /// The action itself if nobody takes its output.
    Place deliver(const Place& from)
    {
        const Action& action = m_schedule.at(from.position());
        if (!m_neighbours.hasConsumer(action))
            return {};
        const Place consumer = m_neighbours.consumerOf(action);
        if (!consumer)
            return kKeepsLost ? Place{} : from;
        if (consumer.rank == from.rank)
            return {};
        m_visitor.message(from, consumer);
        if (m_wanted[consumer.rank] == from) {
            m_wanted[consumer.rank] = {};
            // A higher rank has its turn of this round still before it.
            if (consumer.rank > from.rank)
                m_now.insert(consumer.rank);
            else
                goNextRound(consumer.rank);
        }
        return {};
    }

    void goNextRound(std::uint32_t rank)
    {
        m_next.insert(rank);
        m_hasNext = true;
    }

    /// An output that nobody takes is no message, and no reason to stop.
    static constexpr bool kKeepsLost = requires { Visitor::kKeepsLost; };

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    Visitor& m_visitor;
    std::vector<std::uint32_t> m_cursor; ///< the first action that is not done
    std::vector<Place> m_wanted;         ///< what a sleeping rank waits for
    RankSet m_now;                       ///< ranks that have their turn of this round before them
    RankSet m_next;                      ///< ranks awake in the next round
    bool m_hasNext = false;
    std::uint32_t m_unfinished = 0;
};

} // namespace bubblescope
