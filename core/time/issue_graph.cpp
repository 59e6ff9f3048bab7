// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_graph.h"

#include "core/time/communicator_run.h"

#include <algorithm>
#include <new>

namespace bubblescope {

/// Writes the graph while the clock runs. A moment gets its number when its time is known.
class IssueGraphNotes
{
public:
    static constexpr bool kRecords = true;

    IssueGraphNotes(const Schedule& schedule, IssueGraph& graph)
        : m_schedule(schedule)
        , m_graph(graph)
        , m_ranks(schedule.rows.size())
    {
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            m_graph.m_endOf.emplace_back(schedule.rows[r].size(), IssueGraph::kNone);
            m_ranks[r].endOfId.resize(schedule.rows[r].size(), IssueGraph::kNone);
        }
        add({0, IssueMoment::Begin}, {});
    }

    void computed(std::uint32_t rank, std::uint32_t begin, const IssueLengths& issue, Time host, Time start,
                  Time done, Time end)
    {
        Rank& state = m_ranks[rank];
        Limits limits;
        for (const std::uint32_t moment : state.device)
            limits.push_back({moment, timeOf(moment) + issue.gap});
        limits.push_back({state.host, host + issue.lead});
        const std::uint32_t started = add({start, IssueMoment::CellStart, rank, begin}, limits);
        const std::uint32_t ended = add({end, IssueMoment::CellEnd, rank, begin},
                                        {{started, done}, {state.host, host + issue.bound}});
        state.device.assign(1, ended);
        const Row& row = m_schedule.rows[rank];
        for (std::size_t i = begin; i < cellEnd(row, begin); ++i)
            m_graph.m_endOf[rank][i] = ended;
    }

    void issued(std::uint32_t rank, std::uint32_t at, const IssuedTransfer& what, Time host)
    {
        Rank& state = m_ranks[rank];
        if (at >= state.streams.size())
            state.streams.resize(at + 1);
        Limits limits;
        for (const std::uint32_t moment : state.device)
            limits.push_back({moment, timeOf(moment) + what.gap});
        limits.push_back({state.host, host + what.launch});
        state.streams[at].issued.push(std::move(limits));
    }

    template <typename Operations>
    std::uint32_t started(const ChannelEnd& at, const RunningTransfer& running, const Operations& operations)
    {
        Stream& stream = m_ranks[at.rank].streams[at.stream];
        Limits limits = std::move(stream.issued.at(stream.issued.begin()));
        stream.issued.forgetUntil(stream.issued.begin() + 1);
        IssueGraph::Transfer transfer;
        transfer.rank = at.rank;
        transfer.previous = stream.last;
        if (stream.last != IssueGraph::kNone) {
            const std::uint32_t ended = m_graph.m_transfers[stream.last].end;
            limits.insert(limits.end() - 1, {ended, timeOf(ended) + running.gap});
        }
        transfer.firstMessage = static_cast<std::uint32_t>(m_graph.m_messages.size());
        transfer.messages = running.count;
        for (std::size_t i = operations.begin(); i < operations.begin() + running.count; ++i)
            m_graph.m_messages.push_back(
                {operations.at(i).action, operations.at(i).peer, operations.at(i).isSend});
        const auto number = static_cast<std::uint32_t>(m_graph.m_transfers.size());
        transfer.start = add({running.start, IssueMoment::TransferStart, at.rank, number}, limits);
        if ((running.id & kKernelId) == 0 && !isCompute(m_schedule.rows[at.rank][running.id].kind()))
            transfer.action = running.id;
        m_graph.m_transfers.push_back(transfer);
        stream.last = number;
        stream.because.clear();
        return transfer.start;
    }

    void because(const ChannelEnd& at, std::uint32_t note, Time time)
    {
        m_ranks[at.rank].streams[at.stream].because.push_back({note, time});
    }

