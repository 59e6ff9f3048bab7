// SPDX-License-Identifier: Apache-2.0
#include "core/trace/issued_work.h"

#include "core/trace/assembly.h"
#include "core/trace/kernel_names.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

namespace {

Time inMicroseconds(Nanoseconds time)
{
    return static_cast<Time>(time) / 1000;
}

/// Zero if there is none.
Nanoseconds lowerMedian(std::vector<Nanoseconds>& values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// A kernel of a compute issue.
struct IssuedKernel
{
    Nanoseconds offset = 0; ///< of its launch, from the begin of the issue's host time
    Nanoseconds start = 0;
    Nanoseconds length = 0;
    std::optional<Nanoseconds> gap;     ///< behind what ran before, where that was not done at the launch
    std::optional<Nanoseconds> latency; ///< from the launch to its start, where the device was idle
};

/// A call of the host, in the order of their times.
struct HostEvent
{
    enum class Kind : std::uint8_t { Message, Launch, Wait, Synchronize };

    Nanoseconds time = 0;
    Nanoseconds end = 0;     ///< of Synchronize
    std::uint32_t index = 0; ///< of the message, or the launched kernel's record
    Kind kind = Kind::Launch;
};

class IssueReader
{
public:
    IssueReader(const Assembly& a, const PlannedRank& rank, std::span<const LabelKernel> kernels,
                RankTimes& times)
        : m_rank(rank)
        , m_source(a.sourceOf(rank))
        , m_file(a.fileOf(rank))
        , m_labels(a.labelsOf(m_source))
        , m_communication(m_file.strings)
        , m_out(times.issued)
    {
        std::unordered_map<std::uint32_t, std::size_t> byStream;
        for (const LabelKernel& kernel : kernels) {
            m_labelOf.emplace(kernel.record, kernel.label);
            if (!kernel.isNccl)
                ++byStream[kernel.stream];
        }
        for (const auto& [stream, count] : byStream)
            if (count > byStream[m_stream.value_or(stream)] || !m_stream)
                m_stream = stream;
    }

    void read()
    {
        const bool isKnown =
            std::any_of(m_file.messages.begin(), m_file.messages.end(),
                        [](const TraceMessage& message) { return message.peer != TraceMessage::kNoPeer; });
        if (!isKnown || !m_stream || m_rank.labels.empty())
            return;
        m_namesReceives = std::any_of(m_rank.actions.begin(), m_rank.actions.end(),
                                      [](const auto& one) { return isReceive(one.action.kind()); });
        m_last = begin();
        for (const HostEvent& event : eventsUntil(lastEnd()))
            add(event);
        finishCompute();
        setDefaults();
    }

private:
    /// Of the step around the first label.
    [[nodiscard]] Nanoseconds begin()
    {
        const Nanoseconds first = m_rank.labels.front().start;
        Nanoseconds begin = first;
        m_stepEnd = lastEnd();
        Nanoseconds latest = std::numeric_limits<Nanoseconds>::min();
        forEachMark(m_source, m_labels, [&](const StepMark& mark) {
            if (mark.context.kind == ContextName::Kind::Step && mark.start <= first && mark.end >= first &&
                mark.start > latest) {
                begin = latest = mark.start;
                m_stepEnd = std::max(m_stepEnd, mark.end);
            }
        });
        return begin;
    }

    [[nodiscard]] Nanoseconds lastEnd() const
    {
        Nanoseconds end = m_rank.labels.front().end;
        for (const TraceLabel& label : m_rank.labels)
            end = std::max(end, label.end);
        return end;
    }

    [[nodiscard]] bool isOwn(std::uint32_t thread) const
    {
        return m_source.owns(m_file.threads[thread].process);
    }

    [[nodiscard]] std::vector<HostEvent> eventsUntil(Nanoseconds end)
    {
        std::vector<HostEvent> events = launchesUntil(end);
        for (std::uint32_t i = 0; i < m_file.messages.size(); ++i) {
            const TraceMessage& message = m_file.messages[i];
            // What the last action sends is sent behind its label.
            if (message.time >= m_last && message.time <= m_stepEnd && isOwn(message.thread))
                events.push_back({message.time, message.time, i, HostEvent::Kind::Message});
        }
        for (const TraceHostCall& call : m_file.hostCalls) {
            if (call.start < m_last || call.end > end || !isOwn(call.thread))
                continue;
            const bool isWait = call.kind == TraceHostCall::Kind::Wait;
            events.push_back({isWait ? call.end : call.start, call.end, 0,
                              isWait ? HostEvent::Kind::Wait : HostEvent::Kind::Synchronize});
        }
        std::stable_sort(events.begin(), events.end(), [](const HostEvent& a, const HostEvent& b) {
            return a.time != b.time ? a.time < b.time : a.kind < b.kind;
        });
        return events;
    }

    /// Those that started a kernel or a copy; behind `end` only what communicates.
    [[nodiscard]] std::vector<HostEvent> launchesUntil(Nanoseconds end)
    {
        std::unordered_map<std::uint64_t, Nanoseconds> launches;
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            if (record.kind == RecordKind::Launch && record.start >= m_last && record.start <= m_stepEnd &&
                isOwn(record.thread))
                launches.emplace(record.correlation, record.start);
        });
        std::vector<HostEvent> events;
        forEachRecord(m_source, m_file, [&](std::uint32_t i, const TraceRecord& record) {
            if ((record.kind != RecordKind::Kernel && record.kind != RecordKind::Copy) ||
                record.correlation == 0 || !m_source.ownsGpu(processOf(m_file, record)))
                return;
            const auto at = launches.find(record.correlation);
            if (at != launches.end() && (at->second <= end || (record.kind == RecordKind::Kernel &&
                                                               m_communication.contains(record.name))))
                events.push_back({at->second, at->second, i, HostEvent::Kind::Launch});
        });
        return events;
    }

