// SPDX-License-Identifier: Apache-2.0
#include "core/search/improvement.h"

#include "core/base/parallel_for.h"
#include "core/search/candidate_limits.h"
#include "core/search/dispatch_annealing.h"
#include "core/search/pattern_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <mutex>

namespace bubblescope::search {

namespace {

constexpr std::size_t kChains = 4;
constexpr std::size_t kMostStarts = 6;
constexpr std::size_t kMostOfAGroup = 3;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// So that few chains begin in several groups: the first of each, then the second of each.
void takeGroupsInTurn(std::vector<StartOrder>& starts)
{
    std::map<StageGroup, std::size_t> ofGroup;
    std::vector<std::pair<std::size_t, StartOrder>> turns;
    for (StartOrder& start : starts) {
        const std::size_t turn = ofGroup[start.candidate.group]++;
        turns.emplace_back(turn, std::move(start));
    }
    std::stable_sort(turns.begin(), turns.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    starts.clear();
    for (auto& [turn, start] : turns)
        starts.push_back(std::move(start));
}

class Improvement
{
public:
    explicit Improvement(const ImprovementTask& task) : m_task(task)
    {
        for (const Trial& trial : task.trials)
            if (fits(trial, limitOf(task.problem)) && *trial.objective < m_best.objective)
                m_best = {trial.candidate, *trial.objective, std::nullopt};
        m_own = m_best;
    }

    Incumbent run()
    {
        if (m_task.deadline)
            runUntilDeadline();
        else if (m_task.budget.iterations.value_or(0) > 0)
            runLevels();
        return std::move(m_best);
    }

private:
    /// An order that is improved again and again.
    struct Line
    {
        StartOrder start;
        std::uint64_t visits = 0;
        bool isTaken = false;                        ///< by a thread
        std::shared_ptr<DispatchAnnealing> dispatch; ///< where rules make it
    };

    [[nodiscard]] bool isDone() const
    {
        return m_task.cancel.isCancelled() || m_best.objective <= withRounding(m_task.goal);
    }

    /// The fastest trials that belong to the limit, not all of one group.
    std::vector<StartOrder> startsFor(double limit)
    {
        std::vector<const Trial*> fitting;
        for (const Trial& trial : m_task.trials)
            if (belongsTo(trial, limit))
                fitting.push_back(&trial);
        std::stable_sort(fitting.begin(), fitting.end(),
                         [](const Trial* a, const Trial* b) { return *a->objective < *b->objective; });
        std::map<StageGroup, std::size_t> ofGroup;
        std::vector<StartOrder> starts;
        for (const Trial* trial : fitting) {
            if (starts.size() == kMostStarts)
                break;
            if (ofGroup[trial->candidate.group] == kMostOfAGroup)
                continue;
            if (std::optional<StartOrder> start = startFrom(*trial, m_task.costs, m_task.cancel)) {
                starts.push_back(std::move(*start));
                ++ofGroup[trial->candidate.group];
            }
        }
        takeGroupsInTurn(starts);
        return starts;
    }

    /// The best pattern of each group of stages, where memory is limited, fastest first; it counts as changes
    /// of a family on the same stages.
    std::vector<StartOrder> patternsFor(double limit)
    {
        std::vector<const Trial*> bases = patternBases();
        if (!std::isfinite(limit) || (m_task.deadline && Clock::now() >= *m_task.deadline))
            bases.clear();
        std::vector<std::optional<StartOrder>> made(bases.size());
        parallelFor(bases.size(), [&](std::size_t i) { made[i] = patternFrom(*bases[i], limit); },
                    {.threads = m_task.budget.threads});
        std::vector<StartOrder> patterns;
        for (std::optional<StartOrder>& start : made)
            if (start)
                patterns.push_back(*std::move(start));
        std::stable_sort(patterns.begin(), patterns.end(), [](const StartOrder& a, const StartOrder& b) {
            return a.order.objective < b.order.objective;
        });
        return patterns;
    }

    /// First where it is faster than the others, else last: few chains rather begin with different families.
    static void addStart(std::vector<StartOrder>& starts, StartOrder start)
    {
        const bool isFastest = std::all_of(starts.begin(), starts.end(), [&](const StartOrder& other) {
            return start.order.objective <= other.order.objective;
        });
        starts.insert(isFastest ? starts.begin() : starts.end(), std::move(start));
    }

    /// The first trial of each group of few stages: more of them only make patterns longer to look for.
    [[nodiscard]] std::vector<const Trial*> patternBases() const
    {
        const std::uint32_t most =
            m_task.problem.ranks * m_task.problem.stagesPerRank.value_or(m_task.deadline ? 4 : 2);
        std::map<StageGroup, const Trial*> ofGroup;
        for (const Trial& trial : m_task.trials) {
            const StageGroup& group = trial.candidate.group;
            if (trial.objective && trial.candidate.pass.empty() && group.stageCount <= most &&
                std::uint64_t{3} * group.stageCount * m_task.problem.microbatches <= kSmallSearch)
                ofGroup.emplace(group, &trial);
        }
        std::vector<const Trial*> bases;
        for (const auto& [group, trial] : ofGroup)
            bases.push_back(trial);
        return bases;
    }

    [[nodiscard]] std::optional<StartOrder> patternFrom(const Trial& base, double limit) const
    {
        std::optional<StartOrder> start = startFrom(base, m_task.costs, m_task.cancel);
        if (!start)
            return std::nullopt;
        std::optional<TimedOrder> order = patternOrder(
            start->order.model, limit, m_task.problem.objective,
            {patternChanges(base.candidate.group.stageCount), m_task.budget.seed}, m_task.cancel);
        if (!order)
            return std::nullopt;
        start->order = std::move(*order);
        return start;
    }

    /// A tenth of the time or of the changes, about. Each takes the longer the more stages there are.
    [[nodiscard]] std::uint32_t patternChanges(std::uint32_t stageCount) const
    {
        constexpr double kMost = 4000, kASecond = 200;
        const double changes = m_task.budget.seconds
                                   ? kASecond * *m_task.budget.seconds
                                   : static_cast<double>(m_task.budget.iterations.value_or(0)) / 16;
        constexpr double kUsual = 2;
        const double perRank = static_cast<double>(stageCount) / m_task.problem.ranks;
        const double share = m_task.deadline ? std::pow(kUsual / std::max(kUsual, perRank), 3) : 1;
        return static_cast<std::uint32_t>(std::clamp(share * changes, 1.0, kMost));
    }

    [[nodiscard]] ImproveLimits limits(double memory, std::uint64_t iterations, std::uint64_t salt,
                                       bool mayExceed) const
    {
        Random seeds(m_task.budget.seed ^ (salt * 0xD1342543DE82EF95U));
        return {memory, m_task.goal, mayExceed, iterations, m_task.deadline, seeds.next()};
    }

    void runLevels()
    {
        for (const double limit : limitLadder(m_task.problem, m_task.costs))
            runLevel(limit);
        settle();
    }

    void runLevel(double limit)
    {
        std::vector<StartOrder> starts = startsFor(limit);
        if (std::vector<StartOrder> patterns = patternsFor(limit); !patterns.empty())
            addStart(starts, std::move(patterns.front()));
        if (m_carried)
            addStart(starts, *m_carried);
        ++m_level;
        if (starts.empty() || isDone())
            return;
        std::vector<TimedOrder> results(kChains);
        parallelFor(kChains,
                    [&](std::size_t chain) {
                        const StartOrder& start = starts[chain % starts.size()];
                        const std::uint64_t share = (*m_task.budget.iterations + chain) / kChains;
                        results[chain] = improved(
                            start.order, m_task.problem.objective,
                            limits(limit, share, m_level * kChains + chain, chain % 2 == 1), m_task.tried,
                            [&](const TimedOrder& better) { offer(start.candidate, better); }, m_task.cancel);
                    },
                    {.threads = m_task.budget.threads});
        for (std::size_t chain = 0; chain < kChains; ++chain)
            if (!m_carried || results[chain].objective < m_carried->order.objective)
                m_carried = StartOrder{starts[chain % starts.size()].candidate, results[chain]};
    }

    /// Which thread came first does not count here, as it does for offer().
    void settle()
    {
        constexpr double kRounding = 1e-9;
        m_best = std::move(m_own);
        if (m_carried && m_carried->order.objective < m_best.objective * (1 - kRounding))
            m_best = {m_carried->candidate, m_carried->order.objective, std::move(m_carried->order)};
    }

    void offer(const Candidate& candidate, const TimedOrder& better)
    {
        const std::scoped_lock lock(m_mutex);
        if (better.objective >= m_best.objective)
            return;
        m_best = {candidate, better.objective, better};
        m_task.tell(m_best);
    }

    void runUntilDeadline()
    {
        const double limit = limitOf(m_task.problem).value_or(kNoLimit);
        for (std::vector<StartOrder> starts : {startsFor(limit), patternsFor(limit)})
            for (StartOrder& start : starts) {
                offer(start.candidate, start.order);
                m_lines.push_back({std::move(start), 0, false, nullptr});
            }
        addDispatchLines(limit);
        if (m_lines.empty())
            return;
        const unsigned threads = threadsFor(m_task.budget.threads);
        std::atomic<std::uint64_t> left = m_task.budget.iterations.value_or(~std::uint64_t{0});
        parallelFor(threads, [&](std::size_t chain) { runChain(chain, limit, left); }, {.threads = threads});
    }

    /// One for each group of few stages, where memory is limited.
    void addDispatchLines(double limit)
    {
        std::vector<const Trial*> bases = patternBases();
        if (!std::isfinite(limit))
            bases.clear();
        std::vector<std::optional<Line>> made(bases.size());
        parallelFor(bases.size(), [&](std::size_t i) { made[i] = dispatchLine(*bases[i], limit); },
                    {.threads = m_task.budget.threads});
        for (std::optional<Line>& line : made)
            if (line) {
                offer(line->start.candidate, line->start.order);
                m_lines.push_back(*std::move(line));
            }
    }

    [[nodiscard]] std::optional<Line> dispatchLine(const Trial& base, double limit) const
    {
        if (m_task.cancel.isCancelled() || Clock::now() >= *m_task.deadline)
            return std::nullopt;
        std::optional<StartOrder> start = startFrom(base, m_task.costs, m_task.cancel);
        if (!start || !Dispatcher::canRun(*start->order.model, limit))
            return std::nullopt;
        auto dispatch = std::make_shared<DispatchAnnealing>(start->order.model, limit,
                                                            m_task.problem.objective, m_task.budget.seed);
        start->order = dispatch->best();
        return Line{*std::move(start), 0, false, std::move(dispatch)};
    }

    /// One thread's work: slices, each of which goes on with a line.
    void runChain(std::size_t chain, double limit, std::atomic<std::uint64_t>& left)
    {
        constexpr std::uint64_t kFirstSlice = 10'000;
        constexpr std::uint64_t kFirstSliceOfRules = 2'000; // takes as long as ten times as many others
        constexpr std::uint64_t kMostDoublings = 5;
        Random random(m_task.budget.seed + chain);
        for (std::uint64_t slice = 0; Clock::now() < *m_task.deadline && !isDoneNow(); ++slice) {
            Line& line = takeLine(random);
            const StartOrder start = line.start;
            const std::uint64_t visit = line.visits++;
            // Every third turn of an order that a rule made changes the order itself.
            const bool changesRule = line.dispatch && visit % 3 != 2;
            const std::uint64_t first = changesRule ? kFirstSliceOfRules : kFirstSlice;
            const std::uint64_t share = taken(left, first << std::min(visit, kMostDoublings));
            if (share == 0)
                return;
            TimedOrder better =
                changesRule
                    ? dispatched(line, share)
                    : improved(
                          start.order, m_task.problem.objective,
                          limits(limit, share, slice * 1024 + chain, visit % 2 == 1), m_task.tried,
                          [&](const TimedOrder& found) { offer(start.candidate, found); }, m_task.cancel);
            const std::scoped_lock lock(m_mutex);
            line.start.order = std::move(better);
            line.isTaken = false;
        }
    }

    TimedOrder dispatched(Line& line, std::uint64_t iterations)
    {
        line.dispatch->run(
            iterations,
            [&] { return m_task.cancel.isCancelled() || Clock::now() >= *m_task.deadline || isDoneNow(); },
            [&](std::uint64_t tries) { m_task.tried.fetch_add(tries, std::memory_order_relaxed); });
        const TimedOrder& best = line.dispatch->best();
        if (best.objective >= line.start.order.objective)
            return line.start.order;
        offer(line.start.candidate, best);
        return best;
    }

    /// Every second time one whose turn is next by isNext(), while there are such; else the fastest every
    /// second time, the next every fourth, and so on. Where all are taken, the fastest goes on twice.
    Line& takeLine(Random& random)
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<Line*> free;
        for (Line& line : m_lines)
            if (!line.isTaken)
                free.push_back(&line);
        if (free.empty()) {
            m_lines.push_back(*std::min_element(m_lines.begin(), m_lines.end(), isFaster));
            m_lines.back().dispatch.reset(); // is another thread's
            free.push_back(&m_lines.back());
        }
        const auto next = std::find_if(free.begin(), free.end(), [&](Line* line) { return isNext(*line); });
        std::size_t place = 0;
        if (next != free.end() && m_turns++ % 2 == 0) {
            place = static_cast<std::size_t>(next - free.begin());
        } else {
            std::stable_sort(free.begin(), free.end(),
                             [](const Line* a, const Line* b) { return isFaster(*a, *b); });
            while (place + 1 < free.size() && random.below(2) == 0)
                ++place;
        }
        free[place]->isTaken = true;
        return *free[place];
    }
    /// Had no turn yet; or is made by rules, and among the fastest half of those after one turn, the fastest
    /// quarter after two, and so on.
    [[nodiscard]] bool isNext(const Line& line) const
    {
        if (line.visits == 0 || !line.dispatch)
            return line.visits == 0;
        std::uint64_t all = 0;
        std::uint64_t faster = 0;
        for (const Line& other : m_lines) {
            all += other.dispatch ? 1 : 0;
            faster += other.dispatch && isFaster(other, line) ? 1 : 0;
        }
        constexpr std::uint64_t kMostHalvings = 4;
        return faster < all >> std::min(line.visits, kMostHalvings);
    }
    static bool isFaster(const Line& a, const Line& b)
    {
        return a.start.order.objective < b.start.order.objective;
    }

    static std::uint64_t taken(std::atomic<std::uint64_t>& left, std::uint64_t wanted)
    {
        std::uint64_t there = left;
        while (!left.compare_exchange_weak(there, there - std::min(there, wanted))) {
        }
        return std::min(there, wanted);
    }

    bool isDoneNow()
    {
        const std::scoped_lock lock(m_mutex);
        return isDone();
    }

    const ImprovementTask& m_task;
    std::mutex m_mutex;
    Incumbent m_best;
    Incumbent m_own;                     ///< the best of the trials
    std::optional<StartOrder> m_carried; ///< from level to level
    std::uint64_t m_level = 0;
    std::list<Line> m_lines; ///< where a deadline ends it; their places stay
    std::uint64_t m_turns = 0;
};

} // namespace

std::optional<std::uint64_t> iterationsOf(const SearchProblem& problem, const SearchBudget& budget,
                                          GroupCosts& costs)
{
    if (budget.seconds || !budget.iterations)
        return std::nullopt;
    return *budget.iterations * limitLadder(problem, costs).size();
}

Incumbent improvement(const ImprovementTask& task)
{
    return Improvement(task).run();
}

} // namespace bubblescope::search
