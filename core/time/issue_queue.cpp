// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_queue.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNobody = Issue::kNone;
constexpr std::uint32_t kAll = kNobody - 1;  ///< transfers that were issued
constexpr std::uint32_t kLengths = kAll - 1; ///< the same, but only to know how they slow down compute

/// A transfer while it runs.
struct RunningTransfer
{
    Time ready = 0; ///< its stream may be busy, but all else is there
    Time start = 0;
    Time end = 0;
    std::uint32_t next = kNobody;   ///< behind it on its stream
    std::uint32_t before = kNobody; ///< of its stream
    std::uint32_t unknown = 0;      ///< receives whose sender has not started
    bool isIssued = false;
    bool hasStarted = false;
    bool hasEnded = false;
};

/// Transfers of one stream, in its order.
struct PresentStream
{
    std::uint32_t stream = 0;
    std::vector<std::uint32_t> transfers;
    std::size_t next = 0;

    /// The first that has not ended by then; null if all have. Times that are asked for only grow.
    const RunningTransfer* at(Time time, const std::vector<RunningTransfer>& all)
    {
        while (next < transfers.size() && all[transfers[next]].hasEnded && all[transfers[next]].end <= time)
            ++next;
        return next < transfers.size() ? &all[transfers[next]] : nullptr;
    }
};

/// The transfer at the other end of an operation.
struct OtherEnd
{
    std::uint32_t rank = kNobody;
    std::uint32_t transfer = kNobody;
};

class IssueRun
{
public:
    explicit IssueRun(std::span<const IssueQueue> ranks) : m_ranks(ranks), m_states(ranks.size())
    {
        for (std::uint32_t r = 0; r < ranks.size(); ++r)
            prepare(r);
        matchOperations();
    }

