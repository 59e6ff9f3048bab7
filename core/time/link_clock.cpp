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

LinkClock::Message& LinkClock::kept(const Place& send)
{
    std::vector<Message>& row = m_sent[send.rank];
    if (row.empty())
        row.resize(m_schedule.rows[send.rank].size());
    return row[send.index];
}

void LinkClock::transmit(const Place& send, Message& message, std::uint32_t to, Time time)
{
    const LinkTable::Line line = lineOf(send, to);
    std::vector<Link>& links = m_links[send.rank];
    auto known = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.to == to; });
    if (known == links.end())
        known = links.insert(links.end(), Link{to, 0, {}});
    Link& link = *known;
    if (m_bindings)
        m_bindings->consider(Wait::Of::Departure, {link.last, Moment::Arrival}, link.free);
    message = {std::max(link.free, time), to, link.last ? link.last.index : Place::kNowhere};
    link.free = message.departure + line.occupied;
    link.last = send;
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
    transmit(send, kept(send), consumer.rank, time);
}

Time LinkClock::rendezvous(const Place& send, const Place& receive, Time time)
{
    if (!m_lines.needsMessages())
        return time + m_lines.of(send.rank, receive.rank).time(); // without bytes
    Message& message = kept(send);
    if (message.departure == kNotSent)
        transmit(send, message, receive.rank, time);
    return arrivalOf(send, message);
}

} // namespace bubblescope