    template <typename Operations>
    std::uint32_t ended(const ChannelEnd& at, const RunningTransfer& running, const Operations& operations)
    {
        Rank& state = m_ranks[at.rank];
        Stream& stream = state.streams[at.stream];
        IssueGraph::Transfer& transfer = m_graph.m_transfers[stream.last];
        Time own = running.start + running.length;
        for (std::size_t i = operations.begin(); i < operations.begin() + running.count; ++i)
            own =
                std::max(own, running.start + (operations.at(i).isSend ? running.sent + operations.at(i).extra
                                                                       : running.receive));
        Limits limits = stream.because;
        limits.push_back({transfer.start, own});
        transfer.end = add({running.end, IssueMoment::TransferEnd, at.rank, stream.last}, limits);
        if (transfer.action != IssueGraph::kNone)
            m_graph.m_endOf[at.rank][transfer.action] = transfer.end;
        if ((running.id & kKernelId) != 0) {
            state.lastKernel = running.id;
            state.lastKernelEnd = transfer.end;
        } else {
            state.endOfId[running.id] = transfer.end;
        }
        state.endedSince.push_back(transfer.end);
        return transfer.end;
    }

    void waited(std::uint32_t rank, std::uint32_t id)
    {
        Rank& state = m_ranks[rank];
        const std::uint32_t ended = (id & kKernelId) == 0    ? state.endOfId[id]
                                    : state.lastKernel == id ? state.lastKernelEnd
                                                             : IssueGraph::kNone;
        if (ended != IssueGraph::kNone &&
            std::find(state.device.begin(), state.device.end(), ended) == state.device.end())
            state.device.push_back(ended);
    }

    void synchronized(std::uint32_t rank, Time host, Time gap, Time before, Time time)
    {
        Rank& state = m_ranks[rank];
        Limits limits;
        for (const std::vector<std::uint32_t>& moments : {state.device, state.endedSince})
            for (const std::uint32_t moment : moments)
                limits.push_back({moment, timeOf(moment) + gap});
        limits.push_back({state.host, before + host});
        state.host = add({time, IssueMoment::HostGoesOn, rank}, limits);
        state.endedSince.clear();
    }

private:
    /// A moment and the time before which another one could not come for it.
    struct Limit
    {
        std::uint32_t moment = 0;
        Time time = 0;
    };
    using Limits = std::vector<Limit>;
    struct Stream
    {
        RunningItems<Limits> issued; ///< of transfers that have not started
        std::uint32_t last = IssueGraph::kNone;
        Limits because; ///< of the end of the last
    };
    struct Rank
    {
        std::uint32_t host = 0;                ///< when its host last went on
        std::vector<std::uint32_t> device;     ///< what computes next waits for these
        std::vector<std::uint32_t> endedSince; ///< transfers since its host last waited
        std::vector<Stream> streams;
        std::vector<std::uint32_t> endOfId; ///< of transfers that are waited for later
        std::uint32_t lastKernel = IssueGraph::kNone;
        std::uint32_t lastKernelEnd = IssueGraph::kNone;
    };

    [[nodiscard]] Time timeOf(std::uint32_t moment) const { return m_graph.m_moments[moment].time; }

    std::uint32_t add(IssueGraph::Moment moment, const Limits& limits)
    {
        if (m_graph.m_causes.size() + limits.size() >= IssueGraph::kNone)
            throw std::bad_alloc();
        moment.firstCause = static_cast<std::uint32_t>(m_graph.m_causes.size());
        for (const Limit& limit : limits)
            m_graph.m_causes.push_back({limit.moment, std::max(0.0, moment.time - limit.time)});
        m_graph.m_moments.push_back(moment);
        return static_cast<std::uint32_t>(m_graph.m_moments.size() - 1);
    }

    const Schedule& m_schedule;
    IssueGraph& m_graph;
    std::vector<Rank> m_ranks;
};

std::uint32_t IssueGraph::decidedBy(std::uint32_t moment) const
{
    const std::span<const Cause> causes = causesOf(moment);
    const auto least = std::min_element(causes.begin(), causes.end(),
                                        [](const Cause& a, const Cause& b) { return a.margin < b.margin; });
    return least == causes.end() ? kNone : least->moment;
}

Result<IssueGraph, TimingFailure> issueGraphOf(const Schedule& schedule, const CostModel& costs,
                                               const CancelToken& cancel)
{
    const ActionTable table(schedule);
    IssueGraph graph;
    IssueGraphNotes notes(schedule, graph);
    CommunicatorRun run =
        runCommunicators(schedule, table, costs.forStages(table.stageCount()), notes, cancel);
    if (run.failure)
        return tl::unexpected(*std::move(run.failure));
    graph.m_first = run.times.firstOf(schedule);
    return graph;
}

} // namespace bubblescope
