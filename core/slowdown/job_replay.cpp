// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/job_replay.h"

#include "core/base/parallel_for.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace bubblescope {

namespace {

double idealDuration(std::vector<double> durations, bool isMean)
{
    if (durations.empty())
        return 0;
    const std::size_t half = durations.size() / 2;
    if (isMean)
        return std::accumulate(durations.begin(), durations.end(), 0.0) /
               static_cast<double>(durations.size());
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(durations.begin(), middle, durations.end());
    return durations.size() % 2 == 1 ? *middle : (*middle + *std::max_element(durations.begin(), middle)) / 2;
}

/// "forward-recv of rank 3".
Sentence operationName(const TrainingJob& job, std::uint32_t operation)
{
    const JobOperation& one = job.operations[operation];
    return {{"slowdown.operation", "{kind} of rank {rank}"}, operationText(one.kind), job.ranks[one.rank]};
}

} // namespace

Result<JobReplay> JobReplay::prepare(const TrainingJob& job)
{
    JobReplay replay(job);
    if (auto sorted = replay.sortUnits(); !sorted)
        return tl::unexpected(sorted.error());
    replay.setIdeals();
    return replay;
}

Result<void> JobReplay::sortUnits()
{
    const std::vector<JobOperation>& operations = m_job->operations;
    constexpr auto kAlone = UINT32_MAX;
    std::vector<std::uint32_t> unitOf(operations.size(), kAlone);
    std::vector<Unit> units;
    for (const JobGroup& group : m_job->groups) {
        for (const std::uint32_t member : group.members)
            unitOf[member] = static_cast<std::uint32_t>(units.size());
        units.push_back({group.members, group.isAcrossReplicas});
    }
    for (std::uint32_t i = 0; i < operations.size(); ++i)
        if (unitOf[i] == kAlone) {
            unitOf[i] = static_cast<std::uint32_t>(units.size());
            units.push_back({{i}, false});
        }
    std::vector<std::vector<std::uint32_t>> waiting(units.size());
    std::vector<std::size_t> missing(units.size());
    for (std::uint32_t i = 0; i < operations.size(); ++i)
        for (const std::uint32_t before : operations[i].needs) {
            waiting[unitOf[before]].push_back(unitOf[i]);
            ++missing[unitOf[i]];
        }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit)
        if (missing[unit] == 0)
            ready.push_back(unit);
    for (std::size_t i = 0; i < ready.size(); ++i)
        for (const std::uint32_t next : waiting[ready[i]])
            if (--missing[next] == 0)
                ready.push_back(next);
    if (ready.size() < units.size()) {
        const auto stuck = static_cast<std::size_t>(
            std::find_if(missing.begin(), missing.end(), [](std::size_t n) { return n > 0; }) -
            missing.begin());
        const std::uint32_t operation = units[stuck].members.front();
        return failure(
            ErrorKind::DoesNotHold,
            {"slowdown.wait-for-each-other",
             "the recorded operations wait for each other, so the run cannot be replayed: {operation} "
             "never starts"},
            operationName(*m_job, operation));
    }
    for (const std::uint32_t unit : ready)
        m_units.push_back(std::move(units[unit]));
    const auto isOptimizer = [](const JobOperation& one) { return one.kind == OperationKind::Optimizer; };
    const bool hasOptimizer = std::any_of(operations.begin(), operations.end(), isOptimizer);
    for (const JobOperation& one : operations)
        m_isEnd.push_back(!hasOptimizer || isOptimizer(one) ||
                          std::any_of(one.needs.begin(), one.needs.end(),
                                      [&](std::uint32_t before) { return isOptimizer(operations[before]); }));
    return {};
}

void JobReplay::setIdeals()
{
    std::array<std::vector<double>, kOperationKindCount> durations;
    for (std::size_t step = 0; step < m_job->steps.size(); ++step)
        for (std::size_t i = 0; i < m_job->operations.size(); ++i)
            for (std::size_t replica = 0; replica < m_job->replicas.size(); ++replica)
                durations[static_cast<std::size_t>(m_job->operations[i].kind)].push_back(
                    m_job->durations[m_job->timeIndex(step, i, replica)]);
    for (std::size_t kind = 0; kind < kOperationKindCount; ++kind)
        m_ideal.push_back(
            idealDuration(std::move(durations[kind]), isIdealTheMean(static_cast<OperationKind>(kind))));
}

double JobReplay::replay(std::size_t step, const Kept& kept, std::vector<double>& ends) const
{
    const std::size_t replicas = m_job->replicas.size();
    ends.resize(m_job->operations.size() * replicas);
    std::vector<double> starts(replicas);
    double length = 0;
    for (const Unit& unit : m_units) {
        std::fill(starts.begin(), starts.end(), 0.0);
        for (const std::uint32_t member : unit.members)
            for (const std::uint32_t before : m_job->operations[member].needs)
                for (std::size_t r = 0; r < replicas; ++r)
                    starts[r] = std::max(starts[r], ends[before * replicas + r]);
        if (unit.isAcrossReplicas)
            std::fill(starts.begin(), starts.end(), *std::max_element(starts.begin(), starts.end()));
        for (const std::uint32_t member : unit.members) {
            const OperationKind kind = m_job->operations[member].kind;
            const double ideal = m_ideal[static_cast<std::size_t>(kind)];
            const std::size_t first = m_job->timeIndex(step, member, 0);
            for (std::size_t r = 0; r < replicas; ++r) {
                const std::size_t at = member * replicas + r;
                ends[at] = starts[r] + (kept[at] ? m_job->durations[first + r] : ideal);
                if (m_isEnd[member])
                    length = std::max(length, ends[at]);
            }
        }
    }
    return length;
}

std::vector<std::vector<double>> JobReplay::stepTimes(const std::vector<Kept>& scenarios,
                                                      const CancelToken& cancel) const
{
    constexpr std::size_t kWorthThreads = 1U << 16U;
    std::vector<std::vector<double>> times(scenarios.size(), std::vector<double>(m_job->steps.size()));
    ParallelRun run;
    run.threads = threadsIf(m_job->durations.size() > kWorthThreads);
    run.cancel = &cancel;
    const bool isDone = parallelFor(
        m_job->steps.size(),
        [&](std::size_t step) {
            std::vector<double> ends;
            for (std::size_t i = 0; i < scenarios.size() && !cancel.isCancelled(); ++i)
                times[i][step] = replay(step, scenarios[i], ends);
        },
        run);
    return isDone && !cancel.isCancelled() ? times : std::vector<std::vector<double>>();
}

} // namespace bubblescope
