// SPDX-License-Identifier: Apache-2.0
#include "core/time/link_clock.h"

#include <algorithm>

namespace bubblescope {

Place LinkClock::consumerOf(const Action& send) const
{
    const std::uint32_t stage = send.stage().value;
    const bool forward = send.kind() == ActionKind::SendForward;
    if (!forward && stage == 0)
        return {};
    const StageId to{forward ? stage + 1 : stage - 1};
    const Place receive = m_table.find(forward ? ActionClass::ReceiveForward : ActionClass::ReceiveBackward,
                                       to, send.microbatch());
    return receive ? receive
                   : m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient, to,
                                  send.microbatch());
}

Time LinkClock::transmit(std::uint32_t from, std::uint32_t to, Time time)
{
    Time& free = m_free[key(from, to)];
    free = std::max(free, time) + m_occupied;
    return free + m_latency;
}

void LinkClock::post(const Place& send, Time time)
{
    if (m_occupied <= 0)
        return;
    const Place consumer = consumerOf(m_schedule.at(send.position()));
    if (consumer)
        m_arrival[key(send.rank, send.index)] = transmit(send.rank, consumer.rank, time);
}

Time LinkClock::rendezvous(const Place& send, const Place& receive, Time time)
{
    if (m_occupied <= 0)
        return time + m_latency;
    const auto [entry, isNew] = m_arrival.try_emplace(key(send.rank, send.index), 0.0);
    if (isNew)
        entry->second = transmit(send.rank, receive.rank, time);
    return entry->second;
}

} // namespace bubblescope
