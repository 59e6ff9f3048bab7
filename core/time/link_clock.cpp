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

Time& LinkClock::arrivalOf(const Place& send)
{
    if (m_arrival.empty())
        m_arrival.resize(m_schedule.rows.size());
    std::vector<Time>& row = m_arrival[send.rank];
    if (row.empty())
        row.resize(m_schedule.rows[send.rank].size(), kNotSent);
    return row[send.index];
}

Time LinkClock::transmit(const Place& send, std::uint32_t to, Time time)
{
    const LinkTable::Line line = m_lines.of(send.rank, to, m_schedule.at(send.position()).microbatch());
    if (m_links.empty())
        m_links.resize(m_schedule.rows.size());
    std::vector<Link>& links = m_links[send.rank];
    auto known = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.to == to; });
    if (known == links.end())
        known = links.insert(links.end(), Link{to, 0, {}});
    Link& link = *known;
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
    arrivalOf(send) = transmit(send, consumer.rank, time);
}

Time LinkClock::rendezvous(const Place& send, const Place& receive, Time time)
{
    if (!m_lines.needsMessages())
        return time + m_lines.of(send.rank, receive.rank).time(); // without bytes
    Time& arrival = arrivalOf(send);
    if (arrival == kNotSent)
        arrival = transmit(send, receive.rank, time);
    return arrival;
}

} // namespace bubblescope
