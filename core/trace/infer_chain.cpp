// SPDX-License-Identifier: Apache-2.0
#include "core/trace/infer_chain.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope {

std::vector<ChainAction> chainActions(const ChainRank& rank)
{
    std::vector<ChainAction> actions;
    for (std::uint32_t i = 0; i < rank.forwards.size(); ++i) {
        actions.push_back({rank.forwards[i].start, ActionKind::Forward, i});
        for (const InferredBackward& backward : rank.forwards[i].backwards)
            actions.push_back({backward.start, backward.kind, i});
    }
    std::stable_sort(actions.begin(), actions.end(),
                     [](const ChainAction& a, const ChainAction& b) { return a.start < b.start; });
    return actions;
}

namespace {

/// How a send is told to be of a forward or of a backward.
enum class Direction : std::uint8_t {
    ByPeer,     ///< to the next rank of the ring it is a forward's
    ByPosition, ///< it is of the action before it
};

struct ForwardKey
{
    std::uint32_t rank = 0;
    std::uint32_t forward = 0;
    bool operator==(const ForwardKey&) const = default;
};

/// A send and what it comes from; a receive has that of its send.
struct FollowedMessage
{
    bool isForward = false;
    ForwardKey from;
};

class ChainFollower
{
public:
    ChainFollower(const std::vector<ChainRank>& ranks, Direction direction)
        : m_ranks(ranks)
        , m_direction(direction)
    {
        for (const ChainRank& rank : ranks) {
            m_actions.push_back(chainActions(rank));
            m_followed.emplace_back(rank.messages.size());
            m_producers.emplace_back(rank.forwards.size());
        }
    }