    void add(const HostEvent& event)
    {
        switch (event.kind) {
        case HostEvent::Kind::Message:
            if (m_file.messages[event.index].peer != TraceMessage::kNoPeer)
                m_pending.push_back(event.index);
            return;
        case HostEvent::Kind::Launch:
            return addLaunch(event);
        case HostEvent::Kind::Wait:
            finishCompute();
            addIssue(Issue::Kind::Wait, event.time);
            return resolveWait(event.time);
        case HostEvent::Kind::Synchronize:
            finishCompute();
            addIssue(Issue::Kind::Synchronize, event.time);
            m_out.queue.issues.back().gap =
                inMicroseconds(std::max<Nanoseconds>(0, event.end - std::max(event.time, m_anyEnd)));
            m_last = event.end;
            return;
        }
    }

    void addIssue(Issue::Kind kind, Nanoseconds time)
    {
        Issue issue;
        issue.kind = kind;
        issue.host = inMicroseconds(time - m_last);
        m_out.queue.issues.push_back(issue);
        m_last = time;
    }

    void addLaunch(const HostEvent& event)
    {
        const TraceRecord& kernel = m_file.records[event.index];
        const bool communicates = kernel.kind == RecordKind::Kernel && m_communication.contains(kernel.name);
        if (communicates && !m_pending.empty()) {
            finishCompute();
            return addTransfer(event, kernel);
        }
        // Collectives and copies on other streams: what waits for them shows as a gap.
        if (communicates || kernel.thread != *m_stream)
            return;
        m_anyEnd = std::max(m_anyEnd, kernel.end);
        const auto found = m_labelOf.find(event.index);
        const std::uint32_t label = found == m_labelOf.end() ? Issue::kNone : found->second;
        if (!m_kernels.empty() && label != m_label)
            finishCompute();
        m_label = label;
        if (m_kernels.empty())
            m_computeBegin = m_last;
        IssuedKernel one{event.time - m_computeBegin, kernel.start, kernel.end - kernel.start, {}, {}};
        if (m_computed && event.time < *m_computed)
            one.gap = std::max<Nanoseconds>(0, kernel.start - *m_computed);
        else
            one.latency = std::max<Nanoseconds>(0, kernel.start - event.time);
        if (one.gap)
            m_gaps.push_back(*one.gap);
        if (one.latency)
            m_latencies.push_back(*one.latency);
        m_kernels.push_back(one);
        m_computed = std::max(m_computed.value_or(kernel.end), kernel.end);
        m_last = event.time;
    }

