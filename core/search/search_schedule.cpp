// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/base/try.h"
#include "core/search/candidate_requests.h"
#include "core/search/improvement.h"
#include "core/search/progress_teller.h"
#include "core/search/search_remarks.h"
#include "core/search/split_by_time.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <fmt/format.h>
#include <new>
#include <thread>

namespace bubblescope {

namespace search {

namespace {

/// Of the progress that is shown; candidates are all that there is without a budget.
constexpr double kCandidatesShare = 0.2;

class Run
{
public:
    Run(const SearchProblem& problem, const SearchBudget& budget,
        const std::function<void(const SearchProgress&)>& tell, const CancelToken& cancel)
        : m_problem(problem)
        , m_budget(budget)
        , m_cancel(cancel)
        , m_costs(problem)
        , m_teller(problem, m_costs, tell, cancel)
        , m_begin(Clock::now())
    {}

    SearchResult run()
    {
        TrialList list = timedTrials(
            m_problem, m_costs, threadsFor(m_budget.threads),
            [&](const Trial* trial, std::size_t done, std::size_t all) { showCandidate(*trial, done, all); },
            m_cancel);
        if (m_problem.layers)
            splitByTime(list, m_problem, m_costs, threadsFor(m_budget.threads), m_cancel);
        m_result.candidates = searchCandidates(list, limitOf(m_problem), m_problem.costs.memoryUnit);
        search(list.trials);
        m_result.wasStopped = m_cancel.isCancelled();
        m_result.iterations = m_tried;
        m_teller.done(m_result.best, m_tried);
        return std::move(m_result);
    }

private:
    void showCandidate(const Trial& trial, std::size_t done, std::size_t all)
    {
        m_teller.candidate(done, all,
                           kCandidatesShare * static_cast<double>(done) / static_cast<double>(all));
        if (!fits(trial, limitOf(m_problem)))
            return;
        {
            const std::scoped_lock lock(m_mutex);
            if (*trial.objective >= m_shown)
                return;
            m_shown = *trial.objective;
        }
        m_teller.better({trial.candidate, *trial.objective, std::nullopt}, 0);
    }

    void search(const std::vector<Trial>& trials)
    {
        // What was found until then is told, though it was stopped.
        const CancelToken never;
        OrderBound bound = boundOfTrials(trials, m_problem, m_costs, never);
        if (!std::isfinite(bound.value)) // nothing fits on any stages
            return;
        m_teller.bound(bound.value);
        const Incumbent best = improve(trials, bound.value);
        if (!std::isfinite(best.objective))
            return;
        m_result.best = foundOf(best, m_costs, m_problem.objective, never);
        if (!m_result.best)
            return;
        constexpr double kRounding = 1e-9;
        if (bound.value <= m_result.best->objective * (1 + kRounding))
            bound.value = std::min(bound.value, m_result.best->objective);
        m_result.bound = bound.value;
        m_result.boundText =
            Sentence({"search.bound", "{bound}; for orders with up to {stages} stages per rank"}, bound.text,
                     mostStagesTried(m_problem));
        m_result.layersPerStage = m_costs.layersOf(best.candidate.group);
        m_result.asFast = asFastAs(best, trials, limitOf(m_problem));
        m_result.warnings = warningsOf(m_problem, *m_result.best);
    }

    Incumbent improve(const std::vector<Trial>& trials, Time goal)
    {
        std::optional<Clock::time_point> deadline;
        if (m_budget.seconds)
            deadline = m_begin + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::min(*m_budget.seconds, 1e8)));
        const ImprovementTask task{
            m_problem, m_budget, m_costs, trials,
            goal,      deadline, m_tried, [&](const Incumbent& better) { m_teller.better(better, m_tried); },
            m_cancel};
        const std::optional<std::uint64_t> iterations = iterationsOf(m_problem, m_budget, m_costs);
        const std::jthread ticker([&](const std::stop_token& stop) { tick(stop, iterations); });
        return improvement(task);
    }

    void tick(const std::stop_token& stop, std::optional<std::uint64_t> iterations)
    {
        std::unique_lock lock(m_tickMutex);
        while (!stop.stop_requested()) {
            m_teller.improving(m_tried, shareDone(iterations));
            m_ticked.wait_for(lock, stop, std::chrono::milliseconds(20), [] { return false; });
        }
    }

    [[nodiscard]] double shareDone(std::optional<std::uint64_t> iterations) const
    {
        double share = 0;
        if (iterations && *iterations > 0)
            share = static_cast<double>(m_tried) / static_cast<double>(*iterations);
        if (m_budget.seconds && *m_budget.seconds > 0)
            share = std::chrono::duration<double>(Clock::now() - m_begin).count() / *m_budget.seconds;
        return kCandidatesShare + (1 - kCandidatesShare) * std::min(1.0, share);
    }

    const SearchProblem& m_problem;
    const SearchBudget& m_budget;
    const CancelToken& m_cancel;
    GroupCosts m_costs;
    ProgressTeller m_teller;
    Clock::time_point m_begin;
    std::atomic<std::uint64_t> m_tried = 0;
    std::mutex m_tickMutex;
    std::condition_variable_any m_ticked;
    std::mutex m_mutex;
    Time m_shown = std::numeric_limits<double>::infinity();
    SearchResult m_result;
};

} // namespace

} // namespace search

double SearchResult::gap() const
{
    return best && bound > 0 ? (best->objective - bound) / bound : 0;
}

Result<SearchResult> searchSchedule(const SearchProblem& problem, const SearchBudget& budget,
                                    const std::function<void(const SearchProgress&)>& tell,
                                    const CancelToken& cancel)
try {
    TRY_VOID(search::checkProblem(problem));
    return search::Run(problem, budget, tell, cancel).run();
} catch (const std::bad_alloc&) {
    return invalidInput(
        {"search.not-enough-memory-search", "not enough memory for a search of this many actions"});
}

} // namespace bubblescope
