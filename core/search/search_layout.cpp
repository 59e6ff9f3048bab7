// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_layout.h"

#include "core/base/try.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/search/candidate_requests.h"
#include "core/search/layer_split.h"
#include "core/search/search_remarks.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace search {

namespace {

/// How many actions climbing may time for each number of stages.
constexpr std::size_t kActionsToClimb = 30'000'000;
constexpr std::size_t kStartsToClimb = 4;

std::size_t trialsFor(const Schedule& order)
{
    return std::max<std::size_t>(50, kActionsToClimb / std::max<std::size_t>(1, order.actionCount()));
}

/// One of Megatron's orders, else one that always is.
SchedulePtr orderToSplitFor(const SearchProblem& problem, std::uint32_t stagesPerRank)
{
    for (const char* name : {"megatron-interleaved", "interleaved-1f1b", "1f1b", "looped-bfs", "gpipe"}) {
        ScheduleRequest request;
        request.schedule = name;
        request.ranks = problem.ranks;
        request.microbatches = problem.microbatches;
        request.stagesPerRank = stagesPerRank;
        if (auto order = generate(request))
            if (order->stageCount == problem.ranks * stagesPerRank)
                return std::make_shared<const Schedule>(*std::move(order));
    }
    return nullptr;
}

class LayoutRun
{
public:
    LayoutRun(const SearchProblem& problem, const LayoutProblem& asked, const SearchBudget& budget,
              const std::function<void(const SearchProgress&)>& tell, const CancelToken& cancel)
        : m_problem(problem)
        , m_asked(asked)
        , m_budget(budget)
        , m_tell(tell)
        , m_cancel(cancel)
        , m_begin(std::chrono::steady_clock::now())
    {
        m_problem.placement = PlacementKind::Loop;
        m_problem.costs.layersPerStage = CostModel().layersPerStage;
        if (m_problem.memoryLimit)
            m_problem.costs.memoryLimit = m_problem.memoryLimit;
    }

    Result<SearchResult> run()
    {
        // Each pass by itself: more to choose from must not lose what is best without.
        const std::vector<std::string> passes = m_problem.passes;
        m_problem.passes.clear();
        TRY_VOID(tryOneWay());
        for (const std::string& pass : passes) {
            m_problem.passes = {pass};
            TRY_VOID(tryOneWay());
        }
        m_problem.passes = passes;
        return finish();
    }

private:
    /// The recipe, splits found for the order with the pass of the problem or none, and the best of those
    /// once more.
    Result<void> tryOneWay()
    {
        m_ofWay = {};
        TRY_VOID(tryRecipe());
        const std::uint32_t least = m_problem.stagesPerRank.value_or(1);
        const std::uint32_t most = m_problem.stagesPerRank.value_or(mostStagesTried(m_problem));
        for (std::uint32_t stages = least; stages <= most && !m_cancel.isCancelled(); ++stages)
            TRY_VOID(trySplitsOf(stages));
        // Its layers once more, for the order that is best with them.
        const auto split = m_ofWay.best ? splitOf(m_ofWay.layout) : std::nullopt;
        if (split && m_ofWay.best->timeline->schedule->plan.empty()) {
            const OrderToSplit order{m_ofWay.best->timeline->schedule, m_ofWay.best->pass};
            if (LayerSplit better =
                    climbed(*split, order, m_problem.costs, trialsFor(*order.schedule), m_cancel);
                better != *split)
                TRY_VOID(tryLayout(layoutOf(better, m_problem.ranks)));
        }
        return {};
    }

    [[nodiscard]] SearchProblem with(const Layout& layout) const
    {
        SearchProblem problem = m_problem;
        problem.costs.layout = layoutText(layout);
        problem.layers.reset();
        problem.stagesPerRank = layout.stagesPerRank();
        return problem;
    }

    /// The best of all families' own orders.
    Result<void> tryLayout(const Layout& layout)
    {
        SearchBudget none = m_budget;
        none.seconds.reset();
        none.iterations = 0;
        TRY(SearchResult result, searchSchedule(with(layout), none, {}, m_cancel));
        if (result.best && (!m_ofWay.best || result.best->objective < m_ofWay.best->objective))
            m_ofWay = {result.best, layout};
        const bool isFirst = !m_result.best && (result.best || m_result.candidates.empty());
        if (isFirst || (result.best && result.best->objective < m_result.best->objective)) {
            m_found = result.best != nullptr;
            m_result = std::move(result);
            m_layout = layout;
        }
        return {};
    }

    Result<void> tryRecipe()
    {
        if (m_asked.recipe.empty())
            return {};
        TRY(const Layout layout, parseLayout(m_asked.recipe, m_problem.ranks));
        TRY_VOID(checkLayout(layout, {m_problem.stagesPerRank, m_asked.layers, m_asked.predictions}));
        TRY_VOID(tryLayout(layout));
        if (m_ofWay.best)
            m_recipe = std::min(m_recipe.value_or(m_ofWay.best->objective), m_ofWay.best->objective);
        return {};
    }