    /// The kernels since the last other issue; their times follow once the defaults are known.
    void finishCompute()
    {
        if (m_kernels.empty())
            return;
        Issue issue;
        issue.kind = Issue::Kind::Compute;
        issue.host = inMicroseconds(m_kernels.back().offset);
        issue.target = m_label;
        m_computes.emplace_back(m_out.queue.issues.size(), std::move(m_kernels));
        m_kernels.clear();
        m_out.queue.issues.push_back(issue);
    }

    void addTransfer(const HostEvent& event, const TraceRecord& kernel)
    {
        IssueQueue& queue = m_out.queue;
        addIssue(Issue::Kind::Transfer, event.time);
        queue.issues.back().target = static_cast<std::uint32_t>(queue.transfers.size());
        IssuedTransfer transfer;
        transfer.stream = kernel.thread;
        transfer.first = static_cast<std::uint32_t>(queue.operations.size());
        for (const std::uint32_t i : m_pending) {
            const TraceMessage& message = m_file.messages[i];
            queue.operations.push_back({message.peer, message.group, message.isSend});
        }
        transfer.count = static_cast<std::uint32_t>(m_pending.size());
        m_pending.clear();
        // Behind the one before on its stream, and behind what was issued to be computed.
        auto& before =
            m_streamEnds.try_emplace(kernel.thread, std::numeric_limits<Nanoseconds>::min()).first->second;
        const Nanoseconds free = std::max(before, m_computed.value_or(before));
        const bool hadToWait = event.time < free;
        const Nanoseconds delay = std::max<Nanoseconds>(0, kernel.start - (hadToWait ? free : event.time));
        (hadToWait ? transfer.gap : transfer.launch) = inMicroseconds(delay);
        (hadToWait ? m_transferGaps : m_transferLatencies).push_back(delay);
        m_hadToWait.push_back(hadToWait);
        before = std::max(before, kernel.end);
        m_anyEnd = std::max(m_anyEnd, kernel.end);
        queue.transfers.push_back(transfer);
        m_out.starts.push_back(kernel.start);
        m_out.ends.push_back(kernel.end);
        const auto label = m_labelOf.find(event.index);
        m_transferLabels.push_back(label == m_labelOf.end() ? Issue::kNone : label->second);
        m_open.push_back(static_cast<std::uint32_t>(queue.transfers.size() - 1));
    }

