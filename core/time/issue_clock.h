// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/time/issue_queue.h"
#include "core/time/message_channels.h"
#include "core/time/overflow.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// A transfer that was issued, while it may still be asked for.
struct RunningTransfer
{
    Time gap = 0;
    Time length = 0;
    Time sent = 0;
    Time arrival = 0;
    Time receive = 0;
    Time ready = 0; ///< its stream may be busy, but all else is there
    Time start = 0;
    Time end = 0;            ///< the latest that is known
    std::uint32_t id = 0;    ///< by which it is waited for
    std::uint32_t count = 0; ///< of its operations
    /// Operations of which something is not known yet that its end needs, and one more until it has started.
    std::uint32_t unknown = 1;
    std::uint32_t note = 0; ///< of its start
    bool hasStarted = false;
};

/// Transfers of one stream of a rank, in their order. Forgets those that nobody asks for any more.
struct IssuedStream
{
    std::uint32_t number = 0;
    RunningItems<RunningTransfer> transfers;
    RunningItems<ChannelOperation> operations; ///< of those that have not ended
    std::size_t front = 0;                     ///< the first that has not ended
    Time lastEnd = 0;

    /// The first that has not ended by then; null if all have. Times that are asked for only grow.
    [[nodiscard]] const RunningTransfer* presentAt(Time time)
    {
        while (transfers.begin() < front && transfers.at(transfers.begin()).end <= time)
            transfers.forgetUntil(transfers.begin() + 1);
        return transfers.begin() < transfers.end() ? &transfers.at(transfers.begin()) : nullptr;
    }
    [[nodiscard]] bool hasEndedFirst() const { return transfers.begin() < front; }
};

/// When something ran.
struct IssuedSpan
{
    Time start = 0;
    Time end = 0;
};

/// What the clock tells of itself where nobody asks.
struct NoNotes
{
    static constexpr bool kRecords = false;
};

/// Lets ranks beside each other do what their hosts issue: hosts issue, devices compute in order, transfers
/// of a stream run one after the other (docs/predictions.md). Who issues is the caller: run() asks for each
/// rank that can go on, and the caller then calls compute(), transfer(), wait() and synchronize() in the
/// order of the rank's issues until one of them says that the rank must wait, which is then asked again.
/// `Times` keeps what is asked for later: `expect(rank, id)` when a transfer is issued, `setTransfer(rank,
/// id, start, end)` when it has ended, and `endOf(rank, id)`, below 0 between the two and 0 where there is
/// none. `Notes` may record what made each moment what it is (issue_graph.cpp).
template <typename Times, typename Notes = NoNotes>
class IssueClock
{
public:
    /// `slows` says that some compute is slower beside a transfer.
    IssueClock(std::size_t ranks, MessageChannels& channels, bool slows, Times& times, Notes& notes)
        : m_states(ranks)
        , m_channels(channels)
        , m_slows(slows)
        , m_times(times)
        , m_notes(notes)
    {}

    /// Calls `advance(rank)` until all are done; it gives true for a rank that has issued everything. False
    /// if some wait for ever, or it was cancelled.
    template <typename Advance>
    [[nodiscard]] bool run(Advance&& advance, const CancelToken& cancel)
    {
        for (std::uint32_t r = size(); r-- > 0;)
            m_runnable.push_back(r);
        std::size_t looks = 0;
        while (!m_runnable.empty() || letOneGuess()) {
            constexpr std::size_t kLooksPerCheck = 1024;
            if (++looks % kLooksPerCheck == 0 && cancel.isCancelled())
                return false;
            const std::uint32_t rank = m_runnable.back();
            m_runnable.pop_back();
            if (advance(rank))
                m_states[rank].isDone = true;
        }
        return std::all_of(m_states.begin(), m_states.end(),
                           [](const State& state) { return state.isDone && state.ended == state.issued; });
    }

