// SPDX-License-Identifier: Apache-2.0
#include "core/lower/send_receive.h"

#include "core/lower/order_check.h"
#include "core/time/message_rounds.h"

#include <utility>

namespace bubblescope {

namespace {

/// Writes the lowered rows.
class MessageWriter
{
public:
    MessageWriter(const Schedule& schedule, const ActionTable& table, SendWaits waits)
        : m_schedule(schedule)
        , m_table(table)
        , m_neighbours(table)
        , m_waits(waits)
        , m_rows(schedule.rows.size())
    {
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
            reserve(r);
    }

    void cell(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        const Row& row = m_schedule.rows[rank];
        m_rows[rank].insert(m_rows[rank].end(), row.begin() + begin, row.begin() + end);
        if (m_waits == SendWaits::Added)
            waitBehind(rank, begin, end);
    }

    void message(const Place& from, const Place& consumer)
    {
        const Action& action = m_schedule.at(from.position());
        m_rows[from.rank].push_back(sendOf(action));
        m_rows[consumer.rank].push_back(receiveOf(action));
    }

    [[nodiscard]] std::vector<Row> take()
    {
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
    std::vector<Row> m_rows;
};

} // namespace

Result<Schedule> addSendReceive(const Schedule& schedule, const ActionTable& table, SendWaits waits,
                                const CancelToken& cancel)
{
    MessageWriter writer(schedule, table, waits);
    const RoundsEnd end = MessageRounds(schedule, table, writer).run(cancel);
    switch (end.kind) {
    case RoundsEnd::Kind::Cancelled:
        return tl::unexpected(cancelledLowering());
    case RoundsEnd::Kind::Stuck:
        return tl::unexpected(stuckOrder(schedule, table, cancel));
    case RoundsEnd::Kind::NoConsumer:
        return tl::unexpected(noConsumerOf(schedule, end.from));
    case RoundsEnd::Kind::Done:
        break;
    }
    Schedule lowered = emptied(schedule);
    lowered.rows = writer.take();
    return lowered;
}

} // namespace bubblescope