    /// The compute label around a call; it may hold its receive's label.
    [[nodiscard]] std::optional<std::uint32_t> labelAt(Nanoseconds time) const
    {
        auto at = std::upper_bound(m_rank.labels.begin(), m_rank.labels.end(), time,
                                   [](Nanoseconds t, const TraceLabel& label) { return t < label.start; });
        constexpr int kMostNested = 4;
        for (int i = 0; i < kMostNested && at != m_rank.labels.begin(); ++i) {
            --at;
            const auto label = static_cast<std::uint32_t>(at - m_rank.labels.begin());
            if (at->end >= time && isCompute(actionsOf(label).front().action.kind()))
                return label;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::span<const PlannedAction> actionsOf(std::uint32_t label) const
    {
        const auto [from, to] = std::equal_range(
            m_rank.actions.begin(), m_rank.actions.end(), PlannedAction{{}, label},
            [](const PlannedAction& a, const PlannedAction& b) { return a.label < b.label; });
        return {from, to};
    }

    /// Of the transfers that nothing has waited for the receive of an action, by its label.
    [[nodiscard]] std::vector<std::uint32_t>::iterator receiveOf(std::uint32_t label)
    {
        for (const PlannedAction& part : actionsOf(label)) {
            const ActionKind wanted =
                isForward(part.action.kind()) ? ActionKind::ReceiveForward : ActionKind::ReceiveBackward;
            const auto found = std::find_if(m_open.begin(), m_open.end(), [&](std::uint32_t transfer) {
                if (m_transferLabels[transfer] == Issue::kNone)
                    return false;
                const auto actions = actionsOf(m_transferLabels[transfer]);
                return std::any_of(actions.begin(), actions.end(), [&](const PlannedAction& one) {
                    return one.action.kind() == wanted && one.action.stage() == part.action.stage() &&
                           one.action.microbatch() == part.action.microbatch();
                });
            });
            if (found != m_open.end())
                return found;
        }
        return m_open.end();
    }

    void resolveWait(Nanoseconds time)
    {
        if (m_open.empty())
            return;
        auto chosen = m_open.end();
        if (const auto label = labelAt(time))
            chosen = receiveOf(*label);
        if (chosen == m_open.end())
            chosen = m_namesReceives || isUnbatched() ? m_open.begin() : std::prev(m_open.end());
        m_out.queue.issues.back().target = *chosen;
        m_computed = std::max(m_computed.value_or(m_out.ends[*chosen]), m_out.ends[*chosen]);
        m_open.erase(chosen);
    }

    /// Every send and receive is a kernel of its own: PyTorch names the calls by that.
    [[nodiscard]] bool isUnbatched() const
    {
        for (std::uint32_t i = 0; i < m_file.strings.size(); ++i)
            if (m_file.strings[i] == "nccl:coalesced")
                return false;
        return true;
    }

    void setDefaults()
    {
        const Nanoseconds gap = lowerMedian(m_gaps);
        const Nanoseconds latency = lowerMedian(m_latencies);
        const std::vector<Interval> transfers = transferIntervals();
        for (const auto& [index, kernels] : m_computes) {
            setTimes(m_out.queue.issues[index], kernels, gap, latency);
            Nanoseconds beside = 0;
            for (const IssuedKernel& kernel : kernels)
                beside += lengthBeside(transfers, {kernel.start, kernel.start + kernel.length});
            m_out.queue.issues[index].beside = inMicroseconds(beside);
        }
        const Time transferGap = inMicroseconds(lowerMedian(m_transferGaps));
        const Time transferLatency = inMicroseconds(lowerMedian(m_transferLatencies));
        for (std::size_t i = 0; i < m_hadToWait.size(); ++i) {
            IssuedTransfer& transfer = m_out.queue.transfers[i];
            (m_hadToWait[i] ? transfer.launch : transfer.gap) =
                m_hadToWait[i] ? transferLatency : transferGap;
        }
    }

    struct Interval
    {
        Nanoseconds start = 0;
        Nanoseconds end = 0;
    };

    /// When any transfer was on the device, by start; none overlaps another.
    [[nodiscard]] std::vector<Interval> transferIntervals() const
    {
        std::vector<Interval> all;
        for (std::size_t i = 0; i < m_out.starts.size(); ++i)
            all.push_back({m_out.starts[i], m_out.ends[i]});
        std::sort(all.begin(), all.end(),
                  [](const Interval& a, const Interval& b) { return a.start < b.start; });
        std::vector<Interval> merged;
        for (const Interval& one : all) {
            if (!merged.empty() && one.start <= merged.back().end)
                merged.back().end = std::max(merged.back().end, one.end);
            else
                merged.push_back(one);
        }
        return merged;
    }

    [[nodiscard]] static Nanoseconds lengthBeside(const std::vector<Interval>& intervals,
                                                  const Interval& kernel)
    {
        auto at = std::lower_bound(intervals.begin(), intervals.end(), kernel.start,
                                   [](const Interval& one, Nanoseconds time) { return one.end <= time; });
        Nanoseconds length = 0;
        for (; at != intervals.end() && at->start < kernel.end; ++at)
            length += std::min(at->end, kernel.end) - std::max(at->start, kernel.start);
        return length;
    }

    static void setTimes(Issue& issue, const std::vector<IssuedKernel>& kernels, Nanoseconds gap,
                         Nanoseconds latency)
    {
        const IssuedKernel& first = kernels.front();
        issue.lead = inMicroseconds(first.offset + first.latency.value_or(latency));
        issue.gap = inMicroseconds(first.gap.value_or(gap));
        Nanoseconds work = 0;
        Nanoseconds bound = 0;
        for (const IssuedKernel& kernel : kernels) {
            const Nanoseconds own = kernel.gap.value_or(gap);
            work += own + kernel.length;
            bound = std::max(bound + own, kernel.offset + kernel.latency.value_or(latency)) + kernel.length;
        }
        issue.work = inMicroseconds(work);
        issue.bound = inMicroseconds(bound);
    }

    const PlannedRank& m_rank;
    const RankSource& m_source;
    const TraceFile& m_file;
    const FileLabels& m_labels;
    CommunicationKernels m_communication;
    IssuedWork& m_out;
    bool m_namesReceives = false;          ///< as torch's schedules of several stages do
    std::optional<std::uint32_t> m_stream; ///< that computes: index into TraceFile::threads
    std::unordered_map<std::uint32_t, std::uint32_t> m_labelOf; ///< by the kernel's record
    Nanoseconds m_last = 0;                                     ///< the host's time up to which all is told
    Nanoseconds m_stepEnd = 0;                                  ///< until when messages are of the step
    Nanoseconds m_computeBegin = 0;                             ///< m_last at the first of m_kernels
    std::uint32_t m_label = Issue::kNone;                       ///< of m_kernels
    std::vector<IssuedKernel> m_kernels;                        ///< since the last other issue
    std::vector<std::pair<std::size_t, std::vector<IssuedKernel>>> m_computes; ///< by their issue
    std::optional<Nanoseconds> m_computed; ///< until when it computes, or waits for a transfer
    Nanoseconds m_anyEnd = std::numeric_limits<Nanoseconds>::min(); ///< of what was issued
    std::map<std::uint32_t, Nanoseconds> m_streamEnds;              ///< of transfers
    std::vector<std::uint32_t> m_pending;                           ///< messages without their kernel
    std::vector<std::uint32_t> m_open;                              ///< transfers that nothing waited for
    std::vector<std::uint32_t> m_transferLabels;
    std::vector<bool> m_hadToWait; ///< transfers whose stream was not free at their launch
    std::vector<Nanoseconds> m_gaps;
    std::vector<Nanoseconds> m_latencies;
    std::vector<Nanoseconds> m_transferGaps;
    std::vector<Nanoseconds> m_transferLatencies;
};

/// Of the transfers of all ranks, by the number of their operations: medians of what they took.
struct TransferLengths
{
    std::map<std::uint32_t, std::vector<Nanoseconds>> byCount;

    void add(std::uint32_t count, Nanoseconds length) { byCount[count].push_back(length); }
    /// Of as many operations, else of any; nothing if there is none.
    [[nodiscard]] std::optional<Time> of(std::uint32_t count)
    {
        if (byCount.empty())
            return std::nullopt;
        const auto found = byCount.find(count);
        return inMicroseconds(lowerMedian(found != byCount.end() ? found->second : byCount.begin()->second));
    }
};

class TransferReader
{
public:
    explicit TransferReader(Assembly& a) : m_a(a) {}

    void read()
    {
        nameRanks();
        matchSends();
        forEachTransfer([&](std::size_t rank, std::uint32_t t) { measure(rank, t); });
        forEachTransfer([&](std::size_t rank, std::uint32_t t) { complete(rank, t); });
    }

private:
    using Place = std::pair<std::size_t, std::uint32_t>; ///< rank and transfer

    template <typename Visit>
    void forEachTransfer(Visit visit)
    {
        for (std::size_t rank = 0; rank < m_a.times.size(); ++rank)
            for (std::uint32_t t = 0; t < queueOf(rank).transfers.size(); ++t)
                visit(rank, t);
    }

    [[nodiscard]] IssueQueue& queueOf(std::size_t rank) { return m_a.times[rank].issued.queue; }

    [[nodiscard]] std::span<TransferOperation> operationsOf(std::size_t rank, std::uint32_t transfer)
    {
        IssueQueue& queue = queueOf(rank);
        const IssuedTransfer& one = queue.transfers[transfer];
        return std::span(queue.operations).subspan(one.first, one.count);
    }

    /// Peers are global ranks in a profile; a channel is the same text in every file.
    void nameRanks()
    {
        std::map<std::uint32_t, std::uint32_t> byGlobal;
        for (std::size_t rank = 0; rank < m_a.ranks.size(); ++rank)
            if (m_a.ranks[rank].source)
                byGlobal.emplace(m_a.sourceOf(m_a.ranks[rank]).globalRank, static_cast<std::uint32_t>(rank));
        std::map<std::string, std::uint32_t> channels;
        for (std::size_t rank = 0; rank < m_a.times.size(); ++rank)
            for (TransferOperation& one : queueOf(rank).operations) {
                const auto peer = byGlobal.find(one.peer);
                one.peer = peer == byGlobal.end() ? Issue::kNone : peer->second;
                const std::string& name = m_a.fileOf(m_a.ranks[rank]).strings[one.channel];
                one.channel =
                    channels.try_emplace(name, static_cast<std::uint32_t>(channels.size())).first->second;
            }
    }

    void matchSends()
    {
        std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, std::vector<Place>> sends;
        forEachTransfer([&](std::size_t rank, std::uint32_t t) {
            for (const TransferOperation& one : operationsOf(rank, t))
                if (one.isSend)
                    sends[{rank, one.peer, one.channel}].emplace_back(rank, t);
        });
        std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, std::size_t> taken;
        forEachTransfer([&](std::size_t rank, std::uint32_t t) {
            for (const TransferOperation& one : operationsOf(rank, t)) {
                if (one.isSend)
                    continue;
                const auto found = sends.find({one.peer, rank, one.channel});
                std::size_t& next = taken[{one.peer, rank, one.channel}];
                if (found == sends.end() || next >= found->second.size())
                    continue;
                const auto [sender, transfer] = found->second[next++];
                const Nanoseconds start = m_a.times[sender].issued.starts[transfer] - shiftOf(sender);
                Nanoseconds& latest = m_latestSender.try_emplace({rank, t}, start).first->second;
                latest = std::max(latest, start);
            }
        });
    }

    /// Taken off the clock of a rank.
    [[nodiscard]] Nanoseconds shiftOf(std::size_t rank) const
    {
        constexpr double kNanosecondsPerMicrosecond = 1000;
        return m_a.clocks.origin[rank] +
               static_cast<Nanoseconds>(m_a.clocks.ofRank[rank].skew * kNanosecondsPerMicrosecond);
    }

    void measure(std::size_t rank, std::uint32_t t)
    {
        const IssuedWork& issued = m_a.times[rank].issued;
        IssuedTransfer& transfer = queueOf(rank).transfers[t];
        const Nanoseconds length = issued.ends[t] - issued.starts[t];
        const auto sender = m_latestSender.find({rank, t});
        const auto operations = operationsOf(rank, t);
        const bool isSendAlone = std::all_of(operations.begin(), operations.end(),
                                             [](const TransferOperation& one) { return one.isSend; });
        if (isSendAlone) {
            transfer.sent = inMicroseconds(length);
            m_sent.add(transfer.count, length);
        } else if (sender != m_latestSender.end() && sender->second > issued.starts[t] - shiftOf(rank)) {
            const Nanoseconds arrival =
                std::max<Nanoseconds>(0, issued.ends[t] - shiftOf(rank) - sender->second);
            transfer.arrival = inMicroseconds(arrival);
            transfer.isArrivalKnown = true;
            m_arrival.add(transfer.count, arrival);
        } else if (sender != m_latestSender.end()) {
            transfer.receive = inMicroseconds(length);
            transfer.isReceiveKnown = true;
            m_receive.add(transfer.count, length);
        }
        // Else its sender has no trace: how much of its length it waited is not known.
    }

    void complete(std::size_t rank, std::uint32_t t)
    {
        IssuedTransfer& transfer = queueOf(rank).transfers[t];
        const auto fill = [&](Time& own, TransferLengths& of, TransferLengths& other) {
            if (own == 0)
                own = of.of(transfer.count).value_or(other.of(transfer.count).value_or(0));
        };
        const auto operations = operationsOf(rank, t);
        const bool receives = std::any_of(operations.begin(), operations.end(),
                                          [](const TransferOperation& one) { return !one.isSend; });
        if (!receives)
            return;
        fill(transfer.receive, m_receive, m_sent);
        fill(transfer.arrival, m_arrival, m_receive);
        if (transfer.arrival == 0)
            transfer.arrival = transfer.receive;
        // What it sends beside is done when it has received.
        if (std::any_of(operations.begin(), operations.end(),
                        [](const TransferOperation& one) { return one.isSend; }))
            transfer.sent = std::min(transfer.receive, m_sent.of(1).value_or(transfer.receive));
    }

    Assembly& m_a;
    std::map<Place, Nanoseconds> m_latestSender; ///< on the common clock, of transfers that receive
    TransferLengths m_sent;
    TransferLengths m_arrival;
    TransferLengths m_receive;
};

} // namespace

void readIssuedWork(const Assembly& a, const PlannedRank& rank, std::span<const LabelKernel> kernels,
                    RankTimes& times)
{
    IssueReader(a, rank, kernels, times).read();
}

void writeIssuedWork(Assembly& a)
{
    TransferReader(a).read();
}

} // namespace bubblescope
