// SPDX-License-Identifier: Apache-2.0
#include "core/search/trial_list.h"

#include "core/analyze/bounds.h"
#include "core/base/parallel_for.h"
#include "core/base/quantity.h"
#include "core/search/pattern_order.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope::search {

namespace {

/// The same order under another name, or for a higher limit, tells nothing new.
void eraseRepeated(std::vector<Trial>& trials)
{
    std::map<std::tuple<PlacementKind, std::uint32_t, std::uint64_t, std::string>, std::size_t> seen;
    std::vector<Trial> kept;
    for (Trial& trial : trials) {
        if (trial.objective) {
            const auto [first, isNew] =
                seen.try_emplace({trial.candidate.group.placement, trial.candidate.group.stageCount,
                                  trial.orderHash, trial.candidate.pass},
                                 kept.size());
            if (!isNew) {
                kept[first->second].sameOrder.push_back(trial.candidate.request);
                continue;
            }
        }
        kept.push_back(std::move(trial));
    }
    trials = std::move(kept);
}

} // namespace

TrialList timedTrials(const SearchProblem& problem, GroupCosts& costs, unsigned threads,
                      const std::function<void(const Trial*, std::size_t, std::size_t)>& tell,
                      const CancelToken& cancel)
{
    CandidateList wanted = candidatesOf(problem, costs);
    TrialList list;
    list.refused = std::move(wanted.refused);
    list.trials.resize(wanted.candidates.size());
    for (Trial& trial : list.trials)
        trial.isCancelled = true; // until it is tried
    std::atomic<std::size_t> done = 0;
    parallelFor(list.trials.size(),
                [&](std::size_t i) {
                    list.trials[i] = tried(wanted.candidates[i], costs, problem.objective, cancel);
                    tell(&list.trials[i], ++done, list.trials.size());
                },
                {.threads = threads, .cancel = &cancel});
    list.isCancelled = std::erase_if(list.trials, [](const Trial& trial) { return trial.isCancelled; }) > 0;
    eraseRepeated(list.trials);
    return list;
}

bool fits(const Trial& trial, std::optional<double> limit)
{
    return trial.objective && (!limit || trial.peak.againstLimit <= withRounding(*limit));
}

bool belongsTo(const Trial& trial, double limit)
{
    return fits(trial, limit) &&
           (!trial.candidate.madeForLimit || *trial.candidate.madeForLimit <= withRounding(limit));
}

namespace {

/// Orders whose units live on the same ranks and do the same work, so that one bound is of all.
using HomeKey = std::tuple<StageGroup, std::string, std::string>;

HomeKey homeOf(const Trial& trial)
{
    const StageGroup& group = trial.candidate.group;
    return {group, group.placement == PlacementKind::Mirror ? trial.candidate.request.schedule : "",
            trial.candidate.pass};
}

/// Of one order as it is, where changes of it are not made.
OrderBound boundOfOrder(const TimedCandidate& timed, SearchObjective objective)
{
    OrderBound best;
    for (const Bound& bound : lowerBounds(*timed.timeline, *timed.costs))
        if ((objective == SearchObjective::Makespan || bound.id == "busiest-rank") &&
            bound.value > best.value)
            best = {bound.value, Sentence::verbatim(bound.text)};
    return best;
}

} // namespace

OrderBound boundOfTrials(const std::vector<Trial>& trials, const SearchProblem& problem, GroupCosts& costs,
                         const CancelToken& cancel)
{
    const std::optional<double> limit = limitOf(problem);
    OrderBound least{std::numeric_limits<double>::infinity(), {}};
    std::set<HomeKey> done;
    for (const Trial& trial : trials) {
        const HomeKey home = homeOf(trial);
        if (!trial.objective || done.contains(home))
            continue;
        const Result<TimedCandidate> timed = timedCandidate(trial.candidate, costs, cancel);
        if (!timed)
            return {0, Sentence({"search.stopped-at-nothing", "nothing: the search was stopped"})};
        const std::optional<OrderModel> model = OrderModel::of(*timed->timeline->schedule, *timed->costs);
        if (!fits(trial, limit) && (!model || !hasPattern(*model, *limit)))
            continue;
        const bool overlaps = std::any_of(trials.begin(), trials.end(), [&](const Trial& other) {
            return other.overlaps && fits(other, limit) && homeOf(other) == home;
        });
        const OrderBound bound = model
                                     ? boundOf(*model, limit, problem.objective, overlaps, problem.costs.unit)
                                     : boundOfOrder(*timed, problem.objective);
        if (bound.value < least.value)
            least = bound;
        if (model)
            done.insert(home);
    }
    return least;
}

std::vector<SearchCandidate> searchCandidates(const TrialList& list, std::optional<double> limit,
                                              MemoryUnit unit)
{
    const auto size = [unit](double value) { return memorySizeText(value, unit); };
    std::vector<SearchCandidate> all;
    for (const Trial& trial : list.trials) {
        SearchCandidate candidate{trial.candidate.request, trial.candidate.pass, trial.objective,
                                  trial.peak.highest,      fits(trial, limit),   trial.reason};
        if (!candidate.fits && trial.objective)
            candidate.reason =
                trial.peak.highest > withRounding(*limit)
                    ? Sentence({"search.above-limit", "holds {memory}, above the limit of {limit}"},
                               size(trial.peak.highest), size(*limit))
                    : Sentence({"search.above-limit-of-rank", "a rank exceeds its limit by {excess}"},
                               size(trial.peak.againstLimit - *limit));
        all.push_back(std::move(candidate));
    }
    for (const RefusedCandidate& refused : list.refused)
        all.push_back({refused.request, "", std::nullopt, 0, false, refused.reason});
    const auto key = [](const SearchCandidate& c) {
        return std::tuple(!c.fits, !c.objective, c.objective.value_or(0), c.peakMemory);
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const SearchCandidate& a, const SearchCandidate& b) { return key(a) < key(b); });
    return all;
}

} // namespace bubblescope::search
