// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_queue.h"

#include "core/time/issue_clock.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Times by issue. Transfers have their index as id.
class QueueTimes
{
public:
    explicit QueueTimes(std::span<const IssueQueue> ranks) : m_issueOf(ranks.size())
    {
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            LaneTimes& lane = m_times.ofRank.emplace_back();
            lane.start.resize(ranks[r].issues.size());
            lane.end.resize(ranks[r].issues.size(), -1);
            m_issueOf[r].resize(ranks[r].transfers.size(), Issue::kNone);
            for (std::uint32_t i = 0; i < ranks[r].issues.size(); ++i)
                if (ranks[r].issues[i].kind == Issue::Kind::Transfer)
                    m_issueOf[r][ranks[r].issues[i].target] = i;
        }
    }

    void expect(std::uint32_t /*rank*/, std::uint32_t /*id*/) {}
    void setTransfer(std::uint32_t rank, std::uint32_t id, Time start, Time end)
    {
        set(rank, m_issueOf[rank][id], start, end);
    }
    [[nodiscard]] Time endOf(std::uint32_t rank, std::uint32_t id) const
    {
        const std::uint32_t issue = m_issueOf[rank][id];
        return issue == Issue::kNone ? -1 : m_times.ofRank[rank].end[issue];
    }
    void set(std::uint32_t rank, std::size_t issue, Time start, Time end)
    {
        m_times.ofRank[rank].start[issue] = start;
        m_times.ofRank[rank].end[issue] = end;
    }
    [[nodiscard]] IssueTimes take() { return std::move(m_times); }

private:
    IssueTimes m_times;
    std::vector<std::vector<std::uint32_t>> m_issueOf; ///< by rank and transfer
};

using QueueClock = IssueClock<QueueTimes>;

/// Issues one issue of a rank; false if the rank must wait.
bool issueOne(QueueClock& clock, QueueTimes& times, const IssueQueue& queue, std::uint32_t rank,
              std::size_t at)
{
    const Issue& issue = queue.issues[at];
    switch (issue.kind) {
    case Issue::Kind::Compute: {
        IssuedSpan ran;
        if (!clock.compute(rank, issue, ran))
            return false;
        times.set(rank, at, ran.start, ran.end);
        return true;
    }
    case Issue::Kind::Transfer: {
        const IssuedTransfer& what = queue.transfers[issue.target];
        clock.transfer(rank, what, issue.host, issue.target,
                       std::span(queue.operations).subspan(what.first, what.count));
        return true;
    }
    case Issue::Kind::Wait:
    case Issue::Kind::Synchronize: {
        const Time begin = clock.hostOf(rank) + issue.host;
        if (issue.kind == Issue::Kind::Synchronize) {
            if (!clock.synchronize(rank, issue.host, issue.gap))
                return false;
        } else {
            if (issue.target != Issue::kNone && !clock.wait(rank, issue.target))
                return false;
            clock.hostWorks(rank, issue.host);
        }
        times.set(rank, at, begin, clock.hostOf(rank));
        return true;
    }
    }
    return true;
}

} // namespace

std::optional<IssueTimes> runIssues(std::span<const IssueQueue> ranks, const CancelToken& cancel,
                                    const CreditOf& credit)
{
    QueueTimes times(ranks);
    MessageChannels channels(ranks.size(), credit);
    channels.knowSends();
    bool slows = false;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        for (const Issue& issue : ranks[rank].issues)
            slows = slows || (issue.kind == Issue::Kind::Compute && issue.slowdown > 1);
        for (const TransferOperation& operation : ranks[rank].operations)
            if (operation.isSend)
                channels.expectSend(rank, operation);
    }
    NoNotes notes;
    QueueClock clock(ranks.size(), channels, slows, times, notes);
    std::vector<std::size_t> next(ranks.size(), 0);
    const auto advance = [&](std::uint32_t rank) {
        for (std::size_t& at = next[rank]; at < ranks[rank].issues.size(); ++at)
            if (!issueOne(clock, times, ranks[rank], rank, at))
                return false;
        return true;
    };
    if (!clock.run(advance, cancel))
        return std::nullopt;
    return times.take();
}

} // namespace bubblescope