    std::optional<IssueTimes> run(const CancelToken& cancel)
    {
        for (std::uint32_t r = size(); r-- > 0;)
            m_runnable.push_back(r);
        std::size_t looks = 0;
        while (!m_runnable.empty() || letOneGuess()) {
            constexpr std::size_t kLooksPerCheck = 1024;
            if (++looks % kLooksPerCheck == 0 && cancel.isCancelled())
                return std::nullopt;
            const std::uint32_t rank = m_runnable.back();
            m_runnable.pop_back();
            advance(rank);
        }
        IssueTimes times;
        for (std::uint32_t r = 0; r < size(); ++r) {
            const State& state = m_states[r];
            if (state.next < m_ranks[r].issues.size() || state.ended < state.transfers.size())
                return std::nullopt;
            times.ofRank.push_back(std::move(m_states[r].times));
        }
        return times;
    }

private:
    struct State
    {
        std::vector<RunningTransfer> transfers;
        std::vector<OtherEnd> others;       ///< by operation
        std::vector<std::uint32_t> issueOf; ///< by transfer
        LaneTimes times;
        Time host = 0;
        Time device = 0;    ///< until when it computes, or waits for a transfer
        Time latestEnd = 0; ///< of its transfers
        std::size_t next = 0;
        std::size_t issued = 0; ///< transfers
        std::size_t ended = 0;
        std::vector<PresentStream> present; ///< by stream, those that were issued
        bool isGuessing = false;            ///< in m_guessing
        bool isForced = false;              ///< goes on without knowing when its transfers end
        std::uint32_t awaited = kNobody;    ///< the transfer, or kAll, for which the walk stands still
    };

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_ranks.size()); }

    void prepare(std::uint32_t rank)
    {
        const IssueQueue& queue = m_ranks[rank];
        State& state = m_states[rank];
        state.times.start.resize(queue.issues.size());
        state.times.end.resize(queue.issues.size());
        state.transfers.resize(queue.transfers.size());
        state.issueOf.resize(queue.transfers.size());
        state.others.resize(queue.operations.size());
        std::map<std::uint32_t, std::uint32_t> last;
        for (std::uint32_t t = 0; t < queue.transfers.size(); ++t) {
            const auto [at, isFirst] = last.try_emplace(queue.transfers[t].stream, t);
            if (!isFirst) {
                state.transfers[at->second].next = t;
                state.transfers[t].before = at->second;
                at->second = t;
            }
        }
    }

    void matchOperations()
    {
        /// Sends of a channel, and how many of them have their receive.
        struct Sends
        {
            std::vector<std::uint32_t> operations;
            std::vector<std::uint32_t> transfers;
            std::size_t taken = 0;
        };
        using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
        std::map<Channel, Sends> channels;
        forEachOperation([&](std::uint32_t rank, std::uint32_t transfer, std::uint32_t operation,
                             const TransferOperation& one) {
            if (!one.isSend)
                return;
            Sends& sends = channels[{rank, one.peer, one.channel}];
            sends.operations.push_back(operation);
            sends.transfers.push_back(transfer);
        });
        forEachOperation([&](std::uint32_t rank, std::uint32_t transfer, std::uint32_t operation,
                             const TransferOperation& one) {
            if (one.isSend)
                return;
            const auto found = channels.find({one.peer, rank, one.channel});
            if (found == channels.end() || found->second.taken == found->second.operations.size())
                return; // its sender has no trace: it is taken to be early
            Sends& sends = found->second;
            const std::size_t next = sends.taken++;
            m_states[rank].others[operation] = {one.peer, sends.transfers[next]};
            m_states[one.peer].others[sends.operations[next]] = {rank, transfer};
            ++m_states[rank].transfers[transfer].unknown;
        });
    }

    template <typename Visit>
    void forEachOperation(Visit visit) const
    {
        for (std::uint32_t rank = 0; rank < size(); ++rank) {
            const IssueQueue& queue = m_ranks[rank];
            for (std::uint32_t t = 0; t < queue.transfers.size(); ++t)
                for (std::uint32_t i = 0; i < queue.transfers[t].count; ++i) {
                    const std::uint32_t operation = queue.transfers[t].first + i;
                    visit(rank, t, operation, queue.operations[operation]);
                }
        }
    }

    /// Where all ranks stand still, one that only wants to know how long its transfers will be beside what it
    /// computes goes on: they wait for what follows. The earliest of them; false if there is none.
    bool letOneGuess()
    {
        std::erase_if(m_guessing, [&](std::uint32_t rank) {
            State& state = m_states[rank];
            state.isGuessing = state.awaited == kLengths;
            return !state.isGuessing;
        });
        const auto earliest =
            std::min_element(m_guessing.begin(), m_guessing.end(), [&](std::uint32_t a, std::uint32_t b) {
                return std::pair(m_states[a].device, a) < std::pair(m_states[b].device, b);
            });
        if (earliest == m_guessing.end())
            return false;
        m_states[*earliest].isForced = true;
        m_states[*earliest].isGuessing = false;
        m_states[*earliest].awaited = kNobody;
        m_runnable.push_back(*earliest);
        m_guessing.erase(earliest);
        return true;
    }

    void advance(std::uint32_t rank)
    {
        State& state = m_states[rank];
        const IssueQueue& queue = m_ranks[rank];
        while (state.next < queue.issues.size()) {
            const Issue& issue = queue.issues[state.next];
            switch (issue.kind) {
            case Issue::Kind::Compute:
                if (issue.slowdown > 1 && !state.isForced && state.ended < state.issued) {
                    state.awaited = kLengths;
                    if (!state.isGuessing)
                        m_guessing.push_back(rank);
                    state.isGuessing = true;
                    return;
                }
                compute(state, issue);
                state.isForced = false;
                break;
            case Issue::Kind::Transfer:
                issueTransfer(rank, issue);
                break;
            case Issue::Kind::Wait:
                if (!mayWaitFor(state, issue))
                    return;
                break;
            case Issue::Kind::Synchronize:
                if (!synchronize(state, issue))
                    return;
                break;
            }
            ++state.next;
        }
    }

    static void compute(State& state, const Issue& issue)
    {
        const Time begin = state.host;
        const Time start = std::max(state.device + issue.gap, begin + issue.lead);
        const Time work = issue.work - issue.gap;
        const Time done = issue.slowdown > 1 ? slowedEnd(state, start, work, issue.slowdown) : start + work;
        const Time end = std::max({start, done, begin + issue.bound});
        state.host = begin + issue.host;
        state.device = end;
        state.times.start[state.next] = start;
        state.times.end[state.next] = end;
    }

    /// When the work is done that begins at a time, slower while a transfer is on the device. One whose end
    /// is not known yet stays there for all of it: it waits for what follows.
    static Time slowedEnd(State& state, Time at, Time left, double slowdown)
    {
        while (left > 0) {
            bool isSlow = false;
            Time until = std::numeric_limits<Time>::infinity();
            for (PresentStream& stream : state.present) {
                const RunningTransfer* one = stream.at(at, state.transfers);
                if (one == nullptr || !one->hasStarted)
                    continue;
                isSlow = isSlow || one->start <= at;
                if (one->start > at)
                    until = std::min(until, one->start);
                else if (one->hasEnded)
                    until = std::min(until, one->end);
            }
            const double rate = isSlow ? slowdown : 1;
            if (left * rate <= until - at)
                return at + left * rate;
            left -= (until - at) / rate;
            at = until;
        }
        return at;
    }

    void issueTransfer(std::uint32_t rank, const Issue& issue)
    {
        State& state = m_states[rank];
        state.host += issue.host;
        const IssuedTransfer& transfer = m_ranks[rank].transfers[issue.target];
        RunningTransfer& running = state.transfers[issue.target];
        running.isIssued = true;
        ++state.issued;
        presentOf(state, transfer.stream).push_back(issue.target);
        state.issueOf[issue.target] = static_cast<std::uint32_t>(state.next);
        const Time behind = state.device > 0 ? state.device + transfer.gap : 0;
        running.ready = std::max(behind, state.host + transfer.launch);
        tryStart(rank, issue.target);
    }

    static std::vector<std::uint32_t>& presentOf(State& state, std::uint32_t stream)
    {
        for (PresentStream& one : state.present)
            if (one.stream == stream)
                return one.transfers;
        return state.present.emplace_back(PresentStream{stream, {}, 0}).transfers;
    }

    void tryStart(std::uint32_t rank, std::uint32_t at)
    {
        State& state = m_states[rank];
        RunningTransfer& running = state.transfers[at];
        if (running.hasStarted || !running.isIssued)
            return;
        running.start = running.ready;
        if (running.before != kNobody) {
            const RunningTransfer& before = state.transfers[running.before];
            if (!before.hasEnded)
                return;
            running.start = std::max(running.start, before.end + m_ranks[rank].transfers[at].gap);
        }
        running.hasStarted = true;
        state.times.start[state.issueOf[at]] = running.start;
        const IssuedTransfer& transfer = m_ranks[rank].transfers[at];
        for (std::uint32_t i = transfer.first; i < transfer.first + transfer.count; ++i) {
            const OtherEnd& other = state.others[i];
            if (other.rank == kNobody || !m_ranks[rank].operations[i].isSend)
                continue;
            RunningTransfer& waiting = m_states[other.rank].transfers[other.transfer];
            if (--waiting.unknown == 0 && waiting.hasStarted)
                m_ending.emplace_back(other.rank, other.transfer);
        }
        if (running.unknown == 0)
            m_ending.emplace_back(rank, at);
        endAll();
    }

    /// Ends what is known to end, and starts what waits for that. Not a recursion: chains may be long.
    void endAll()
    {
        if (m_isEnding)
            return;
        m_isEnding = true;
        while (!m_ending.empty()) {
            const auto [rank, transfer] = m_ending.back();
            m_ending.pop_back();
            end(rank, transfer);
        }
        m_isEnding = false;
    }

    void end(std::uint32_t rank, std::uint32_t at)
    {
        State& state = m_states[rank];
        RunningTransfer& running = state.transfers[at];
        if (running.hasEnded)
            return;
        const IssuedTransfer& transfer = m_ranks[rank].transfers[at];
        running.end = running.start;
        for (std::uint32_t i = transfer.first; i < transfer.first + transfer.count; ++i) {
            if (m_ranks[rank].operations[i].isSend) {
                running.end = std::max(running.end, running.start + transfer.sent);
                continue;
            }
            running.end = std::max(running.end, running.start + transfer.receive);
            const OtherEnd& sender = state.others[i];
            if (sender.rank != kNobody)
                running.end = std::max(running.end, m_states[sender.rank].transfers[sender.transfer].start +
                                                        transfer.arrival);
        }
        running.hasEnded = true;
        ++state.ended;
        state.latestEnd = std::max(state.latestEnd, running.end);
        state.times.end[state.issueOf[at]] = running.end;
        if (running.next != kNobody)
            tryStart(rank, running.next);
        const bool awaitsAll = state.awaited == kAll || state.awaited == kLengths;
        const bool isFree = state.awaited == at || (awaitsAll && state.ended == state.issued);
        if (isFree) {
            state.awaited = kNobody;
            m_runnable.push_back(rank);
        }
    }

    bool mayWaitFor(State& state, const Issue& issue)
    {
        state.times.start[state.next] = state.host + issue.host;
        if (issue.target != kNobody) {
            const RunningTransfer& transfer = state.transfers[issue.target];
            if (!transfer.hasEnded) {
                state.awaited = issue.target;
                return false;
            }
            state.device = std::max(state.device, transfer.end);
        }
        state.host += issue.host;
        state.times.end[state.next] = state.host;
        return true;
    }

    bool synchronize(State& state, const Issue& issue)
    {
        state.times.start[state.next] = state.host + issue.host;
        if (state.ended < state.issued) {
            state.awaited = kAll;
            return false;
        }
        state.host = std::max(state.host + issue.host, std::max(state.device, state.latestEnd) + issue.gap);
        state.times.end[state.next] = state.host;
        return true;
    }

    std::span<const IssueQueue> m_ranks;
    std::vector<State> m_states;
    std::vector<std::uint32_t> m_runnable;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_ending; ///< rank and transfer
    bool m_isEnding = false;
    std::vector<std::uint32_t> m_guessing; ///< ranks that stand still for what only slows them down
};

} // namespace

std::optional<IssueTimes> runIssues(std::span<const IssueQueue> ranks, const CancelToken& cancel)
{
    return IssueRun(ranks).run(cancel);
}

} // namespace bubblescope