    Result<void> trySplitsOf(std::uint32_t stagesPerRank)
    {
        const SchedulePtr order = orderToSplitFor(m_problem, stagesPerRank);
        if (!order)
            return {};
        if (m_problem.passes.empty())
            return trySplitsOf({order});
        const std::string& pass = m_problem.passes.front();
        auto lowered = applyPass(pass, *order, m_cancel, m_problem.costs);
        // A plan in time is one split's.
        if (!lowered || !lowered->plan.empty())
            return trySplitsOf({order});
        return trySplitsOf({std::make_shared<const Schedule>(*std::move(lowered)), pass});
    }

    Result<void> trySplitsOf(const OrderToSplit& order)
    {
        std::vector<std::pair<SplitTime, LayerSplit>> starts;
        for (LayerSplit& split : splitsToStart(m_problem.costs, m_problem.ranks, order.schedule->stageCount,
                                               m_asked.layers, m_asked.predictions)) {
            const SplitTime time = timeOf(split, order, m_problem.costs);
            starts.emplace_back(time, std::move(split));
        }
        std::stable_sort(starts.begin(), starts.end(),
                         [](const auto& a, const auto& b) { return a.first.isBetterThan(b.first); });
        if (starts.empty())
            return {};
        LayerSplit best = starts.front().second;
        SplitTime bestTime = starts.front().first;
        for (std::size_t i = 0; i < std::min(kStartsToClimb, starts.size()); ++i) {
            LayerSplit split = climbed(starts[i].second, order, m_problem.costs,
                                       trialsFor(*order.schedule) / kStartsToClimb, m_cancel);
            const SplitTime time = timeOf(split, order, m_problem.costs);
            if (time.isBetterThan(bestTime)) {
                best = std::move(split);
                bestTime = time;
            }
        }
        return tryLayout(layoutOf(best, m_problem.ranks));
    }

    /// What is left of the budget goes to improving the order.
    Result<SearchResult> finish()
    {
        if (!m_found)
            return std::move(m_result);
        SearchBudget left = m_budget;
        if (left.seconds) {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_begin;
            left.seconds = std::max(0.0, *left.seconds - passed.count());
        }
        TRY(SearchResult improved, searchSchedule(with(m_layout), left, m_tell, m_cancel));
        if (improved.best && improved.best->objective <= m_result.best->objective)
            m_result = std::move(improved);
        std::vector<std::uint32_t> layers;
        for (const std::string& stage : m_layout.stages)
            layers.push_back(layersOf(stage, Layout::kDecoder));
        m_result.layersPerStage = std::move(layers);
        m_result.layout = layoutText(m_layout);
        m_result.recipe = m_recipe;
        if (m_result.best)
            m_result.warnings = warningsOf(m_problem, *m_result.best);
        return std::move(m_result);
    }

    SearchProblem m_problem;
    const LayoutProblem& m_asked;
    const SearchBudget& m_budget;
    const std::function<void(const SearchProgress&)>& m_tell;
    const CancelToken& m_cancel;
    std::chrono::steady_clock::time_point m_begin;
    SearchResult m_result;
    Layout m_layout; ///< of the result
    /// The best of the pass that is tried, or of none.
    struct
    {
        FoundSchedulePtr best;
        Layout layout;
    } m_ofWay;
    std::optional<Time> m_recipe;
    bool m_found = false;
};

} // namespace

} // namespace search

Result<SearchResult> searchLayout(const SearchProblem& problem, const LayoutProblem& asked,
                                  const SearchBudget& budget,
                                  const std::function<void(const SearchProgress&)>& tell,
                                  const CancelToken& cancel)
{
    if (!problem.costs.blocks)
        return invalidInput({"search.layout-without-blocks",
                             "a layout can be found only if the costs are given by block (embedding, layer, "
                             "head)"});
    if (problem.placement && *problem.placement != PlacementKind::Loop)
        return invalidInput({"search.layout-is-a-loop",
                             "a layout's stages follow each other over the ranks: leave out the placement"});
    if (asked.layers < 1)
        return invalidInput({"search.layout-without-layers", "a layout needs the number of decoder layers"});
    if (asked.layers + std::uint64_t{asked.predictions} > kMostLayersOfLayout)
        return invalidInput(
            {"search.layout-of-too-many-layers",
             "a layout of {layers} layers is more than is searched for; expected at most {most}"},
            asked.layers + std::uint64_t{asked.predictions}, kMostLayersOfLayout);
    const auto hasLoop = [](const std::string& name) {
        const ScheduleInfo* info = findSchedule(name);
        return info == nullptr ||
               std::any_of(info->variants.begin(), info->variants.end(), [](const VariantInfo& variant) {
                   return std::find(variant.placements.begin(), variant.placements.end(),
                                    PlacementKind::Loop) != variant.placements.end();
               });
    };
    if (!problem.schedules.empty() &&
        std::none_of(problem.schedules.begin(), problem.schedules.end(), hasLoop))
        return invalidInput({"search.layout-of-no-loop",
                             "a layout's stages follow each other over the ranks, and those of {schedules} "
                             "do not: name a schedule with the placement loop, e.g. interleaved-1f1b"},
                            fmt::format("{}", fmt::join(problem.schedules, ", ")));
    return search::LayoutRun(problem, asked, budget, tell, cancel).run();
}

} // namespace bubblescope
