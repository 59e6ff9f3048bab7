// SPDX-License-Identifier: Apache-2.0
#include "core/time/message_deadlock.h"

#include "core/time/neighbours.h"
#include "core/time/stuck.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// A rank that waits in its stream.
struct StuckRank
{
    std::uint32_t rank = 0;
    Place here;  ///< the SEND or RECV, or the action whose message it is
    Place other; ///< the same at the other end
    bool isSend = false;
};

class MessageDeadlock
{
public:
    MessageDeadlock(const Schedule& schedule, const ActionTable& table, const StuckOperationOf& stuckOf)
        : m_schedule(schedule)
        , m_table(table)
        , m_stuckOf(stuckOf)
    {}

    TimingFailure explain() const
    {
        const std::vector<StuckRank> cycle = findCycle();
        TimingFailure failure{TimingFailure::Kind::Deadlock, Sentence(kStop), {}};
        if (cycle.empty())
            return failure;
        Sentence said;
        constexpr std::size_t kLinksInMessage = 16;
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            failure.actions.push_back(cycle[i].here.position());
            failure.actions.push_back(cycle[i].other.position());
            if (i >= kLinksInMessage)
                continue;
            Sentence link = sentenceOf(cycle[i], cycle[(i + 1) % cycle.size()]);
            said = i == 0 ? std::move(link)
                          : Sentence({"time.and-then", "{waits}; {next}"}, std::move(said), std::move(link));
        }
        if (cycle.size() > kLinksInMessage)
            said = Sentence({"time.more-ranks", "{waits}; and {count} more ranks back to rank {rank}"},
                            std::move(said), cycle.size() - kLinksInMessage, cycle.front().rank);
        failure.message = Sentence({"time.deadlock", "deadlock: {waits}"}, std::move(said));
        return failure;
    }

private:
    static constexpr SentenceCode kStop{"time.messages-stop",
                                        "the messages of this order stop each other under the policy of "
                                        "its communicators: a receive is before the send that it waits for"};

    /// Begins with its lowest rank. Each rank stands still for one other, so the first that comes again ends
    /// it.
    [[nodiscard]] std::vector<StuckRank> findCycle() const
    {
        const std::uint32_t ranks = m_schedule.rankCount();
        std::vector<std::uint32_t> seenFrom(ranks, ranks);
        for (std::uint32_t begin = 0; begin < ranks; ++begin) {
            std::vector<StuckRank> path;
            std::uint32_t rank = begin;
            while (seenFrom[rank] == ranks) {
                seenFrom[rank] = begin;
                const std::optional<StuckRank> stuck = stuckAt(rank);
                if (!stuck)
                    break;
                path.push_back(*stuck);
                rank = stuck->other.rank;
            }
            const auto first = std::find_if(path.begin(), path.end(),
                                            [&](const StuckRank& one) { return one.rank == rank; });
            if (first == path.end() || path.back().other.rank != rank)
                continue;
            path.erase(path.begin(), first);
            std::rotate(
                path.begin(),
                std::min_element(path.begin(), path.end(),
                                 [](const StuckRank& a, const StuckRank& b) { return a.rank < b.rank; }),
                path.end());
            return path;
        }
        return {};
    }

    [[nodiscard]] std::optional<StuckRank> stuckAt(std::uint32_t rank) const
    {
        const std::optional<ChannelOperation> one = m_stuckOf(rank);
        if (!one || one->action >= m_schedule.rows[rank].size())
            return std::nullopt;
        StuckRank stuck{rank, {rank, one->action}, {}, one->isSend};
        const Action& action = m_schedule.rows[rank][one->action];
        stuck.other = isCompute(action.kind()) ? otherCompute(action, one->isSend) : otherMessage(action);
        if (!stuck.other)
            return std::nullopt;
        return stuck;
    }

    [[nodiscard]] Place otherCompute(const Action& action, bool isSend) const
    {
        const Neighbours neighbours(m_table);
        return isSend ? neighbours.consumerOf(action) : neighbours.producerOf(action);
    }

    [[nodiscard]] Place otherMessage(const Action& action) const
    {
        const std::uint32_t stage = action.stage().value;
        switch (action.kind()) {
        case ActionKind::SendForward:
            return m_table.find(ActionClass::ReceiveForward, StageId{stage + 1}, action.microbatch());
        case ActionKind::SendBackward:
            return m_table.find(ActionClass::ReceiveBackward, StageId{stage - 1}, action.microbatch());
        case ActionKind::ReceiveForward:
            return m_table.find(ActionClass::SendForward, StageId{stage - 1}, action.microbatch());
        default:
            return m_table.find(ActionClass::SendBackward, StageId{stage + 1}, action.microbatch());
        }
    }

    [[nodiscard]] std::string nameOf(const Place& at) const
    {
        return actionText(m_schedule.at(at.position()).id());
    }

    [[nodiscard]] Sentence sentenceOf(const StuckRank& link, const StuckRank& next) const
    {
        const std::size_t cell = cellNumber(m_schedule.rows[link.rank], link.here.index);
        if (!isCompute(m_schedule.at(link.here.position()).kind()))
            return {{"time.rank-waits", "rank {rank} {action} (cell {cell}) waits for {wanted}{where}"},
                    link.rank,
                    nameOf(link.here),
                    cell,
                    nameOf(link.other),
                    Sentence({"time.on-rank-behind", " on rank {rank}, which comes after {cell}"}, next.rank,
                             nameOf(next.here))};
        static constexpr SentenceCode kReceives{
            "time.receive-stands",
            "rank {rank} waits to receive {wanted} for {action} (cell {cell}), which rank "
            "{other} sends only after {held}"};
        static constexpr SentenceCode kSends{
            "time.send-stands",
            "rank {rank} waits to send {action} (cell {cell}), which rank {other} receives for "
            "{wanted} only after {held}"};
        const Sentence held = next.isSend
                                  ? Sentence({"time.sending", "sending {action}"}, nameOf(next.here))
                                  : Sentence({"time.receiving", "receiving {action}"}, nameOf(next.other));
        return link.isSend
                   ? Sentence(kSends, link.rank, nameOf(link.here), cell, next.rank, nameOf(link.other), held)
                   : Sentence(kReceives, link.rank, nameOf(link.other), nameOf(link.here), cell, next.rank,
                              held);
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    const StuckOperationOf& m_stuckOf;
};

} // namespace

TimingFailure explainStuckMessages(const Schedule& schedule, const ActionTable& table,
                                   const StuckOperationOf& stuckOf)
{
    return MessageDeadlock(schedule, table, stuckOf).explain();
}

} // namespace bubblescope
