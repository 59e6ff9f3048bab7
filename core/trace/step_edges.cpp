// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_edges.h"

#include "core/base/text_edit.h"
#include "core/trace/assembly.h"
#include "core/trace/kernel_names.h"
#include "core/trace/process_mesh.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <unordered_map>

namespace bubblescope {

namespace {

bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// What a collective is for, by its name and its group's description.
StepPhase phaseOfCollective(std::string_view name, std::string_view description)
{
    const std::string kind = lowered(name);
    const std::string group = lowered(description);
    if (holds(kind, "barrier"))
        return StepPhase::Finish;
    if (holds(group, "embedding_group"))
        return StepPhase::TiedEmbedding;
    const bool gathers = holds(kind, "allgather") || holds(kind, "all_gather");
    if (gathers)
        return StepPhase::GatherParameters;
    const std::string axis = meshAxisOf(description);
    const bool isOfReplicas = axis.starts_with("dp") || holds(group, "data_parallel_group");
    if (isOfReplicas || axis == "tp" || axis == "cp" || group.empty() || holds(kind, "reduce_scatter") ||
        holds(kind, "reducescatter"))
        return StepPhase::ReduceGradients;
    return StepPhase::Clip; // a norm over pipeline, model or world
}

/// Kernels that only an optimizer has.
bool isOptimizerKernel(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kParts{"Adam", "adam", "LAMB", "Adagrad", "SGD", "Lion"};
    return std::any_of(kParts.begin(), kParts.end(),
                       [&](std::string_view part) { return holds(name, part); });
}

/// Kernels of a gradient's norm.
bool isNormKernel(std::string_view name)
{
    return holds(name, "LpNorm") || holds(name, "L2Norm") || holds(name, "l2norm");
}

struct HostRange
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    StepPhase phase = StepPhase::Optimizer;
};

class EdgeReader
{
public:
    EdgeReader(const Assembly& a, const PlannedRank& rank, const RankTimes& times)
        : m_rank(rank)
        , m_source(a.sourceOf(rank))
        , m_file(a.fileOf(rank))
        , m_labels(a.labelsOf(m_source))
        , m_times(times)
        , m_communication(m_file.strings)
    {}

    std::optional<StepEdges> read()
    {
        if (m_rank.labels.empty() || !findStep() || !findActions())
            return std::nullopt;
        readRanges();
        if (m_times.hasKernels)
            readKernels();
        else
            readHost();
        const auto byStart = [](const EdgeWork& a, const EdgeWork& b) { return a.start < b.start; };
        for (auto* work : {&m_edges.head, &m_edges.tail})
            std::stable_sort(work->begin(), work->end(), byStart);
        return std::move(m_edges);
    }

private:
    /// The step around the first label.
    bool findStep()
    {
        const Nanoseconds first = m_rank.labels.front().start;
        bool isFound = false;
        forEachMark(m_source, m_labels, [&](const StepMark& mark) {
            if (mark.context.kind != ContextName::Kind::Step || mark.start > first || mark.end < first ||
                (isFound && mark.start < m_edges.begin))
                return;
            isFound = true;
            m_edges.begin = mark.start;
            m_edges.end = mark.end;
        });
        return isFound;
    }

    bool findActions()
    {
        bool isFound = false;
        for (std::size_t i = 0; i < m_rank.actions.size(); ++i) {
            if (!isCompute(m_rank.actions[i].action.kind()))
                continue;
            const ActionTime& time = m_times.times[i];
            m_edges.first = isFound ? std::min(m_edges.first, time.start) : time.start;
            m_edges.last = isFound ? std::max(m_edges.last, time.end) : time.end;
            isFound = true;
        }
        // Under a profile that ends within the step nothing is known of its tail.
        return isFound && m_edges.last <= m_edges.end + (m_edges.end - m_edges.begin);
    }