    /// Runs what a rank computes next and gives its start and end; false if the rank must wait. `name` is
    /// for the notes.
    bool compute(std::uint32_t rank, const IssueLengths& issue, IssuedSpan& ran, std::uint32_t name = 0)
    {
        State& state = m_states[rank];
        if (issue.slowdown > 1 && !state.isForced && state.ended < state.issued) {
            state.awaited = kLengths;
            if (!state.isGuessing)
                m_guessing.push_back(rank);
            state.isGuessing = true;
            return false;
        }
        const Time begin = state.host;
        const Time start = std::max(state.device + issue.gap, begin + issue.lead);
        const Time work = issue.work - issue.gap;
        const Time done = issue.slowdown > 1 ? slowedEnd(state, start, work, issue.slowdown) : start + work;
        const Time end = std::max({start, done, begin + issue.bound});
        if constexpr (Notes::kRecords)
            m_notes.computed(rank, name, issue, begin, start, done, end);
        state.host = begin + issue.host;
        state.device = state.computed = end;
        state.isForced = false;
        m_isInRange = m_isInRange && end <= kLargestTime && state.host <= kLargestTime;
        ran = {start, end};
        return true;
    }

    /// `what.first` and `what.count` do not count: `operations` are those of the transfer.
    void transfer(std::uint32_t rank, const IssuedTransfer& what, Time host, std::uint32_t id,
                  std::span<const TransferOperation> operations)
    {
        State& state = m_states[rank];
        state.host += host;
        const std::uint32_t at = streamOf(state, what.stream);
        IssuedStream& stream = state.streams[at];
        const Time behind = state.device > 0 ? state.device + what.gap : 0;
        const Time ready = std::max(behind, state.host + what.launch);
        ++state.issued;
        ChannelOperation only;
        if (operations.size() == 1)
            only = m_channels.operationOf(rank, operations.front());
        if (!Notes::kRecords && !m_slows && operations.size() == 1 &&
            passAtOnce({rank, at}, what, id, only, ready))
            return endAll();
        RunningTransfer running;
        running.gap = what.gap;
        running.length = what.length;
        running.sent = what.sent;
        running.arrival = what.arrival;
        running.receive = what.receive;
        running.ready = ready;
        running.id = id;
        running.count = static_cast<std::uint32_t>(operations.size());
        for (const TransferOperation& operation : operations) {
            const ChannelOperation one =
                operations.size() == 1 ? only : m_channels.operationOf(rank, operation);
            running.unknown += m_channels.needsOther(one) ? 1 : 0;
            stream.operations.push(one);
        }
        stream.transfers.push(running);
        m_times.expect(rank, id);
        if constexpr (Notes::kRecords)
            m_notes.issued(rank, at, what, state.host);
        startFront({rank, at});
        endAll();
    }

    /// What the rank computes from here on waits for a transfer; false if the rank must wait for its end.
    bool wait(std::uint32_t rank, std::uint32_t id)
    {
        State& state = m_states[rank];
        const Time end = m_times.endOf(rank, id);
        if (end < 0) {
            state.awaited = id;
            return false;
        }
        state.device = std::max(state.device, end);
        if constexpr (Notes::kRecords)
            m_notes.waited(rank, id);
        return true;
    }

    /// The host waits until all that it issued is done; false if the rank must wait.
    bool synchronize(std::uint32_t rank, Time host, Time gap)
    {
        State& state = m_states[rank];
        if (state.ended < state.issued) {
            state.awaited = kAll;
            return false;
        }
        const Time before = state.host;
        state.host = std::max(before + host, std::max(state.device, state.latestEnd) + gap);
        if constexpr (Notes::kRecords)
            m_notes.synchronized(rank, host, gap, before, state.host);
        m_isInRange = m_isInRange && state.host <= kLargestTime;
        return true;
    }

