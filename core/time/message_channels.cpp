// SPDX-License-Identifier: Apache-2.0
#include "core/time/message_channels.h"

#include <algorithm>

namespace bubblescope {

std::uint32_t MessageChannels::channelOf(std::uint32_t rank, const TransferOperation& operation)
{
    const std::uint64_t wanted = keyOf(operation.peer, operation.channel, operation.isSend);
    std::vector<Line>& lines = m_ofRank[rank];
    // Mostly there are a few.
    constexpr std::size_t kFewChannels = 8;
    if (lines.size() <= kFewChannels)
        for (const Line& line : lines)
            if (line.key == wanted)
                return line.channel;
    const auto placeIn = [](std::vector<Line>& in, std::uint64_t key) {
        return std::lower_bound(in.begin(), in.end(), key,
                                [](const Line& line, std::uint64_t value) { return line.key < value; });
    };
    if (const auto at = placeIn(lines, wanted); at != lines.end() && at->key == wanted)
        return at->channel;
    const auto made = static_cast<std::uint32_t>(m_channels.size());
    lines.insert(placeIn(lines, wanted), {wanted, made});
    // A recording may name peers that it has not.
    if (operation.peer < m_ofRank.size()) {
        const std::uint64_t back = keyOf(rank, operation.channel, !operation.isSend);
        m_ofRank[operation.peer].insert(placeIn(m_ofRank[operation.peer], back), {back, made});
    }
    Channel& channel = m_channels.emplace_back();
    if (m_credit)
        channel.credit = operation.isSend ? m_credit(rank, operation.peer) : m_credit(operation.peer, rank);
    return made;
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

} // namespace bubblescope