    /// Optimizers name themselves: "Optimizer.step#AdamW.step".
    void readRanges()
    {
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            if (record.kind != RecordKind::Range || record.start < m_edges.begin ||
                record.start > m_edges.end)
                return;
            const std::string& name = m_file.strings[record.name];
            if (name.starts_with("Optimizer.step#"))
                m_ranges.push_back({record.start, record.end, StepPhase::Optimizer});
            else if (holds(name, "clip_grad"))
                m_ranges.push_back({record.start, record.end, StepPhase::Clip});
        });
    }

    [[nodiscard]] std::optional<StepPhase> phaseAt(Nanoseconds time) const
    {
        for (const HostRange& range : m_ranges)
            if (range.start <= time && time <= range.end)
                return range.phase;
        return std::nullopt;
    }

    void readKernels()
    {
        std::unordered_map<std::uint64_t, Nanoseconds> launches;
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            if (record.kind == RecordKind::Launch && record.start >= m_edges.begin &&
                record.start <= m_edges.end)
                launches.emplace(record.correlation, record.start);
        });
        std::vector<EdgeWork> all;
        forEachRecord(m_source, m_file, [&](std::uint32_t i, const TraceRecord& record) {
            if ((record.kind != RecordKind::Kernel && record.kind != RecordKind::Copy) ||
                record.correlation == 0 || !m_source.ownsGpu(processOf(m_file, record)))
                return;
            const auto launch = launches.find(record.correlation);
            if (launch == launches.end())
                return;
            const bool isMessage = record.kind == RecordKind::Kernel &&
                                   m_communication.contains(record.name) &&
                                   (holds(m_file.strings[record.name], "SendRecv"));
            if (isMessage)
                m_edges.first = std::min(m_edges.first, record.start);
            else if (!std::binary_search(m_times.usedRecords.begin(), m_times.usedRecords.end(), i))
                all.push_back(workOf(record, launch->second));
        });
        // By their place in the whole step, so that the ranks of a group number alike.
        std::stable_sort(all.begin(), all.end(),
                         [](const EdgeWork& a, const EdgeWork& b) { return a.start < b.start; });
        numberCollectives(all);
        for (EdgeWork& work : all) {
            if (work.end <= m_edges.first)
                m_edges.head.push_back(std::move(work));
            else if (work.end > m_edges.last)
                m_edges.tail.push_back(std::move(work));
        }
    }

    [[nodiscard]] EdgeWork workOf(const TraceRecord& record, Nanoseconds launch)
    {
        EdgeWork work;
        work.start = record.start;
        work.end = record.end;
        work.phase = StepPhase::Head; // not known
        const std::string& name = m_file.strings[record.name];
        if (record.kind == RecordKind::Kernel && m_communication.contains(record.name)) {
            const TraceCollective* call = callBefore(launch);
            work.group = call != nullptr ? m_file.strings[call->group] : std::string("?");
            const std::string_view kind = call != nullptr ? m_file.strings[call->name] : name;
            work.phase = phaseOfCollective(kind, descriptionOf(work.group));
        } else if (const auto phase = phaseAt(launch)) {
            work.phase = *phase;
        } else if (isOptimizerKernel(name)) {
            work.phase = StepPhase::Optimizer;
        } else if (isNormKernel(name)) {
            work.phase = StepPhase::Clip;
        }
        return work;
    }

    /// The latest collective that had been called by then.
    [[nodiscard]] const TraceCollective* callBefore(Nanoseconds time) const
    {
        const auto after =
            std::upper_bound(m_file.collectives.begin(), m_file.collectives.end(), time,
                             [](Nanoseconds t, const TraceCollective& one) { return t < one.time; });
        return after == m_file.collectives.begin() ? nullptr : &*std::prev(after);
    }

    [[nodiscard]] std::string_view descriptionOf(const std::string& group) const
    {
        for (const ProcessGroup& one : m_file.groups)
            if (one.name == group)
                return one.description;
        return {};
    }

    /// Where actions are timed on the CPU.
    void readHost()
    {
        for (const HostRange& range : m_ranges)
            if (range.start >= m_edges.last)
                m_edges.tail.push_back({range.phase, range.start, range.end, {}, 0});
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            const std::string& name = m_file.strings[record.name];
            if (record.kind != RecordKind::Communication || record.start < m_edges.last ||
                record.end > m_edges.end || !m_source.owns(processOf(m_file, record)) ||
                holds(name, "send") || holds(name, "recv"))
                return;
            m_edges.tail.push_back({phaseOfCollective(name, {}), record.start, record.end, "?", 0});
        });
        numberCollectives(m_edges.tail);
    }

    static void numberCollectives(std::vector<EdgeWork>& work)
    {
        std::map<std::string, std::size_t> counts;
        for (EdgeWork& one : work)
            if (!one.group.empty())
                one.place = counts[one.group]++;
    }

    const PlannedRank& m_rank;
    const RankSource& m_source;
    const TraceFile& m_file;
    const FileLabels& m_labels;
    const RankTimes& m_times;
    CommunicationKernels m_communication;
    StepEdges m_edges;
    std::vector<HostRange> m_ranges;
};

