// SPDX-License-Identifier: Apache-2.0
#include "core/lower/send_receive.h"

#include "core/base/try.h"
#include "core/lower/neighbours.h"
#include "core/lower/order_check.h"
#include "core/lower/rank_set.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

class Rounds
{
public:
    Rounds(const Schedule& schedule, const ActionTable& table, SendWaits waits)
        : m_schedule(schedule)
        , m_table(table)
        , m_neighbours(schedule, table)
        , m_waits(waits)
        , m_cursor(schedule.rows.size(), 0)
        , m_wanted(schedule.rows.size())
        , m_rows(schedule.rows.size())
        , m_now(schedule.rows.size())
        , m_next(schedule.rows.size())
    {
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
            reserve(r);
            if (!schedule.rows[r].empty()) {
                m_now.insert(r);
                ++m_unfinished;
            }
        }
    }

    /// The lowered rows.
    Result<std::vector<Row>> run(const CancelToken& cancel)
    {
        constexpr std::uint32_t kRoundsPerLook = 1U << 8U;
        std::uint32_t round = 0;
        for (m_hasNext = true; m_hasNext; std::swap(m_now, m_next)) {
            m_hasNext = false;
            for (std::uint32_t rank = m_now.takeFrom(0); rank != RankSet::kNone;
                 rank = m_now.takeFrom(rank + 1))
                if (auto error = attempt(rank))
                    return tl::unexpected(*std::move(error));
            if (++round % kRoundsPerLook == 0 && cancel.isCancelled())
                return tl::unexpected(cancelledLowering());
        }
        if (m_unfinished > 0)
            return tl::unexpected(stuckOrder(m_schedule, m_table, cancel));
        if (m_waits == SendWaits::Added)
            for (std::uint32_t r = 0; r < m_schedule.rankCount(); ++r)
                waitForTheRest(r);
        return std::move(m_rows);
    }

private:
    void reserve(std::uint32_t rank)
    {
        std::size_t cells = m_schedule.rows[rank].size();
        for (const Action& action : m_schedule.rows[rank])
            if (isForward(action.kind()) || isInputGradient(action.kind()))
                cells += m_waits == SendWaits::Added ? 3 : 2;
        m_rows[rank].reserve(cells);
    }

    /// One turn of a rank: its next cell, or to sleep until what that needs has come.
    std::optional<Error> attempt(std::uint32_t rank)
    {
        const Row& row = m_schedule.rows[rank];
        const std::uint32_t begin = m_cursor[rank];
        const auto end = static_cast<std::uint32_t>(cellEnd(row, begin));
        for (std::uint32_t i = begin; i < end; ++i) {
            if (!m_neighbours.hasProducer(row[i]))
                continue;
            const Place producer = m_neighbours.producerOf(row[i]);
            if (!isDone(producer)) {
                m_wanted[rank] = producer;
                return std::nullopt;
            }
        }
        m_rows[rank].insert(m_rows[rank].end(), row.begin() + begin, row.begin() + end);
        m_cursor[rank] = end;
        if (m_waits == SendWaits::Added)
            waitBehind(rank, begin, end);
        for (std::uint32_t i = begin; i < end; ++i)
            if (auto error = deliver({rank, i}))
                return error;
        if (end < row.size())
            goNextRound(rank);
        else
            --m_unfinished;
        return std::nullopt;
    }

    bool isDone(const Place& producer) const { return producer && producer.index < m_cursor[producer.rank]; }

    std::optional<Error> deliver(const Place& from)
    {
        const Action& action = m_schedule.at(from.position());
        if (!m_neighbours.hasConsumer(action))
            return std::nullopt;
        const Place consumer = m_neighbours.consumerOf(action);
        if (!consumer)
            return m_neighbours.noConsumer(from);
        if (consumer.rank == from.rank)
            return std::nullopt;
        m_rows[from.rank].push_back(sendOf(action));
        m_rows[consumer.rank].push_back(receiveOf(action));
        if (m_wanted[consumer.rank] == from) {
            m_wanted[consumer.rank] = {};
            // A higher rank has its turn of this round still before it.
            if (consumer.rank > from.rank)
                m_now.insert(consumer.rank);
            else
                goNextRound(consumer.rank);
        }
        return std::nullopt;
    }

    void goNextRound(std::uint32_t rank)
    {
        m_next.insert(rank);
        m_hasNext = true;
    }

    /// WAIT_SEND_F behind a cell with B or I of what was sent before that cell.
    void waitBehind(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            const Action& action = m_schedule.rows[rank][i];
            if (!isInputGradient(action.kind()))
                continue;
            const Place forward = m_table.find(ActionClass::Forward, action.stage(), action.microbatch());
            if (forward.rank != rank || forward.index >= begin)
                continue;
            const Action& sent = m_schedule.at(forward.position());
            if (m_neighbours.hasConsumer(sent) && m_neighbours.consumerOf(sent).rank != rank)
                m_rows[rank].emplace_back(sent.stage(), ActionKind::WaitSendForward, sent.microbatch());
        }
    }

    void waitForTheRest(std::uint32_t rank)
    {
        Row& lowered = m_rows[rank];
        for (std::size_t i = 0, sends = lowered.size(); i < sends; ++i) {
            const Action send = lowered[i];
            if (send.kind() == ActionKind::SendBackward)
                lowered.emplace_back(send.stage(), ActionKind::WaitSendBackward, send.microbatch());
            else if (send.kind() == ActionKind::SendForward && !isWaitedFor(rank, send))
                lowered.emplace_back(send.stage(), ActionKind::WaitSendForward, send.microbatch());
        }
    }

    bool isWaitedFor(std::uint32_t rank, const Action& send) const
    {
        const Place forward = m_table.find(ActionClass::Forward, send.stage(), send.microbatch());
        const Place backward = m_table.find(ActionClass::InputGradient, send.stage(), send.microbatch());
        return backward.rank == rank && backward.index >= cellEnd(m_schedule.rows[rank], forward.index);
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    Neighbours m_neighbours;
    SendWaits m_waits;
    std::vector<std::uint32_t> m_cursor; ///< the first action that is not done
    std::vector<Place> m_wanted;         ///< what a sleeping rank waits for
    std::vector<Row> m_rows;
    RankSet m_now;  ///< ranks that have their turn of this round before them
    RankSet m_next; ///< ranks awake in the next round
    bool m_hasNext = false;
    std::uint32_t m_unfinished = 0;
};

} // namespace

Result<Schedule> addSendReceive(const Schedule& schedule, const ActionTable& table, SendWaits waits,
                                const CancelToken& cancel)
{
    TRY(std::vector<Row> rows, Rounds(schedule, table, waits).run(cancel));
    Schedule lowered = emptied(schedule);
    lowered.rows = std::move(rows);
    return lowered;
}

} // namespace bubblescope
