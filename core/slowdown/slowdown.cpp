// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/slowdown.h"

#include "core/base/try.h"
#include "core/slowdown/job_replay.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

/// Of this many workers at most it is told what the step would take without them.
constexpr std::size_t kMostWithout = 64;

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class SlowdownMeasurer
{
public:
    SlowdownMeasurer(const TrainingJob& job, const JobReplay& replay, const CancelToken& cancel)
        : m_job(job)
        , m_replay(replay)
        , m_cancel(cancel)
    {}

    Result<Slowdown> measure()
    {
        m_found.steps = m_job.steps;
        m_found.notes = m_job.notes;
        if (!m_job.measured.empty())
            m_found.measuredStep = meanOf(m_job.measured);
        TRY_VOID(measureShares());
        TRY_VOID(measureWorkers());
        if (m_job.steps.size() < 2)
            m_found.notes.push_back(
                {{"slowdown.one-step", "only one step: which slowness lasts from step to step cannot be "
                                       "told; ideal durations are those of this step"}});
        return std::move(m_found);
    }

private:
    template <typename Predicate>
    void addScenario(Predicate&& isKept)
    {
        JobReplay::Kept& kept = m_scenarios.emplace_back();
        kept.reserve(m_job.operations.size() * m_job.replicas.size());
        for (const JobOperation& operation : m_job.operations)
            for (std::size_t replica = 0; replica < m_job.replicas.size(); ++replica)
                kept.push_back(isKept(operation, replica));
    }

    /// Means over the steps of the scenarios added since the last time.
    Result<std::vector<double>> runScenarios()
    {
        const auto times = m_replay.stepTimes(std::exchange(m_scenarios, {}), m_cancel);
        if (times.empty())
            return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
        std::vector<double> means;
        means.reserve(times.size());
        for (const std::vector<double>& steps : times)
            means.push_back(meanOf(steps));
        return means;
    }

    Result<void> measureShares()
    {
        std::vector<std::string_view> kinds;
        for (const JobOperation& operation : m_job.operations)
            if (const auto kind = operationGroupText(operation.kind);
                std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
                kinds.push_back(kind);
        const std::uint32_t lastRank = static_cast<std::uint32_t>(m_job.ranks.size()) - 1;
        addScenario([](const JobOperation&, std::size_t) { return true; });
        addScenario([](const JobOperation&, std::size_t) { return false; });
        addScenario([&](const JobOperation& one, std::size_t) { return one.rank != lastRank; });
        for (const std::string_view kind : kinds)
            addScenario(
                [&](const JobOperation& one, std::size_t) { return operationGroupText(one.kind) == kind; });
        for (std::size_t rank = 0; rank <= lastRank; ++rank)
            addScenario([&](const JobOperation& one, std::size_t) { return one.rank == rank; });
        for (std::size_t wanted = 0; wanted < m_job.replicas.size(); ++wanted)
            addScenario([&](const JobOperation&, std::size_t replica) { return replica == wanted; });
        TRY(const std::vector<double> means, runScenarios());
        m_found.step = means[0];
        m_found.idealStep = means[1];
        if (!(m_found.idealStep > 0 && m_found.step > 0))
            return invalidInput({"slowdown.no-time", "the recorded operations take no time"});
        m_found.slowdown = m_found.step / m_found.idealStep;
        if (m_found.measuredStep)
            m_found.launchSlowdown = *m_found.measuredStep / m_found.step;
        m_found.lastStage = partOfLoss(means[2]);
        auto next = means.begin() + 3;
        const auto nextShare = [&] { return *next++ / m_found.idealStep; };
        for (const std::string_view kind : kinds)
            m_found.byKind.emplace_back(kind, nextShare());
        std::stable_sort(m_found.byKind.begin(), m_found.byKind.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        for (const std::uint64_t rank : m_job.ranks)
            m_found.byStage.emplace_back(rank, nextShare());
        for (const std::uint64_t replica : m_job.replicas)
            m_found.byReplica.emplace_back(replica, nextShare());
        return {};
    }

    Result<void> measureWorkers()
    {
        const std::size_t replicas = m_job.replicas.size();
        for (const auto& [rank, rankShare] : m_found.byStage)
            for (const auto& [replica, replicaShare] : m_found.byReplica)
                m_found.workers.push_back({rank, replica, std::min(rankShare, replicaShare), {}});
        std::vector<std::size_t> slowest(m_found.workers.size());
        std::iota(slowest.begin(), slowest.end(), std::size_t{0});
        std::stable_sort(slowest.begin(), slowest.end(), [&](std::size_t a, std::size_t b) {
            return m_found.workers[a].share > m_found.workers[b].share;
        });
        m_found.slowWorkerCount = (slowest.size() * 3 + 99) / 100;
        const std::set<std::size_t> slow(
            slowest.begin(), slowest.begin() + static_cast<std::ptrdiff_t>(m_found.slowWorkerCount));
        slowest.resize(std::min(slowest.size(), kMostWithout));
        addScenario([&](const JobOperation& one, std::size_t replica) {
            return !slow.contains(one.rank * replicas + replica);
        });
        for (const std::size_t worker : slowest)
            addScenario([&](const JobOperation& one, std::size_t replica) {
                return one.rank * replicas + replica != worker;
            });
        TRY(const std::vector<double> means, runScenarios());
        m_found.slowWorkers = partOfLoss(means[0]);
        for (std::size_t i = 0; i < slowest.size(); ++i)
            m_found.workers[slowest[i]].without = means[i + 1] / m_found.step - 1;
        return {};
    }

    /// Of what stragglers cost, the part that is gone where the step takes `without`.
    [[nodiscard]] std::optional<double> partOfLoss(double without) const
    {
        constexpr double kNothing = 1e-9;
        const double loss = m_found.step - m_found.idealStep;
        if (loss <= kNothing * m_found.step)
            return std::nullopt;
        return (m_found.step - without) / loss;
    }

    const TrainingJob& m_job;
    const JobReplay& m_replay;
    const CancelToken& m_cancel;
    std::vector<JobReplay::Kept> m_scenarios;
    Slowdown m_found;
};

} // namespace

Result<Slowdown> measureSlowdown(const TrainingJob& job, const CancelToken& cancel)
{
    TRY(const JobReplay replay, JobReplay::prepare(job));
    return SlowdownMeasurer(job, replay, cancel).measure();
}

} // namespace bubblescope
