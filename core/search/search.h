// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What is to be made small.
enum class SearchObjective : std::uint8_t {
    Makespan,
    RankSpan, ///< the longest time of a rank from its first start to its last end
};

/// Costs and limits of a search. Without layers the scalar times and sizes of `costs` are those of a rank's
/// whole share of the model and are divided among its stages, so that all families do the same work.
struct SearchProblem
{
    std::uint32_t ranks = 4;
    std::uint32_t microbatches = 8;
    CostModel costs;            ///< as given; not composed for a number of stages
    bool costsPerStage = false; ///< times and sizes are those of one stage, whatever their number
    /// What a rank may hold at once, in the unit of the costs' sizes (by default: activations of a rank's
    /// whole share of one microbatch; with costsPerStage: of one stage); nothing = costs.memoryLimit, and
    /// without that no limit.
    std::optional<double> memoryLimit;
    SearchObjective objective = SearchObjective::Makespan;
    std::vector<std::string> schedules;         ///< names of the families to try; empty = all
    std::optional<std::uint32_t> stagesPerRank; ///< nothing = whatever a family takes
    std::optional<PlacementKind> placement;     ///< likewise
    /// Passes (recompute, offload) with which each order is tried, too; without a number of stages, with each
    /// that its ranks have.
    std::vector<std::string> passes = {};
    /// Layers to be split over the stages (costs with `blocks` alone); nothing = as the costs say.
    std::optional<std::uint32_t> layers;
};

/// How long to improve. Candidates are always timed to the end, so a budget of 0 gives the best of them.
struct SearchBudget
{
    std::optional<double> seconds = 10.0; ///< of the whole search; nothing = until the iterations are done
    /// Tried changes; with them alone the result is reproducible, and they are tried under each of some lower
    /// limits, too, so that more memory is never slower.
    std::optional<std::uint64_t> iterations;
    std::uint64_t seed = 1;
    unsigned threads = 0; ///< 0 = all; the result of a number of iterations does not hang on it
};

/// An order that was found; complete, valid and within its limit.
struct FoundSchedule
{
    TimelinePtr timeline;      ///< holds the order
    CostModel costs;           ///< composed for its stages; the timeline's
    ScheduleRequest request;   ///< of the family it began with
    std::string pass;          ///< that made the order of the family's; empty = none
    std::uint64_t changes = 0; ///< that were made to that order; 0 = it is the family's own
    std::string origin;        ///< in words: "zb-auto", "zb-auto, improved by 12 changes"
    Metrics metrics;
    Time objective = 0;    ///< makespan or longest rank span
    double peakMemory = 0; ///< highest of all ranks, in the unit of the limit
};
using FoundSchedulePtr = std::shared_ptr<const FoundSchedule>;

/// One candidate, tried.
struct SearchCandidate
{
    ScheduleRequest request;
    std::string pass;              ///< over the request's order; empty = none
    std::optional<Time> objective; ///< nothing if it was not timed
    double peakMemory = 0;
    bool fits = false;
    Sentence reason; ///< why it is out, in words; empty if it is in
};

enum class SearchPhase : std::uint8_t { Candidates, Improving, Done };

/// How far a search is.
struct SearchProgress
{
    SearchPhase phase = SearchPhase::Candidates;
    std::uint64_t candidatesDone = 0;
    std::uint64_t candidates = 0;
    std::uint64_t iterations = 0; ///< changes tried
    double share = 0;             ///< 0…1 of candidates, then of the budget; never falls
    FoundSchedulePtr best;        ///< nothing yet, if null
    Time bound = 0;               ///< no order within the limit is faster
};

struct SearchResult
{
    FoundSchedulePtr best; ///< null: nothing fits; the candidates say why
    Time bound = 0;
    Sentence boundText;                       ///< what the bound is, in words
    std::vector<SearchCandidate> candidates;  ///< fastest first, those that are out at the end
    std::vector<ScheduleRequest> asFast = {}; ///< of other families as fast as the best, one of each
    std::vector<Sentence> warnings = {};      ///< what makes the result doubtful
    std::uint64_t iterations = 0;
    bool wasStopped = false;                                  ///< by the token: what was found until then
    std::optional<std::vector<std::uint32_t>> layersPerStage; ///< where layers were split
    std::string layout = {};         ///< as Megatron writes it, where one was asked for (searchLayout())
    std::optional<Time> recipe = {}; ///< the fastest family under the recipe's layout

    /// (objective - bound) / bound; 0 where the best is proven.
    [[nodiscard]] double gap() const;
};

/// Finds the fastest order under a memory limit: every family's own, with the parameters that it takes for
/// these numbers, then local improvement of the best few (moving W, swapping neighbours) until the budget
/// ends. Never worse than the best family under the same limit. `tell` is called from one thread at a time, a
/// few times a second and for each better order. Cancelling ends it with what is found. Refuses a problem
/// that makes no sense, in words. Needs O(actions) memory a thread.
[[nodiscard]] Result<SearchResult> searchSchedule(const SearchProblem& problem,
                                                  const SearchBudget& budget = {},
                                                  const std::function<void(const SearchProgress&)>& tell = {},
                                                  const CancelToken& cancel = {});

} // namespace bubblescope
