// SPDX-License-Identifier: Apache-2.0
#include "core/search/stage_costs.h"

#include "core/base/try.h"
#include "core/fit/costs_for_stages.h"
#include "core/search/split_layers.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <cmath>
#include <fmt/format.h>

namespace bubblescope::search {

namespace {

/// Stages that share a rank's part of the model. A mirror's rank has two, each of half the microbatches.
std::uint32_t sharesOfARank(const SearchProblem& problem, const StageGroup& group)
{
    return group.stageCount / problem.ranks;
}

/// Layers of a rank's whole share, divided among its stages.
Result<StageValues> dividedLayers(double layers, std::uint32_t parts)
{
    const double part = layers / parts;
    if (part != std::floor(part))
        return invalidInput({"search.ranks-layers-cannot-divided",
                             "the {layers:g} layers of a rank cannot be split evenly into {parts} stages"},
                            layers, parts);
    return StageValues(part);
}

Result<CostModel> withLayers(const SearchProblem& problem, const StageGroup& group)
{
    CostModel costs = problem.costs;
    if (!costs.layout.empty())
        return costs;
    if (problem.layers) {
        TRY(std::vector<std::uint32_t> split,
            splitLayers(problem.costs, {group.placement, problem.ranks, sharesOfARank(problem, group)},
                        *problem.layers));
        costs.layersPerStage = StageValues(std::vector<double>(split.begin(), split.end()));
        // The lists of the other values are of stages as they were.
        return costsForStages(costs, group.stageCount);
    }
    if (!costs.layersPerStage.isUniform())
        return costsForStages(costs, group.stageCount);
    if (!problem.costsPerStage) {
        TRY(costs.layersPerStage,
            dividedLayers(costs.layersPerStage.values[0], sharesOfARank(problem, group)));
    }
    return costs;
}

Result<CostModel> withTimesOfStages(const SearchProblem& problem, const StageGroup& group)
{
    // A list tells of stages, so the scalars beside it do, too.
    if (misfitOf(problem.costs, 0))
        return costsForStages(problem.costs, group.stageCount);
    if (problem.costsPerStage)
        return problem.costs;
    const std::uint32_t parts = sharesOfARank(problem, group);
    return sizesOfOneStage(timesOfOneStage(problem.costs, parts), parts);
}

} // namespace

Result<CostModel> costsOf(const SearchProblem& problem, const StageGroup& group)
{
    Result<CostModel> costs =
        problem.costs.blocks ? withLayers(problem, group) : withTimesOfStages(problem, group);
    if (!costs)
        return costs;
    if (problem.memoryLimit)
        costs->memoryLimit = problem.memoryLimit;
    TRY_VOID(costs->check(group.stageCount));
    return costs->forStages(group.stageCount);
}

std::optional<std::vector<std::uint32_t>> layersOf(const SearchProblem& problem, const StageGroup& group)
{
    if (!problem.costs.blocks || !problem.layers)
        return std::nullopt;
    const Result<CostModel> costs = withLayers(problem, group);
    if (!costs)
        return std::nullopt;
    std::vector<std::uint32_t> layers(group.stageCount);
    for (std::uint32_t s = 0; s < group.stageCount; ++s)
        layers[s] = static_cast<std::uint32_t>(costs->layersPerStage.at(StageId{s}));
    return layers;
}

GroupCosts::Entry GroupCosts::of(const StageGroup& group)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_costs.find(group);
    if (found != m_costs.end())
        return found->second;
    Entry entry = costsOf(m_problem, group).map([](CostModel costs) {
        return std::make_shared<const CostModel>(std::move(costs));
    });
    return m_costs.emplace(group, std::move(entry)).first->second;
}

std::optional<double> limitOf(const SearchProblem& problem)
{
    if (problem.memoryLimit || !problem.costs.memoryLimit)
        return problem.memoryLimit;
    return problem.costs.memoryLimit->highest();
}

double withRounding(double limit)
{
    constexpr double kRounding = 1e-9;
    return limit * (1 + kRounding);
}

} // namespace bubblescope::search
