// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

/// The parts of the search; private to core/search and its tests.
namespace bubblescope::search {

/// Orders of one group have the same stages on the same ranks, but for the microbatches of a mirror.
struct StageGroup
{
    PlacementKind placement = PlacementKind::Loop;
    std::uint32_t stageCount = 1;

    constexpr auto operator<=>(const StageGroup&) const = default;
};

/// The costs of a problem for the stages of a group: lists divided or joined, scalars divided among a rank's
/// stages, layers split, blocks composed, and the problem's limit as theirs. An error says why there are
/// none.
[[nodiscard]] Result<CostModel> costsOf(const SearchProblem& problem, const StageGroup& group);
/// The value of `layersPerStage` before blocks are composed; nothing without blocks.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> layersOf(const SearchProblem& problem,
                                                                 const StageGroup& group);

/// Costs by group, made once each. From any thread.
class GroupCosts
{
public:
    explicit GroupCosts(const SearchProblem& problem) : m_problem(problem) {}
    using Entry = Result<std::shared_ptr<const CostModel>>;
    [[nodiscard]] Entry of(const StageGroup& group);

private:
    const SearchProblem& m_problem;
    std::mutex m_mutex;
    std::map<StageGroup, Entry> m_costs;
};

/// What the problem lets a rank hold at once, of limits by rank the highest; nothing = no limit.
[[nodiscard]] std::optional<double> limitOf(const SearchProblem& problem);
/// With room for rounding, for comparisons with sums of sizes.
[[nodiscard]] double withRounding(double limit);

} // namespace bubblescope::search
