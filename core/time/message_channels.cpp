// SPDX-License-Identifier: Apache-2.0
#include "core/time/message_channels.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

std::uint32_t MessageChannels::channelOf(std::uint32_t rank, const TransferOperation& operation)
{
    const Line wanted{operation.peer, operation.channel, operation.isSend, 0};
    const auto findIn = [](std::vector<Line>& lines, const Line& line) {
        const auto isBefore = [](const Line& a, const Line& b) {
            return std::tie(a.peer, a.number, a.isSend) < std::tie(b.peer, b.number, b.isSend);
        };
        const auto at = std::lower_bound(lines.begin(), lines.end(), line, isBefore);
        return std::pair(at, at != lines.end() && !isBefore(line, *at));
    };
    const auto [at, isKnown] = findIn(m_ofRank[rank], wanted);
    if (isKnown)
        return at->channel;
    Line here = wanted;
    here.channel = static_cast<std::uint32_t>(m_channels.size());
    m_ofRank[rank].insert(at, here);
    const Line there{rank, operation.channel, !operation.isSend, here.channel};
    // A recording may name peers that it has not.
    if (operation.peer < m_ofRank.size())
        m_ofRank[operation.peer].insert(findIn(m_ofRank[operation.peer], there).first, there);
    Channel& channel = m_channels.emplace_back();
    if (m_credit)
        channel.credit = operation.isSend ? m_credit(rank, operation.peer) : m_credit(operation.peer, rank);
    return here.channel;
}

void MessageChannels::expectSend(std::uint32_t rank, const TransferOperation& send)
{
    const std::uint32_t channel = channelOf(rank, send);
    ++m_channels[channel].expected;
}

ChannelOperation MessageChannels::operationOf(std::uint32_t rank, const TransferOperation& operation)
{
    ChannelOperation one;
    one.channel = channelOf(rank, operation);
    one.isSend = operation.isSend;
    one.extra = operation.isSend ? operation.longer : operation.later;
    one.peer = operation.peer;
    one.action = operation.action;
    Channel& channel = m_channels[one.channel];
    one.number = operation.isSend ? channel.sends++ : channel.receives++;
    one.isLost = !operation.isSend && m_knowsSends && one.number >= channel.expected;
    if (one.isLost)
        return one;
    Message& message = channel.messages.reach(one.number);
    m_areCrossed =
        m_areCrossed || (message.what != TransferOperation::kNoMessage && message.what != operation.message);
    message.what = operation.message;
    return one;
}

bool MessageChannels::lacksOther(const ChannelOperation& one) const
{
    if (!needsOther(one))
        return false;
    const Channel& channel = m_channels[one.channel];
    if (one.number < channel.messages.begin())
        return false;
    const Message& message = channel.messages.at(one.number);
    return one.isSend ? message.departed < 0 : !message.isTold;
}

bool MessageChannels::depart(const Channel& channel, std::size_t number, Message& message)
{
    if (message.send.time < 0)
        return false;
    Time there = message.send.time;
    if (channel.credit == 0) {
        if (message.receive.time < 0)
            return false;
        there = std::max(there, message.receive.time);
    } else if (const Message* freed = freedBefore(channel, number)) {
        if (freed->taken < 0)
            return false;
        there = std::max(there, freed->taken);
    }
    message.departed = there;
    return true;
}

void MessageChannels::forget(Channel& channel, std::size_t number)
{
    RunningItems<Message>& messages = channel.messages;
    if (channel.credit != kUnlimitedCredit) {
        // What comes later asks when earlier ones were received.
        if (number >= channel.credit)
            messages.forgetUntil(number - channel.credit);
        return;
    }
    std::size_t known = messages.begin();
    while (known < messages.end() && messages.at(known).isTold)
        ++known;
    messages.forgetUntil(known);
}

} // namespace bubblescope