/// Phases one after the other; what is not known, and what is of a phase that is over, counts to the one that
/// is on or comes next.
void addPhases(const std::vector<EdgeWork>& work, Time from, Time until, StepPhase least, StepPhase last,
               const std::function<Time(Nanoseconds)>& at, std::vector<MeasuredPhase>& phases)
{
    Time done = from;
    StepPhase current = least;
    for (const EdgeWork& one : work) {
        if (one.phase == StepPhase::Head || one.phase <= StepPhase::HeadGather)
            continue;
        const StepPhase phase = std::max(current, one.phase);
        const Time end = std::clamp(at(one.end), done, std::max(done, until));
        if (!phases.empty() && phases.back().phase == phase && phases.back().end == done)
            phases.back().end = end;
        else
            phases.push_back({phase, done, end});
        done = end;
        current = phase;
    }
    if (done < until) {
        if (!phases.empty() && phases.back().phase == last && phases.back().end == done)
            phases.back().end = until;
        else
            phases.push_back({last, done, until});
    }
}

} // namespace

void readStepEdges(const Assembly& a, const PlannedRank& rank, RankTimes& times)
{
    times.edges = EdgeReader(a, rank, times).read();
}

MeasuredStep measuredStep(const StepEdges& edges, const RankClocks& clocks, std::size_t rank)
{
    const auto at = [&](Nanoseconds time) { return clocks.at(rank, time); };
    MeasuredStep step;
    step.begin = at(edges.begin);
    step.end = at(edges.end);
    for (const EdgeWork& work : edges.tail)
        step.end = std::max(step.end, at(work.end));
    if (edges.first > edges.begin)
        step.phases.push_back({StepPhase::Head, step.begin, at(edges.first)});
    std::vector<MeasuredPhase> tail;
    addPhases(edges.tail, at(edges.last), step.end, StepPhase::ReduceGradients, StepPhase::Finish, at, tail);
    step.phases.insert(step.phases.end(), tail.begin(), tail.end());
    return step;
}

void tellWaitsInCollectives(const std::vector<const StepEdges*>& edges,
                            const std::vector<MeasuredStep*>& steps)
{
    using Key = std::pair<std::string, std::size_t>;
    std::map<Key, Nanoseconds> least;
    std::map<Key, std::size_t> members;
    for (const StepEdges* one : edges)
        for (const EdgeWork& work : one->tail)
            if (!work.group.empty()) {
                const Nanoseconds length = work.end - work.start;
                Nanoseconds& known = least.try_emplace({work.group, work.place}, length).first->second;
                known = std::min(known, length);
                ++members[{work.group, work.place}];
            }
    constexpr double kNanosecondsPerMicrosecond = 1000;
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (const EdgeWork& work : edges[i]->tail) {
            if (work.group.empty() || members[{work.group, work.place}] < 2)
                continue;
            const Nanoseconds wait = work.end - work.start - least[{work.group, work.place}];
            // Of the part that lies behind the last action.
            const Nanoseconds behind = std::min(wait, work.end - std::max(work.start, edges[i]->last));
            for (MeasuredPhase& phase : steps[i]->phases)
                if (!isHead(phase.phase) && phase.phase >= work.phase && behind > 0) {
                    phase.waited =
                        std::min(phase.waited + static_cast<Time>(behind) / kNanosecondsPerMicrosecond,
                                 phase.end - phase.start);
                    break;
                }
        }
}

} // namespace bubblescope
