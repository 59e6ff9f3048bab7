// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/timeline_job.h"

#include "core/base/number_parse.h"
#include "core/base/text_list.h"
#include "core/trace/chrome_timeline.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope::slow {

namespace {

/// A message that ended this long before its last side had begun is a clock's fault, seconds.
constexpr double kClockFault = 1e-2;

/// One operation as recorded.
struct Recorded
{
    std::uint64_t step = 0;
    std::uint64_t replica = 0;
    std::uint64_t rank = 0;
    OperationKind kind = OperationKind::ForwardCompute;
    const StepOperation* times = nullptr;

    [[nodiscard]] auto key() const
    {
        return std::tuple(step, replica, rank, kind, times->sequence, times->start);
    }
};

/// All rows of one tensor-parallel rank: the others run the same beside it.
class TimelineReader
{
public:
    TimelineReader(const std::vector<TraceFile>& files, const JobOptions& options) : m_options(options)
    {
        for (const TraceFile& file : files) {
            collect(file);
            for (const std::string& warning : file.warnings)
                m_timeline.job.warnings.push_back(fmt::format("{}: {}", file.path, warning));
        }
        const auto other = std::remove_if(m_recorded.begin(), m_recorded.end(), [&](const auto& one) {
            return one.first != m_tensorRanks.begin()->first;
        });
        m_recorded.erase(other, m_recorded.end());
        std::stable_sort(m_recorded.begin(), m_recorded.end(),
                         [](const auto& a, const auto& b) { return a.second.key() < b.second.key(); });
    }

    Result<TrainingJob> read()
    {
        TrainingJob& job = m_timeline.job;
        if (m_recorded.empty())
            return noSteps();
        std::set<std::uint64_t> ranks;
        std::set<std::uint64_t> replicas;
        for (const auto& [tensor, one] : m_recorded) {
            ranks.insert(one.rank);
            replicas.insert(one.replica);
        }
        job.ranks.assign(ranks.begin(), ranks.end());
        job.replicas.assign(replicas.begin(), replicas.end());
        const StepCounts counts = countOperations();
        if (!chooseSteps(counts))
            return noStepAlike(counts);
        addOperations();
        addSpans();
        addNeeds(m_timeline);
        setDurations();
        if (m_tensorRanks.size() > 1)
            job.warnings.push_back(
                fmt::format("only the first of {} tensor-parallel ranks counts", m_tensorRanks.size()));
        return std::move(job);
    }

private:
    using Counts = std::vector<std::uint32_t>;                       ///< of operations, by rank and kind
    using StepCounts = std::map<std::uint64_t, std::vector<Counts>>; ///< by step, then replica
    /// Step, replica, rank, tensor-parallel rank, kind: in one file of a job.
    using Part = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, OperationKind>;

    void collect(const TraceFile& file)
    {
        std::vector<std::pair<std::uint64_t, Recorded>> recorded;
        std::map<Part, std::string> parts;
        for (const StepOperation& operation : file.stepOperations) {
            const TraceThread& thread = file.threads[operation.thread];
            const auto place = timelinePlaceOf(thread);
            const auto kind = operationFrom(file.strings[operation.name]);
            const auto replica = wholeNumberFrom(file.processes[thread.process].id);
            if (!place || !kind || !replica || *replica < 0)
                continue;
            const auto ofReplica = static_cast<std::uint64_t>(*replica);
            parts.try_emplace({operation.step, ofReplica, place->pipeline, place->tensor, *kind}, file.path);
            recorded.emplace_back(place->tensor,
                                  Recorded{operation.step, ofReplica, place->pipeline, *kind, &operation});
        }
        for (const auto& [part, path] : parts)
            if (const auto other = m_parts.find(part); other != m_parts.end()) {
                m_timeline.job.warnings.push_back(fmt::format(
                    "{} is left out: it looks like another job than {}, as both have {} of step {} on stage "
                    "{} of DP rank {}",
                    path, other->second, operationText(std::get<OperationKind>(part)), std::get<0>(part),
                    std::get<2>(part), std::get<1>(part)));
                return;
            }
        m_parts.merge(parts);
        const auto& chosen = m_options.steps;
        for (const auto& [tensor, one] : recorded) {
            m_allSteps.insert(one.step);
            if (chosen && (one.step < chosen->first || one.step > chosen->second))
                continue;
            ++m_tensorRanks[tensor];
            m_recorded.emplace_back(tensor, one);
        }
    }

