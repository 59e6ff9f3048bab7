// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/bindings.h"
#include "core/time/dependencies.h"
#include "core/time/link_table.h"

#include <vector>

namespace bubblescope {

/// Messages of SEND actions on their directed links. A message occupies its link for bytes / bandwidth, in
/// the order in which the sending rank gets to it; the latency comes on top and occupies nothing. Where no
/// link has a bandwidth or a cost of its own nothing is kept, and every message takes the same time.
class LinkClock
{
public:
    /// One that was sent.
    struct Message
    {
        Time departure = kNotSent;
        std::uint32_t to = Place::kNowhere;
        std::uint32_t before = Place::kNowhere; ///< in the row of its SEND, the SEND that had the link before
    };

    LinkClock(const Schedule& schedule, const CostModel& costs, const ActionTable& table,
              Bindings* bindings = nullptr)
        : m_schedule(schedule)
        , m_table(table)
        , m_lines(costs)
        , m_bindings(bindings)
        , m_links(m_lines.needsMessages() ? schedule.rows.size() : 0)
        , m_sent(m_links.size())
    {}

    /// A SEND that does not block puts its message on the link at `time`. Different ranks may do that from
    /// different threads, unless bindings are noted.
    void post(const Place& send, Time time);
    /// Both sides are there at `time`; gives the end of the transfer, the same when either side asks.
    Time rendezvous(const Place& send, const Place& receive, Time time);
    /// When what `input` produced at `produced` has arrived on the rank: the message that was posted, else
    /// one that has the link for itself.
    [[nodiscard]] Time arrival(const Input& input, Time produced, std::uint32_t rank) const
    {
        const Message* sent = messageOf(input.producer);
        return sent != nullptr ? arrivalOf(input.producer, *sent)
                               : produced + lineOf(input.producer, rank).time();
    }
    /// Null if none was sent there, or nothing is kept.
    [[nodiscard]] const Message* messageOf(const Place& send) const
    {
        if (m_sent.empty() || m_sent[send.rank].empty())
            return nullptr;
        const Message& message = m_sent[send.rank][send.index];
        return message.departure == kNotSent ? nullptr : &message;
    }
    /// Brings what messageOf() will look at nearer to the processor. Inlined, for a function that does
    /// nothing else is left out as one without effect.
    [[gnu::always_inline]] void fetch(const Place& send) const
    {
        if (!m_sent.empty() && !m_sent[send.rank].empty())
            __builtin_prefetch(m_sent[send.rank].data() + send.index);
    }
    [[nodiscard]] Time arrivalOf(const Place& send, const Message& message) const
    {
        return message.departure + lineOf(send, message.to).time();
    }
    /// When a message leaves its link.
    [[nodiscard]] Time freeAfter(const Place& send, const Message& message) const
    {
        return message.departure + lineOf(send, message.to).occupied;
    }
    [[nodiscard]] const LinkTable& lines() const { return m_lines; }

private:
    struct Link
    {
        std::uint32_t to = 0;
        Time free = 0;
        Place last; ///< the SEND that keeps it until then
    };

    static constexpr Time kNotSent = -1;

    [[nodiscard]] LinkTable::Line lineOf(const Place& from, std::uint32_t to) const
    {
        // The action itself is often not near the processor.
        return m_lines.hasSizes() ? m_lines.of(from.rank, to, m_schedule.at(from.position()).microbatch())
                                  : m_lines.of(from.rank, to);
    }
    /// Where the message of a SEND is kept.
    [[nodiscard]] Message& kept(const Place& send);
    /// Who takes the message: its RECV, else the compute action that needs it.
    [[nodiscard]] Place consumerOf(const Action& send) const;
    void transmit(const Place& send, Message& message, std::uint32_t to, Time time);

    const Schedule& m_schedule;
    const ActionTable& m_table;
    LinkTable m_lines;
    Bindings* m_bindings;                     ///< where to note what a message waits for, if at all
    std::vector<std::vector<Link>> m_links;   ///< by the rank that sends; few
    std::vector<std::vector<Message>> m_sent; ///< by the SEND's place; empty for a rank that sent nothing yet
};

} // namespace bubblescope
