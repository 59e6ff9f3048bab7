// SPDX-License-Identifier: Apache-2.0
#include "core/search/split_by_time.h"

#include "core/base/parallel_for.h"
#include "core/lower/pass_costs.h"
#include "core/search/layer_split.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <limits>
#include <map>

namespace bubblescope::search {

namespace {

using StageLayerCounts = std::vector<std::uint32_t>;

constexpr std::size_t kGroupsToSplit = 4;
/// How many actions may be timed for each of them.
constexpr std::size_t kActionsForSplits = 10'000'000;

/// Times an order with other layers on its stages.
class SplitTimer
{
public:
    SplitTimer(const Candidate& candidate, const SearchProblem& problem, SchedulePtr order)
        : m_candidate(candidate)
        , m_problem(problem)
        , m_order(std::move(order))
    {}

    [[nodiscard]] SplitTime of(const StageLayerCounts& layers) const
    {
        constexpr double kImpossible = std::numeric_limits<double>::infinity();
        const StageGroup& group = m_candidate.group;
        Result<CostModel> costs = costsOf(m_problem, group, &layers);
        if (!costs)
            return {0, kImpossible, kImpossible};
        if (!m_candidate.pass.empty())
            costs = withPassCosts(*costs, {m_candidate.pass}, group.stageCount);
        const auto timeline = simulate(m_order, *costs);
        if (!timeline)
            return {0, kImpossible, kImpossible};
        SplitTime time;
        time.makespan = objectiveOf(*timeline, m_problem.objective);
        if (const std::optional<double> limit = limitOf(m_problem))
            time.beyondLimit = std::max(0.0, peaksOf(*timeline, *costs).againstLimit - withRounding(*limit));
        const Placement placement{group.placement, m_problem.ranks, group.stageCount / m_problem.ranks};
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r) {
            double work = 0;
            for (const StageId stage : placement.stagesOf(RankId{r}))
                work += costs->durationOf(ActionKind::Forward, stage) +
                        costs->durationOf(ActionKind::Backward, stage);
            time.unevenness += work * work;
        }
        return time;
    }

private:
    const Candidate& m_candidate;
    const SearchProblem& m_problem;
    SchedulePtr m_order;
};

/// Whether a stage may give a layer away.
bool hasOneToGive(const StageLayerCounts& layers, std::size_t stage)
{
    const bool canBeEmpty = stage == 0 || stage + 1 == layers.size();
    return layers[stage] > (canBeEmpty ? 0U : 1U);
}

} // namespace

StageLayerCounts layersByTime(const Candidate& candidate, const SearchProblem& problem, GroupCosts& costs,
                              const CancelToken& cancel)
{
    StageLayerCounts layers = costs.layersOf(candidate.group).value_or(StageLayerCounts());
    const Result<TimedCandidate> timed = timedCandidate(candidate, costs, cancel);
    if (layers.empty() || !timed)
        return layers;
    const SchedulePtr order = timed->timeline->schedule;
    const SplitTimer timer(candidate, problem, order);
    std::size_t left =
        std::max<std::size_t>(20, kActionsForSplits / std::max<std::size_t>(1, order->actionCount()));
    SplitTime best = timer.of(layers);
    const auto stages = static_cast<int>(layers.size());
    // A layer to a stage nearby first: it changes least.
    for (bool isMoving = true; isMoving;) {
        isMoving = false;
        for (int distance = 1; distance < stages; ++distance)
            for (int from = 0; from < stages; ++from)
                for (const int to : {from + distance, from - distance}) {
                    if (to < 0 || to >= stages || !hasOneToGive(layers, static_cast<std::size_t>(from)))
                        continue;
                    if (left-- == 0 || cancel.isCancelled())
                        return layers;
                    StageLayerCounts other = layers;
                    --other[static_cast<std::size_t>(from)];
                    ++other[static_cast<std::size_t>(to)];
                    const SplitTime time = timer.of(other);
                    if (!time.isBetterThan(best))
                        continue;
                    layers = std::move(other);
                    best = time;
                    isMoving = true;
                }
    }
    return layers;
}

namespace {

/// The fastest trial of each group, fastest first.
std::vector<const Trial*> bestOfGroups(const std::vector<Trial>& trials, std::optional<double> limit)
{
    std::map<StageGroup, const Trial*> best;
    for (const Trial& trial : trials)
        if (fits(trial, limit))
            if (const Trial*& of = best[trial.candidate.group];
                of == nullptr || *trial.objective < *of->objective)
                of = &trial;
    std::vector<const Trial*> sorted;
    for (const auto& [group, trial] : best)
        sorted.push_back(trial);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Trial* a, const Trial* b) { return *a->objective < *b->objective; });
    return sorted;
}

} // namespace

void splitByTime(TrialList& list, const SearchProblem& problem, GroupCosts& costs, unsigned threads,
                 const CancelToken& cancel)
{
    constexpr double kSame = 1 - 1e-9;
    const std::optional<double> limit = limitOf(problem);
    std::vector<const Trial*> best = bestOfGroups(list.trials, limit);
    best.resize(std::min(best.size(), kGroupsToSplit));
    std::vector<Trial> all = list.trials;
    for (const Trial* trial : best) {
        const StageGroup group = trial->candidate.group;
        const std::optional<StageLayerCounts> before = costs.layersOf(group);
        const StageLayerCounts after = layersByTime(trial->candidate, problem, costs, cancel);
        if (!before || after == *before || cancel.isCancelled())
            continue;
        costs.split(group, after);
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].candidate.group == group)
                places.push_back(i);
        std::vector<Trial> again(places.size());
        parallelFor(places.size(),
                    [&](std::size_t i) {
                        Candidate candidate = all[places[i]].candidate;
                        candidate.kept.reset();
                        again[i] = tried(candidate, costs, problem.objective, cancel);
                    },
                    {.threads = threads, .cancel = &cancel});
        const std::vector<const Trial*> now = bestOfGroups(again, limit);
        if (cancel.isCancelled() || now.empty() || *now.front()->objective >= *trial->objective * kSame) {
            costs.split(group, *before);
            continue;
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            all[places[i]] = std::move(again[i]);
    }
    list.trials = std::move(all);
}

} // namespace bubblescope::search