    void hostWorks(std::uint32_t rank, Time host) { m_states[rank].host += host; }
    [[nodiscard]] Time hostOf(std::uint32_t rank) const { return m_states[rank].host; }
    /// Until when the rank computed last.
    [[nodiscard]] Time computedUntil(std::uint32_t rank) const { return m_states[rank].computed; }
    /// No time is beyond kLargestTime, or no number.
    [[nodiscard]] bool isInRange() const { return m_isInRange; }
    [[nodiscard]] bool isDone(std::uint32_t rank) const { return m_states[rank].isDone; }
    /// The operation of a rank's streams that has started and waits for the other end; null if there is none.
    [[nodiscard]] const ChannelOperation* stuckOperation(std::uint32_t rank) const
    {
        for (const IssuedStream& stream : m_states[rank].streams) {
            if (stream.front == stream.transfers.end())
                continue;
            const RunningTransfer& front = stream.transfers.at(stream.front);
            const std::size_t first = stream.operations.begin();
            for (std::size_t i = first; front.hasStarted && i < first + front.count; ++i)
                if (m_channels.lacksOther(stream.operations.at(i)))
                    return &stream.operations.at(i);
        }
        return nullptr;
    }

    // What the channels tell.
    void learn(const ChannelEnd& end, Time time)
    {
        IssuedStream& stream = m_states[end.rank].streams[end.stream];
        RunningTransfer& running = stream.transfers.at(stream.front);
        running.end = std::max(running.end, time);
        if (--running.unknown == 0)
            m_ending.push_back(end);
    }
    void because(const ChannelEnd& end, std::uint32_t note, Time time)
    {
        if constexpr (Notes::kRecords)
            m_notes.because(end, note, time);
    }

private:
    static constexpr std::uint32_t kNobody = Issue::kNone;
    static constexpr std::uint32_t kAll = kNobody - 1;  ///< transfers that were issued
    static constexpr std::uint32_t kLengths = kAll - 1; ///< the same, but only to know how they slow compute

