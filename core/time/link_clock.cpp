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

Time LinkClock::transmit(const Place& send, std::uint32_t to, Time time)
{
    const LinkTable::Line& line = m_lines.of(send.rank, to);
    Link& link = m_links[LinkTable::key(send.rank, to)];
    if (m_bindings)
        m_bindings->consider(Wait::Of::Departure, {link.last, Moment::Arrival}, link.free);
    const Time begin = std::max(link.free, time);
    link.free = begin + line.occupied;
    link.last = send;
    // As one that has its link for itself, to the last bit.
    return begin + line.time();
}

void LinkClock::post(const Place& send, Time time)
{
    if (!m_lines.needsMessages())
        return;
    const Place consumer = consumerOf(m_schedule.at(send.position()));
    if (!consumer)
        return;
    if (m_bindings)
        m_bindings->consider(Wait::Of::Departure, {send, Moment::Start}, time);
    m_arrival[key(send)] = transmit(send, consumer.rank, time);
}

Time LinkClock::rendezvous(const Place& send, const Place& receive, Time time)
{
    if (!m_lines.needsMessages())
        return time + m_lines.of(send.rank, receive.rank).time();
    const auto [entry, isNew] = m_arrival.try_emplace(key(send), 0.0);
    if (isNew)
        entry->second = transmit(send, receive.rank, time);
    return entry->second;
}

} // namespace bubblescope
