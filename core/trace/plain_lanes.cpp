// SPDX-License-Identifier: Apache-2.0
#include "core/trace/plain_lanes.h"

#include "core/trace/assembly.h"
#include "core/trace/gpu_streams.h"
#include "core/trace/kernel_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

/// In place of a thread: the lanes of recorded receives, after those of sends.
constexpr std::uint32_t kReceives = 1;

class PlainWriter
{
public:
    PlainWriter(MeasuredRank& to, std::size_t rank, const Assembly& a, const RankSource& source,
                PlainNames& names)
        : m_to(to)
        , m_rank(rank)
        , m_a(a)
        , m_source(source)
        , m_labels(a.labelsOf(source))
        , m_file(a.files[source.file])
        , m_names(names)
        , m_communication(m_file.strings)
    {}

    void write(const RankTimes& times)
    {
        findOthers();
        findNetworkStreams();
        addPhases();
        addActions();
        addRecords(times);
        setLanes();
    }

private:
    /// A report of a whole node holds processes that launch without a label: they are not of this rank.
    void findOthers()
    {
        if (m_source.labels.empty() || m_source.labels.front().isKernels)
            return;
        std::set<std::uint32_t> own;
        for (const TraceLabel& label : m_source.labels)
            own.insert(label.process);
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            const std::uint32_t process = processOf(m_file, record);
            if (record.kind == RecordKind::Launch && !own.contains(process))
                m_others.insert(process);
        });
    }

    [[nodiscard]] bool isOwn(const TraceRecord& record) const
    {
        if (m_others.contains(processOf(m_file, record)))
            return false;
        if (record.kind == RecordKind::Communication)
            return m_source.owns(processOf(m_file, record));
        return (record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy) &&
               m_source.ownsGpu(processOf(m_file, record));
    }

    /// What else runs on a stream of communication (casts before a dispatch) belongs to it.
    void findNetworkStreams()
    {
        for (const FileStream& one : gpuStreamsOf(m_file, m_a.options.cancel))
            if (one.stream.kind == StreamKind::Communication)
                m_networkStreams.insert(one.thread);
    }

    [[nodiscard]] bool isNetworkStream(std::uint32_t thread) const
    {
        return m_networkStreams.contains(thread);
    }

    [[nodiscard]] bool isStream(std::uint32_t thread) const
    {
        return thread < m_file.threads.size() && m_file.threads[thread].device.has_value();
    }

    [[nodiscard]] bool isNetworkLane(std::uint32_t thread) const
    {
        return isNetworkStream(thread) || m_networkThreads.contains(thread);
    }

    [[nodiscard]] PlainKind kindOf(const TraceRecord& record)
    {
        if (record.kind == RecordKind::Copy)
            return PlainKind::Copy;
        if (record.kind == RecordKind::Communication)
            return PlainKind::Nccl;
        return m_communication.contains(record.name) || isNetworkStream(record.thread) ? PlainKind::Nccl
                                                                                       : PlainKind::Compute;
    }

    void add(Time start, Time end, PlainKind kind, std::uint32_t thread, std::uint32_t text)
    {
        const auto [name, isNew] = m_textIndex.try_emplace(text, 0);
        if (isNew)
            name->second = m_names.add(m_file.strings[text]);
        m_to.plain.push_back({start, end, kind, 0, name->second, PlainSpan::kNoAction});
        m_threads.push_back(thread);
    }

    /// Communication from labels. Its lanes are those of its kind, whatever thread or stream it is on.
    void addActions()
    {
        for (std::uint32_t i = 0; i < m_to.actions.size(); ++i) {
            const MeasuredAction& one = m_to.actions[i];
            const ActionKind kind = one.action.kind();
            if (isCompute(kind))
                continue;
            m_to.plain.push_back({one.start, one.end,
                                  isFsdp(kind) ? PlainKind::Sharding : PlainKind::Transfer, 0,
                                  m_names.add(actionText(one.action.id())), i});
            m_threads.push_back(isReceive(kind) ? kReceives : 0);
        }
    }

    void addPhases()
    {
        if (m_labels.phases.empty())
            return;
        PlannedRank phases;
        for (const PhaseLabel& phase : m_labels.phases) {
            TraceLabel label;
            label.start = phase.start;
            label.end = phase.end;
            label.thread = phase.thread;
            label.process = phase.thread < m_file.threads.size() ? m_file.threads[phase.thread].process : 0;
            phases.labels.push_back(label);
        }
        PhaseTimes sums;
        std::set<std::uint32_t> others;
        std::map<std::pair<std::uint32_t, std::uint32_t>, Interval> bars;
        for (const LabelKernel& kernel : kernelsOfLabels(phases, m_source, m_file, m_a.options.cancel)) {
            const TraceRecord& record = m_file.records[kernel.record];
            const Interval span{m_a.clocks.at(m_rank, record.start), m_a.clocks.at(m_rank, record.end)};
            const auto [bar, isNew] = bars.try_emplace({kernel.label, record.thread}, span);
            bar->second = {std::min(bar->second.first, span.first),
                           std::max(bar->second.second, span.second)};
            const ActionKind kind = m_labels.phases[kernel.label].kind;
            (kind == ActionKind::BackwardWeight ? m_weightStreams : others).insert(record.thread);
            if (kindOf(record) != PlainKind::Compute)
                continue;
            (isForward(kind)                      ? sums.forward
             : kind == ActionKind::BackwardWeight ? sums.weight
                                                  : sums.backward) += span.second - span.first;
        }
        for (const auto& [key, span] : bars)
            add(span.first, span.second, PlainKind::Phase, key.second, m_labels.phases[key.first].name);
        std::erase_if(m_weightStreams, [&](std::uint32_t stream) { return others.contains(stream); });
        m_to.phases = sums;
    }

    void addRecords(const RankTimes& times)
    {
        std::optional<Interval> window;
        for (const MeasuredAction& action : m_to.actions) {
            const Time begin = action.start - action.wait;
            if (!window)
                window = Interval{begin, action.end};
            window->first = std::min(window->first, begin);
            window->second = std::max(window->second, action.end);
        }
        std::array<std::vector<Interval>, 2> busy;
        bool isStopped = false;
        forEachRecord(m_source, m_file, [&](std::uint32_t i, const TraceRecord& record) {
            if ((i & 0xFFFFU) == 0 && m_a.options.cancel.isCancelled())
                isStopped = true;
            if (isStopped)
                return;
            if (!isOwn(record) || record.label != 0)
                return;
            const Interval span{m_a.clocks.at(m_rank, record.start), m_a.clocks.at(m_rank, record.end)};
            if (window && (span.second <= window->first || span.first >= window->second))
                return;
            const PlainKind kind = kindOf(record);
            if (m_to.phases && record.kind == RecordKind::Kernel)
                busy[kind == PlainKind::Nccl ? 1 : 0].push_back(span);
            if (record.kind == RecordKind::Communication)
                m_networkThreads.insert(record.thread);
            if (!std::binary_search(times.usedRecords.begin(), times.usedRecords.end(), i))
                add(span.first, span.second, kind, record.thread, record.name);
        });
        if (m_to.phases)
            addBusyTimes(std::move(busy[0]), std::move(busy[1]), *m_to.phases);
    }

    [[nodiscard]] std::string rowName(std::uint32_t thread) const
    {
        if (thread >= m_file.threads.size())
            return "stream ?";
        const TraceThread& row = m_file.threads[thread];
        return isStream(thread) ? streamName(row) : "thread " + shownName(row.id);
    }

    [[nodiscard]] std::string laneName(PlainKind kind, std::uint32_t thread) const
    {
        switch (kind) {
        case PlainKind::Phase:
            return fmt::format("phases, {}{}", rowName(thread),
                               isNetworkStream(thread)            ? ", communication"
                               : m_weightStreams.contains(thread) ? ", weight gradients"
                                                                  : "");
        case PlainKind::Compute:
            return rowName(thread) + ", compute";
        case PlainKind::Nccl:
            return rowName(thread) + ", communication";
        case PlainKind::Copy:
            return rowName(thread) + ", copies";
        case PlainKind::Transfer:
            return thread == kReceives ? "receives" : "sends";
        case PlainKind::Sharding:
            return "parameters and gradients";
        }
        return {};
    }

    void setLanes()
    {
        // Phases come first, then what comes from labels; streams of communication after those of compute.
        std::map<std::tuple<int, bool, std::uint32_t, PlainKind>, std::vector<PlainSpan*>> groups;
        for (std::size_t i = 0; i < m_to.plain.size(); ++i) {
            PlainSpan& span = m_to.plain[i];
            const bool isLabel = span.action != PlainSpan::kNoAction;
            const int place = span.kind == PlainKind::Phase      ? 0
                              : span.kind == PlainKind::Transfer ? 1
                              : span.kind == PlainKind::Sharding ? 2
                                                                 : 3;
            groups[{place, !isLabel && isNetworkLane(m_threads[i]), m_threads[i], span.kind}].push_back(
                &span);
        }
        for (auto& [key, spans] : groups) {
            const auto first = static_cast<std::uint32_t>(m_to.plainLanes.size());
            const std::uint32_t lanes = assignLanes(spans);
            for (PlainSpan* span : spans)
                span->lane += first;
            const PlainKind kind = std::get<3>(key);
            m_to.plainLanes.insert(m_to.plainLanes.end(), lanes, laneName(kind, std::get<2>(key)));
            m_to.isGpuLane.insert(m_to.isGpuLane.end(), lanes,
                                  spans.front()->action == PlainSpan::kNoAction &&
                                      isStream(std::get<2>(key)));
        }
        std::sort(m_to.plain.begin(), m_to.plain.end(), [](const PlainSpan& a, const PlainSpan& b) {
            return std::tie(a.start, a.lane, a.end) < std::tie(b.start, b.lane, b.end);
        });
    }

    MeasuredRank& m_to;
    std::size_t m_rank;
    const Assembly& m_a;
    const RankSource& m_source;
    const FileLabels& m_labels;
    const TraceFile& m_file;
    PlainNames& m_names;
    std::vector<std::uint32_t> m_threads; ///< parallel to m_to.plain
    std::unordered_map<std::uint32_t, std::uint32_t> m_textIndex;
    CommunicationKernels m_communication;
    std::set<std::uint32_t> m_networkStreams;
    std::set<std::uint32_t> m_networkThreads; ///< on the CPU, with communication
    std::set<std::uint32_t> m_others;         ///< processes of the file that are not of the rank
    std::set<std::uint32_t> m_weightStreams;  ///< on which weight gradients run alone
};

} // namespace

