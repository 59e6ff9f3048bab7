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

Result<std::vector<std::uint32_t>> splitByWork(const SearchProblem& problem, const StageGroup& group)
{
    return splitLayers(problem.costs, {group.placement, problem.ranks, sharesOfARank(problem, group)},
                       *problem.layers);
}

Result<CostModel> withLayers(const SearchProblem& problem, const StageGroup& group,
                             const std::vector<std::uint32_t>* given)
{
    CostModel costs = problem.costs;
    if (!costs.layout.empty())
        return costs;
    if (problem.layers) {
        std::vector<std::uint32_t> split;
        if (given != nullptr) {
            split = *given;
        } else {
            TRY(split, splitByWork(problem, group));
        }
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

Result<CostModel> costsOf(const SearchProblem& problem, const StageGroup& group,
                          const std::vector<std::uint32_t>* split)
{
    Result<CostModel> costs =
        problem.costs.blocks ? withLayers(problem, group, split) : withTimesOfStages(problem, group);
    if (!costs)
        return costs;
    if (problem.memoryLimit)
        costs->memoryLimit = problem.memoryLimit;
    else
        costs->memoryLimit = costs->limitOfRanks();
    TRY_VOID(costs->check(group.stageCount, {}, problem.microbatches));
    return costs->forStages(group.stageCount);
}

GroupCosts::Entry GroupCosts::of(const StageGroup& group)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_costs.find(group);
    if (found != m_costs.end())
        return found->second;
    const auto split = m_splits.find(group);
    Entry entry =
        costsOf(m_problem, group, split == m_splits.end() ? nullptr : &split->second)
            .map([](CostModel costs) { return std::make_shared<const CostModel>(std::move(costs)); });
    return m_costs.emplace(group, std::move(entry)).first->second;
}

std::optional<std::vector<std::uint32_t>> GroupCosts::layersOf(const StageGroup& group)
{
    const std::scoped_lock lock(m_mutex);
    const auto split = m_splits.find(group);
    if (split != m_splits.end())
        return split->second;
    if (!m_problem.costs.blocks || !m_problem.layers)
        return std::nullopt;
    Result<std::vector<std::uint32_t>> byWork = splitByWork(m_problem, group);
    return byWork ? std::optional(*std::move(byWork)) : std::nullopt;
}

void GroupCosts::split(const StageGroup& group, std::vector<std::uint32_t> layers)
{
    const std::scoped_lock lock(m_mutex);
    m_splits[group] = std::move(layers);
    m_costs.erase(group);
}

std::optional<double> limitOf(const SearchProblem& problem)
{
    const std::optional<RankValues>& ofRanks = problem.costs.limitOfRanks();
    if (problem.memoryLimit || !ofRanks)
        return problem.memoryLimit;
    return ofRanks->highest();
}

double withRounding(double limit)
{
    constexpr double kRounding = 1e-9;
    return limit * (1 + kRounding);
}

} // namespace bubblescope::search
