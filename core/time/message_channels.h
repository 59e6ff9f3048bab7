// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/issue_queue.h"
#include "core/time/running_items.h"

#include <vector>

namespace bubblescope {

/// An operation of a transfer that was issued: its message is the `number`-th of a channel.
struct ChannelOperation
{
    std::uint32_t channel = 0;
    bool isSend = false;
    bool isLost = false; ///< a receive whose sender has no trace: it is taken to be early
    std::size_t number = 0;
    Time extra = 0; ///< by which it is longer than its transfer says
    std::uint32_t peer = 0;
    std::uint32_t action = TransferOperation::kNoAction;
};

/// A stream of a rank, whose first transfer an operation is of.
struct ChannelEnd
{
    std::uint32_t rank = 0;
    std::uint32_t stream = 0; ///< by its place among those of the rank
};

/// The messages between ranks: first in, first out for each sender, receiver and channel number. A message
/// departs when its send has started and there is credit for it; without any (rendezvous) also its receive
/// must have started. Remembers only messages that are under way.
class MessageChannels
{
public:
    /// An empty `credit` is unlimited.
    MessageChannels(std::size_t ranks, CreditOf credit) : m_credit(std::move(credit)), m_ofRank(ranks) {}

    /// From now on receives are lost that have none of the sends that are expected.
    void knowSends() { m_knowsSends = true; }
    /// The rank will issue that send, too.
    void expectSend(std::uint32_t rank, const TransferOperation& send);

    /// The next operation that a rank issues over that channel.
    [[nodiscard]] ChannelOperation operationOf(std::uint32_t rank, const TransferOperation& operation);
    /// The arrival of a receive whose message has departed, `length` after that; its channel needs to know
    /// no more of it. Below 0 where that is not known yet, or credit counts.
    [[nodiscard]] Time takeDeparted(const ChannelOperation& one, Time length)
    {
        Channel& channel = m_channels[one.channel];
        if (one.isLost || channel.credit != kUnlimitedCredit)
            return -1;
        Message& message = channel.messages.at(one.number);
        if (message.send.time < 0)
            return -1;
        message.isTold = true;
        forget(channel);
        return message.send.time + length;
    }
    /// Its end is not known without the other end of the message.
    [[nodiscard]] bool needsOther(const ChannelOperation& one) const
    {
        return one.isSend ? m_channels[one.channel].credit != kUnlimitedCredit : !one.isLost;
    }
    /// It needs the other end, which is not there yet.
    [[nodiscard]] bool lacksOther(const ChannelOperation& one) const;
    /// Some receive gets another message than the one that it is for.
    [[nodiscard]] bool areCrossed() const { return m_areCrossed; }

    /// The kernel of an operation has started, at the front of the stream `end`; the send lasts `length` from
    /// its departure, and the receive as long from there at least. `note` is whatever the caller calls that
    /// moment. Tells what follows: `listener.learn(end, time)` once for each operation that needsOther(), the
    /// earliest time of its end; before that `listener.because(end, note, time)` for each moment that
    /// it is due to.
    template <typename Listener>
    void start(const ChannelOperation& one, const ChannelEnd& end, Time time, Time length, std::uint32_t note,
               Listener& listener)
    {
        if (one.isLost)
            return;
        Message& message = m_channels[one.channel].messages.at(one.number);
        (one.isSend ? message.send : message.receive) = {end, time, length, note};
        settle(one.channel, one.number, listener);
    }
    /// The kernel of a receive has ended: there is credit again.
    template <typename Listener>
    void endReceive(const ChannelOperation& one, Time time, std::uint32_t note, Listener& listener)
    {
        Channel& channel = m_channels[one.channel];
        if (one.isLost || channel.credit == kUnlimitedCredit || channel.credit == 0)
            return;
        Message& message = channel.messages.at(one.number);
        message.taken = time;
        message.takenNote = note;
        if (const std::size_t next = one.number + channel.credit; next < channel.messages.end())
            settle(one.channel, next, listener);
    }

private:
    /// An end of a message whose kernel has started.
    struct End
    {
        ChannelEnd end;
        Time time = -1; ///< below 0: it has not
        Time length = 0;
        std::uint32_t note = 0;
    };
    struct Message
    {
        End send;
        End receive;
        Time departed = -1;
        Time taken = -1; ///< when the receive has ended, where that gives credit
        std::uint32_t takenNote = 0;
        bool isTold = false; ///< the receive knows when it comes
        std::uint64_t what = TransferOperation::kNoMessage;
    };
    struct Channel
    {
        RunningItems<Message> messages;
        std::size_t sends = 0; ///< that were issued
        std::size_t receives = 0;
        std::size_t expected = 0; ///< sends
        std::uint32_t credit = kUnlimitedCredit;
    };
    /// A channel by one of its ends: the peer, the channel's number, and whether the rank sends.
    struct Line
    {
        std::uint64_t key = 0;
        std::uint32_t channel = 0;
    };
    static std::uint64_t keyOf(std::uint32_t peer, std::uint32_t number, bool isSend)
    {
        return std::uint64_t{peer} << 32U ^ std::uint64_t{number} << 1U ^ std::uint64_t{isSend};
    }

    [[nodiscard]] std::uint32_t channelOf(std::uint32_t rank, const TransferOperation& operation);
    /// Says when a message departs, if that is known.
    [[nodiscard]] static bool depart(const Channel& channel, std::size_t number, Message& message);
    /// The message whose receive gives the credit for another one; null if it has credit from the start.
    [[nodiscard]] static const Message* freedBefore(const Channel& channel, std::size_t number)
    {
        return channel.credit == kUnlimitedCredit || number < channel.credit
                   ? nullptr
                   : &channel.messages.at(number - channel.credit);
    }
    /// Those that were told, as far as none before them was not.
    static void forget(Channel& channel)
    {
        std::size_t known = channel.messages.begin();
        while (known < channel.messages.end() && channel.messages.at(known).isTold)
            ++known;
        channel.messages.forgetUntil(known);
    }

    template <typename Listener>
    void settle(std::uint32_t at, std::size_t number, Listener& listener)
    {
        Channel& channel = m_channels[at];
        Message& message = channel.messages.at(number);
        const auto tell = [&](const End& to) {
            listener.because(to.end, message.send.note, message.send.time + to.length);
            if (channel.credit == 0)
                listener.because(to.end, message.receive.note, message.receive.time + to.length);
            else if (const Message* freed = freedBefore(channel, number))
                listener.because(to.end, freed->takenNote, freed->taken + to.length);
            listener.learn(to.end, message.departed + to.length);
        };
        if (message.departed < 0) {
            if (!depart(channel, number, message))
                return;
            if (channel.credit != kUnlimitedCredit)
                tell(message.send);
        }
        if (message.receive.time < 0 || message.isTold)
            return;
        message.isTold = true;
        tell(message.receive);
        if (channel.credit == kUnlimitedCredit)
            forget(channel);
        else if (number >= channel.credit) // what comes later asks when earlier ones were received
            channel.messages.forgetUntil(number - channel.credit);
    }

    CreditOf m_credit;
    std::vector<std::vector<Line>> m_ofRank; ///< the channels that the rank sends or receives over
    std::vector<Channel> m_channels;
    bool m_knowsSends = false;
    bool m_areCrossed = false;
};

} // namespace bubblescope