Time unionLength(std::vector<Interval> spans)
{
    std::sort(spans.begin(), spans.end());
    Time length = 0;
    for (std::size_t i = 0; i < spans.size();) {
        Interval joined = spans[i];
        for (++i; i < spans.size() && spans[i].first <= joined.second; ++i)
            joined.second = std::max(joined.second, spans[i].second);
        length += joined.second - joined.first;
    }
    return length;
}

void addBusyTimes(std::vector<Interval> compute, std::vector<Interval> communication, PhaseTimes& times)
{
    times.compute = unionLength(compute);
    times.communication = unionLength(communication);
    compute.insert(compute.end(), communication.begin(), communication.end());
    times.busy = unionLength(std::move(compute));
    times.hidden = times.compute + times.communication - times.busy;
}

std::uint32_t PlainNames::add(const std::string& text)
{
    const auto [at, isNew] = m_index.try_emplace(text, static_cast<std::uint32_t>(m_texts.size()));
    if (isNew)
        m_texts.push_back(text);
    return at->second;
}

std::uint32_t assignLanes(std::vector<PlainSpan*>& spans)
{
    std::stable_sort(spans.begin(), spans.end(), [](const PlainSpan* a, const PlainSpan* b) {
        return std::tie(a->start, b->end) < std::tie(b->start, a->end);
    });
    using Free = std::pair<Time, std::uint32_t>;
    std::priority_queue<Free, std::vector<Free>, std::greater<>> free;
    std::uint32_t lanes = 0;
    for (PlainSpan* span : spans) {
        if (!free.empty() && free.top().first <= span->start) {
            span->lane = free.top().second;
            free.pop();
        } else {
            span->lane = lanes++;
        }
        free.emplace(span->end, span->lane);
    }
    return lanes;
}

void addPlain(MeasuredRank& to, std::size_t rank, const Assembly& a, const RankSource& source,
              const RankTimes& times, PlainNames& names)
{
    PlainWriter(to, rank, a, source, names).write(times);
}

} // namespace bubblescope