    std::optional<ChainPlaces> follow(bool hasRounds)
    {
        for (std::uint32_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (!originsOf(rank))
                return std::nullopt;
        }
        if (!matchMessages())
            return std::nullopt;
        for (std::uint32_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (!giveReceives(rank))
                return std::nullopt;
        }
        return place(hasRounds);
    }

private:
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_ranks.size()); }

    /// What each send of a rank comes from.
    bool originsOf(std::uint32_t rank)
    {
        std::optional<ChainAction> forward;
        std::optional<ChainAction> backward;
        std::size_t next = 0;
        const auto& actions = m_actions[rank];
        const auto& messages = m_ranks[rank].messages;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            for (; next < actions.size() && actions[next].start <= messages[i].time; ++next) {
                if (isForward(actions[next].kind))
                    forward = actions[next];
                else if (isInputGradient(actions[next].kind))
                    backward = actions[next];
            }
            FollowedMessage& followed = m_followed[rank][i];
            if (!messages[i].isSend) {
                // Only where no peer is named: that of the action behind it.
                followed.isForward = next >= actions.size() || isForward(actions[next].kind);
                continue;
            }
            if (!forward)
                return false;
            followed.isForward = isForwardSend(rank, messages[i], *forward, backward);
            followed.from = {rank, followed.isForward ? forward->forward : backward->forward};
        }
        return true;
    }

    [[nodiscard]] bool isForwardSend(std::uint32_t rank, const ChainMessage& message,
                                     const ChainAction& forward,
                                     const std::optional<ChainAction>& backward) const
    {
        if (!backward)
            return true;
        if (m_direction == Direction::ByPeer && message.peer && size() > 2) {
            const std::uint32_t distance = (*message.peer + size() - rank) % size();
            if (distance == 1 || distance == size() - 1)
                return distance == 1;
        }
        return forward.start > backward->start;
    }

    /// Where peers are not named, forwards go to the next rank and backwards to the one before.
    [[nodiscard]] std::uint32_t peerOf(std::uint32_t rank, std::size_t message) const
    {
        const ChainMessage& one = m_ranks[rank].messages[message];
        if (one.peer)
            return *one.peer;
        const bool isUpward = m_followed[rank][message].isForward == one.isSend;
        return (rank + (isUpward ? 1 : size() - 1)) % size();
    }

    /// The k-th send of a channel is its k-th receive.
    bool matchMessages()
    {
        using Channel = std::tuple<std::uint32_t, std::uint32_t, std::string, bool>;
        struct Ends
        {
            std::vector<FollowedMessage*> sends;
            std::vector<FollowedMessage*> receives;
        };
        std::map<Channel, Ends> channels;
        for (std::uint32_t rank = 0; rank < size(); ++rank) {
            for (std::size_t i = 0; i < m_followed[rank].size(); ++i) {
                const ChainMessage& message = m_ranks[rank].messages[i];
                const std::uint32_t peer = peerOf(rank, i);
                FollowedMessage& followed = m_followed[rank][i];
                const bool apart = !message.peer && followed.isForward;
                if (message.isSend)
                    channels[{rank, peer, message.group, apart}].sends.push_back(&followed);
                else
                    channels[{peer, rank, message.group, apart}].receives.push_back(&followed);
            }
        }
        for (auto& [channel, ends] : channels) {
            if (ends.sends.size() != ends.receives.size())
                return false;
            for (std::size_t i = 0; i < ends.sends.size(); ++i)
                *ends.receives[i] = *ends.sends[i];
            m_matched += ends.sends.size();
        }
        return m_matched > 0;
    }

    /// Receives of forwards are used in their order, by the first forward behind each.
    bool giveReceives(std::uint32_t rank)
    {
        const ChainRank& own = m_ranks[rank];
        std::vector<std::size_t> receives;
        for (std::size_t i = 0; i < own.messages.size(); ++i) {
            if (!own.messages[i].isSend && m_followed[rank][i].isForward)
                receives.push_back(i);
        }
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < own.forwards.size(); ++i) {
            if (next == receives.size() || own.messages[receives[next]].time >= own.forwards[i].start)
                continue;
            const ForwardKey from = m_followed[rank][receives[next]].from;
            m_producers[rank][i] = from;
            // Several tensors of one forward.
            while (next < receives.size() && m_followed[rank][receives[next]].from == from)
                ++next;
        }
        return next == receives.size();
    }

    std::optional<ChainPlaces> place(bool hasRounds)
    {
        ChainPlaces out;
        out.messages = m_matched;
        std::vector<std::vector<std::optional<InferredPlace>>> places;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ForwardKey>> consumers;
        std::optional<std::uint32_t> first;
        for (std::uint32_t rank = 0; rank < size(); ++rank) {
            places.emplace_back(m_ranks[rank].forwards.size());
            for (std::uint32_t i = 0; i < m_producers[rank].size(); ++i) {
                if (const auto& from = m_producers[rank][i])
                    consumers[{from->rank, from->forward}].push_back({rank, i});
                else if (first.value_or(rank) != rank)
                    return std::nullopt;
                else
                    first = rank;
            }
        }
        if (!first)
            return std::nullopt;
        std::vector<ForwardKey> open = begin(*first, hasRounds, places[*first]);
        for (std::size_t at = 0; at < open.size(); ++at) {
            const InferredPlace from = *places[open[at].rank][open[at].forward];
            const auto found = consumers.find({open[at].rank, open[at].forward});
            if (found == consumers.end())
                continue;
            for (const ForwardKey& to : found->second) {
                places[to.rank][to.forward] = InferredPlace{from.stage + 1, from.microbatch, from.round};
                open.push_back(to);
            }
        }
        for (const auto& rank : places) {
            std::vector<InferredPlace>& known = out.ofRank.emplace_back();
            for (const auto& one : rank) {
                if (!one)
                    return std::nullopt;
                out.stages = std::max(out.stages, one->stage + 1);
                known.push_back(*one);
            }
        }
        return isWhole(out) ? std::optional(std::move(out)) : std::nullopt;
    }

    /// Numbers the forwards of stage 0.
    std::vector<ForwardKey> begin(std::uint32_t rank, bool hasRounds,
                                  std::vector<std::optional<InferredPlace>>& places)
    {
        std::vector<ForwardKey> open;
        std::uint32_t round = 0;
        std::uint32_t microbatch = 0;
        std::size_t underWay = 0;
        for (const ChainAction& action : m_actions[rank]) {
            if (isInputGradient(action.kind))
                underWay -= underWay > 0 ? 1 : 0;
            if (!isForward(action.kind))
                continue;
            if (hasRounds && underWay == 0 && microbatch > 0) {
                ++round;
                microbatch = 0;
            }
            ++underWay;
            if (m_producers[rank][action.forward])
                continue;
            places[action.forward] = InferredPlace{0, microbatch++, round};
            open.push_back({rank, action.forward});
        }
        return open;
    }

    /// Every stage is of one rank and runs every microbatch once.
    [[nodiscard]] static bool isWhole(const ChainPlaces& places)
    {
        std::map<std::uint32_t, std::uint32_t> rankOfStage;
        std::map<std::uint32_t, std::set<std::pair<std::uint32_t, std::uint32_t>>> done;
        std::map<std::uint32_t, std::size_t> stagesOfRank;
        for (std::uint32_t rank = 0; rank < places.ofRank.size(); ++rank) {
            for (const InferredPlace& place : places.ofRank[rank]) {
                const auto [at, isNew] = rankOfStage.try_emplace(place.stage, rank);
                stagesOfRank[rank] += isNew ? 1 : 0;
                if (at->second != rank || !done[place.stage].emplace(place.round, place.microbatch).second)
                    return false;
            }
        }
        return std::all_of(done.begin(), done.end(),
                           [&](const auto& stage) { return stage.second == done.begin()->second; }) &&
               std::all_of(stagesOfRank.begin(), stagesOfRank.end(),
                           [&](const auto& rank) { return rank.second == stagesOfRank.begin()->second; });
    }

    const std::vector<ChainRank>& m_ranks;
    Direction m_direction;
    std::vector<std::vector<ChainAction>> m_actions;                 ///< of each rank
    std::vector<std::vector<FollowedMessage>> m_followed;            ///< of each rank, by its messages
    std::vector<std::vector<std::optional<ForwardKey>>> m_producers; ///< of each rank's forwards
    std::size_t m_matched = 0;
};

} // namespace

std::optional<ChainPlaces> followChain(const std::vector<ChainRank>& ranks, bool hasRounds)
{
    const bool isComplete =
        ranks.size() > 1 && std::all_of(ranks.begin(), ranks.end(), [&](const ChainRank& rank) {
            return rank.isKnown && !rank.forwards.empty() &&
                   rank.forwards.size() == ranks.front().forwards.size();
        });
    if (!isComplete)
        return std::nullopt;
    for (const Direction direction : {Direction::ByPeer, Direction::ByPosition}) {
        if (auto places = ChainFollower(ranks, direction).follow(hasRounds))
            return places;
    }
    return std::nullopt;
}

} // namespace bubblescope
