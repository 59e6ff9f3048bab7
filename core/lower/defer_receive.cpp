// SPDX-License-Identifier: Apache-2.0
#include "core/lower/defer_receive.h"

#include "core/lower/order_check.h"
#include "core/time/neighbours.h"

#include <unordered_map>

namespace bubblescope {

namespace {

class RowOfReceives
{
public:
    RowOfReceives(const Schedule& schedule, const ActionTable& table, std::uint32_t rank)
        : m_schedule(schedule)
        , m_neighbours(table)
        , m_table(table)
        , m_rank(rank)
        , m_isHeld(schedule.rows[rank].size(), false)
    {}

    Row run(const Row& lowered)
    {
        Row out;
        out.reserve(lowered.size());
        for (std::size_t i = 0; i < lowered.size();) {
            const std::size_t end = cellEnd(lowered, i);
            const Action& action = lowered[i];
            if (isReceive(action.kind())) {
                hold(action);
            } else {
                release(action, out);
                if (!isCommunication(action.kind()))
                    for (std::size_t part = i; part < end; ++part)
                        releaseFor(m_next++, out);
                out.insert(out.end(), lowered.begin() + static_cast<std::ptrdiff_t>(i),
                           lowered.begin() + static_cast<std::ptrdiff_t>(end));
            }
            i = end;
        }
        return out;
    }

private:
    void hold(const Action& receive)
    {
        const bool forward = receive.kind() == ActionKind::ReceiveForward;
        const Place consumer = m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient,
                                            receive.stage(), receive.microbatch());
        m_isHeld[consumer.index] = true;
        const Place producer = m_neighbours.producerOf(m_schedule.at(consumer.position()));
        if (m_rank < producer.rank)
            m_heldFrom[producer.rank].push_back(consumer.index);
    }

    /// The RECV that the action at `index` of the order needs, if it is held.
    void releaseFor(std::uint32_t index, Row& out)
    {
        if (!m_isHeld[index])
            return;
        m_isHeld[index] = false;
        const Action& consumer = m_schedule.rows[m_rank][index];
        out.emplace_back(consumer.stage(),
                         isForward(consumer.kind()) ? ActionKind::ReceiveForward
                                                    : ActionKind::ReceiveBackward,
                         consumer.microbatch());
    }

    /// Before a SEND to a higher rank: what is held of that rank.
    void release(const Action& send, Row& out)
    {
        if (send.kind() != ActionKind::SendForward && send.kind() != ActionKind::SendBackward)
            return;
        const bool forward = send.kind() == ActionKind::SendForward;
        const Place consumer = m_table.find(
            forward ? ActionClass::Forward : ActionClass::InputGradient,
            StageId{forward ? send.stage().value + 1 : send.stage().value - 1}, send.microbatch());
        const auto held = m_heldFrom.find(consumer.rank);
        if (held == m_heldFrom.end())
            return;
        for (const std::uint32_t index : held->second)
            releaseFor(index, out);
        held->second.clear();
    }

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    const ActionTable& m_table;
    std::uint32_t m_rank;
    std::uint32_t m_next = 0;   ///< the next action of the order, communication not counted
    std::vector<bool> m_isHeld; ///< by consumer: its RECV has been taken out and not put back
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_heldFrom; ///< consumers by sending rank
};

} // namespace

Result<Schedule> deferReceives(const Schedule& lowered, const Schedule& schedule, const ActionTable& table,
                               const CancelToken& cancel)
{
    Schedule deferred = emptied(lowered);
    for (std::uint32_t r = 0; r < lowered.rankCount(); ++r) {
        if (cancel.isCancelled())
            return tl::unexpected(cancelledLowering());
        deferred.rows[r] = RowOfReceives(schedule, table, r).run(lowered.rows[r]);
    }
    return deferred;
}

} // namespace bubblescope