    struct State
    {
        Time host = 0;
        Time device = 0;    ///< until when it computes, or waits for a transfer
        Time computed = 0;  ///< until when it computes
        Time latestEnd = 0; ///< of its transfers
        std::vector<IssuedStream> streams;
        std::size_t issued = 0; ///< transfers
        std::size_t ended = 0;
        std::uint32_t awaited = kNobody; ///< the transfer, or kAll, for which the rank stands still
        bool isGuessing = false;         ///< in m_guessing
        bool isForced = false;           ///< goes on without knowing when its transfers end
        bool isDone = false;
    };

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_states.size()); }

    static std::uint32_t streamOf(State& state, std::uint32_t number)
    {
        const auto count = static_cast<std::uint32_t>(state.streams.size());
        for (std::uint32_t i = 0; i < count; ++i)
            if (state.streams[i].number == number)
                return i;
        state.streams.emplace_back().number = number;
        return count;
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

    /// When the work is done that begins at a time, slower while a transfer is on the device. One whose end
    /// is not known yet stays there for all of it: it waits for what follows.
    static Time slowedEnd(State& state, Time at, Time left, double slowdown)
    {
        while (left > 0) {
            bool isSlow = false;
            Time until = std::numeric_limits<Time>::infinity();
            for (IssuedStream& stream : state.streams) {
                const RunningTransfer* one = stream.presentAt(at);
                if (one == nullptr || !one->hasStarted)
                    continue;
                isSlow = isSlow || one->start <= at;
                if (one->start > at)
                    until = std::min(until, one->start);
                else if (stream.hasEndedFirst())
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

    /// A transfer of one message whose end is known when it is issued: it is not kept. False if that is not
    /// so.
    bool passAtOnce(const ChannelEnd& at, const IssuedTransfer& what, std::uint32_t id,
                    const ChannelOperation& one, Time ready)
    {
        State& state = m_states[at.rank];
        IssuedStream& stream = state.streams[at.stream];
        if (stream.front != stream.transfers.end() || (one.isSend && m_channels.needsOther(one)))
            return false;
        const Time start = stream.front > 0 ? std::max(ready, stream.lastEnd + what.gap) : ready;
        Time end = start;
        if (one.isSend) {
            const Time length = what.sent + one.extra;
            end = std::max(end, start + length);
            m_channels.start(one, at, start, length, 0, *this);
        } else {
            const Time arrival = m_channels.takeDeparted(one, what.arrival + one.extra);
            if (arrival < 0)
                return false;
            end = std::max({end, start + what.receive, arrival});
        }
        ++state.ended;
        ++stream.front;
        stream.transfers.pass();
        state.latestEnd = std::max(state.latestEnd, end);
        stream.lastEnd = end;
        m_isInRange = m_isInRange && end <= kLargestTime;
        m_times.setTransfer(at.rank, id, start, end);
        return true;
    }

    /// Starts the first transfer of a stream that has not ended, if it is there.
    void startFront(const ChannelEnd& at)
    {
        IssuedStream& stream = m_states[at.rank].streams[at.stream];
        if (stream.front == stream.transfers.end())
            return;
        RunningTransfer& running = stream.transfers.at(stream.front);
        if (running.hasStarted)
            return;
        running.start = running.ready;
        if (stream.front > 0)
            running.start = std::max(running.start, stream.lastEnd + running.gap);
        running.hasStarted = true;
        if constexpr (Notes::kRecords)
            running.note = m_notes.started(at, running, stream.operations);
        running.end = running.start + running.length;
        const std::size_t first = stream.operations.begin();
        for (std::size_t i = first; i < first + running.count; ++i) {
            const ChannelOperation& one = stream.operations.at(i);
            const Time length = (one.isSend ? running.sent : running.arrival) + one.extra;
            running.end = std::max(running.end, running.start + (one.isSend ? length : running.receive));
            m_channels.start(one, at, running.start, length, running.note, *this);
        }
        if (--running.unknown == 0)
            m_ending.push_back(at);
    }

    /// Ends what is known to end, and starts what waits for that. Not a recursion: chains may be long.
    void endAll()
    {
        while (!m_ending.empty()) {
            const ChannelEnd at = m_ending.back();
            m_ending.pop_back();
            end(at);
        }
    }

    void end(const ChannelEnd& at)
    {
        State& state = m_states[at.rank];
        IssuedStream& stream = state.streams[at.stream];
        const RunningTransfer& running = stream.transfers.at(stream.front);
        const std::uint32_t id = running.id;
        const Time ended = running.end;
        ++state.ended;
        state.latestEnd = std::max(state.latestEnd, ended);
        stream.lastEnd = ended;
        m_isInRange = m_isInRange && ended <= kLargestTime;
        m_times.setTransfer(at.rank, id, running.start, ended);
        std::uint32_t note = 0;
        const std::size_t first = stream.operations.begin();
        if constexpr (Notes::kRecords)
            note = m_notes.ended(at, running, stream.operations);
        for (std::size_t i = first; i < first + running.count; ++i)
            if (!stream.operations.at(i).isSend)
                m_channels.endReceive(stream.operations.at(i), ended, note, *this);
        stream.operations.forgetUntil(first + running.count);
        ++stream.front;
        if (!m_slows)
            stream.transfers.forgetUntil(stream.front);
        startFront(at);
        const bool awaitsAll = state.awaited == kAll || state.awaited == kLengths;
        if (state.awaited == id || (awaitsAll && state.ended == state.issued)) {
            state.awaited = kNobody;
            m_runnable.push_back(at.rank);
        }
    }

    std::vector<State> m_states;
    MessageChannels& m_channels;
    bool m_slows;
    Times& m_times;
    Notes& m_notes;
    std::vector<std::uint32_t> m_runnable;
    std::vector<ChannelEnd> m_ending;      ///< whose first transfers end
    std::vector<std::uint32_t> m_guessing; ///< ranks that stand still for what only slows them down
    bool m_isInRange = true;
};

} // namespace bubblescope