    [[nodiscard]] tl::unexpected<Error> noSteps() const
    {
        const auto& chosen = m_options.steps;
        if (!chosen)
            return invalidInput({"slowdown.no-operations", "the timeline has no operations with a step"});
        return invalidInput(
            {"slowdown.no-such-steps", "no step from {first} to {last}; the profile has {steps}"},
            chosen->first, chosen->second, listText(m_allSteps, 20));
    }

    [[nodiscard]] static std::uint32_t indexIn(const std::vector<std::uint64_t>& numbers,
                                               std::uint64_t number)
    {
        return static_cast<std::uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), number) -
                                          numbers.begin());
    }

    [[nodiscard]] StepCounts countOperations() const
    {
        const TrainingJob& job = m_timeline.job;
        const std::size_t size = job.ranks.size() * kOperationKindCount;
        StepCounts byStep;
        for (const auto& [tensor, one] : m_recorded) {
            std::vector<Counts>& counts = byStep[one.step];
            counts.resize(job.replicas.size(), Counts(size));
            ++counts[indexIn(job.replicas, one.replica)]
                    [indexIn(job.ranks, one.rank) * kOperationKindCount + static_cast<std::size_t>(one.kind)];
        }
        return byStep;
    }

    /// Names the first difference of the first step.
    [[nodiscard]] tl::unexpected<Error> noStepAlike(const StepCounts& byStep) const
    {
        const TrainingJob& job = m_timeline.job;
        const auto& [step, counts] = *byStep.begin();
        std::size_t replica = 1;
        while (counts[replica] == counts[0])
            ++replica;
        const auto at = static_cast<std::size_t>(
            std::mismatch(counts[0].begin(), counts[0].end(), counts[replica].begin()).first -
            counts[0].begin());
        return invalidInput({"slowdown.no-step-alike",
                             "no step has the same operations on all data-parallel ranks: in step {step}, DP "
                             "rank {replica} has "
                             "{count} of {kind} on stage {rank}, DP rank {first} has {other}"},
                            step, job.replicas[replica], counts[replica][at],
                            operationText(static_cast<OperationKind>(at % kOperationKindCount)),
                            job.ranks[at / kOperationKindCount], job.replicas[0], counts[0][at]);
    }

    /// Keeps the steps that have the same operations on every replica, and as many as most others.
    bool chooseSteps(const StepCounts& byStep)
    {
        std::map<Counts, std::vector<std::uint64_t>> alike;
        for (const auto& [step, counts] : byStep)
            if (std::adjacent_find(counts.begin(), counts.end(), std::not_equal_to<>()) == counts.end())
                alike[counts.front()].push_back(step);
        const auto most = std::max_element(alike.begin(), alike.end(), [](const auto& a, const auto& b) {
            return a.second.size() != b.second.size() ? a.second.size() < b.second.size()
                                                      : a.second.front() > b.second.front();
        });
        if (most == alike.end())
            return false;
        m_counts = most->first;
        m_timeline.job.steps = most->second;
        std::vector<std::uint64_t> leftOut;
        for (const auto& [step, counts] : byStep)
            if (!std::binary_search(most->second.begin(), most->second.end(), step))
                leftOut.push_back(step);
        if (!leftOut.empty())
            m_timeline.job.warnings.push_back(countedList("step", leftOut, 20) +
                                              " left out: other operations than in most steps");
        return true;
    }

    void addOperations()
    {
        TrainingJob& job = m_timeline.job;
        for (std::uint32_t rank = 0; rank < job.ranks.size(); ++rank) {
            auto& first = m_timeline.firstOf.emplace_back();
            for (std::size_t kind = 0; kind < kOperationKindCount; ++kind) {
                first[kind] = static_cast<std::uint32_t>(job.operations.size());
                for (std::uint32_t i = 0; i < m_counts[rank * kOperationKindCount + kind]; ++i)
                    job.operations.push_back({static_cast<OperationKind>(kind), rank, {}});
            }
            first[kOperationKindCount] = static_cast<std::uint32_t>(job.operations.size());
        }
        m_timeline.chunks.resize(job.operations.size());
    }

    /// Operations come sorted by step, replica, rank and kind: the n-th of a run of equals is the n-th.
    void addSpans()
    {
        TrainingJob& job = m_timeline.job;
        m_timeline.spans.resize(job.steps.size() * job.operations.size() * job.replicas.size());
        std::size_t i = 0;
        for (std::size_t step = 0; step < job.steps.size(); ++step) {
            while (m_recorded[i].second.step != job.steps[step])
                ++i;
            std::size_t end = i;
            Nanoseconds first = m_recorded[i].second.times->start;
            Nanoseconds last = m_recorded[i].second.times->end;
            for (; end < m_recorded.size() && m_recorded[end].second.step == job.steps[step]; ++end) {
                first = std::min(first, m_recorded[end].second.times->start);
                last = std::max(last, m_recorded[end].second.times->end);
            }
            job.measured.push_back(static_cast<double>(last - first) * 1e-9);
            std::uint32_t number = 0;
            for (std::size_t begin = i; i < end; ++i) {
                const Recorded& one = m_recorded[i].second;
                const Recorded& before = m_recorded[i == begin ? i : i - 1].second;
                const bool isSameKind = i > begin && one.replica == before.replica &&
                                        one.rank == before.rank && one.kind == before.kind;
                number = isSameKind ? number + 1 : 0;
                const std::uint32_t operation =
                    m_timeline.firstOf[indexIn(job.ranks, one.rank)][static_cast<std::size_t>(one.kind)] +
                    number;
                const std::size_t at = job.timeIndex(step, operation, indexIn(job.replicas, one.replica));
                m_timeline.spans[at] = {static_cast<double>(one.times->start - first) * 1e-9,
                                        static_cast<double>(one.times->end - first) * 1e-9};
                if (at == job.timeIndex(0, operation, 0))
                    m_timeline.chunks[operation] =
                        one.times->chunk == StepOperation::kNoNumber ? 0 : one.times->chunk;
            }
        }
    }

    void setDurations()
    {
        TrainingJob& job = m_timeline.job;
        for (const TimelineJob::Span& span : m_timeline.spans)
            job.durations.push_back(span.end - span.start);
        const std::size_t replicas = job.replicas.size();
        std::vector<double> latest(replicas);
        for (std::size_t step = 0; step < job.steps.size(); ++step)
            for (const JobGroup& group : job.groups) {
                std::fill(latest.begin(), latest.end(), 0.0);
                for (const std::uint32_t member : group.members)
                    for (std::size_t r = 0; r < replicas; ++r)
                        latest[r] =
                            std::max(latest[r], m_timeline.spans[job.timeIndex(step, member, r)].start);
                if (group.isAcrossReplicas)
                    std::fill(latest.begin(), latest.end(), *std::max_element(latest.begin(), latest.end()));
                for (const std::uint32_t member : group.members)
                    for (std::size_t r = 0; r < replicas; ++r) {
                        const std::size_t at = job.timeIndex(step, member, r);
                        const double transfer = m_timeline.spans[at].end - latest[r];
                        job.durations[at] = transfer <= -kClockFault ? 0 : transfer;
                    }
            }
    }

    const JobOptions& m_options;
    std::vector<std::pair<std::uint64_t, Recorded>> m_recorded; ///< with the tensor-parallel rank
    std::map<std::uint64_t, std::size_t> m_tensorRanks;
    std::set<std::uint64_t> m_allSteps;
    std::map<Part, std::string> m_parts; ///< with the file that has them
    Counts m_counts;
    TimelineJob m_timeline;
};

} // namespace

std::vector<std::uint32_t> TimelineJob::operationsOf(std::uint32_t rank, OperationKind kind) const
{
    const auto& first = firstOf[rank];
    std::vector<std::uint32_t> operations;
    for (std::uint32_t i = first[static_cast<std::size_t>(kind)];
         i < first[static_cast<std::size_t>(kind) + 1]; ++i)
        operations.push_back(i);
    return operations;
}

bool hasTimeline(const std::vector<TraceFile>& files)
{
    return std::any_of(files.begin(), files.end(), [](const TraceFile& file) {
        return std::any_of(file.stepOperations.begin(), file.stepOperations.end(),
                           [&](const StepOperation& operation) {
                               return timelinePlaceOf(file.threads[operation.thread]).has_value();
                           });
    });
}

Result<TrainingJob> timelineJobOf(const std::vector<TraceFile>& files, const JobOptions& options)
{
    return TimelineReader(files, options).read();
}

} // namespace bubblescope::slow
