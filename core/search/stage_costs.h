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
/// none. With a `split` its layers instead of those that make the slowest rank fastest.
[[nodiscard]] Result<CostModel> costsOf(const SearchProblem& problem, const StageGroup& group,
                                        const std::vector<std::uint32_t>* split = nullptr);

/// Costs by group, made once each. From any thread.
class GroupCosts
{
public:
    explicit GroupCosts(const SearchProblem& problem) : m_problem(problem) {}
    using Entry = Result<std::shared_ptr<const CostModel>>;
    [[nodiscard]] Entry of(const StageGroup& group);
    /// How many layers each stage has; nothing where layers are not split.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> layersOf(const StageGroup& group);
    /// From then on a group's layers are split like that. Nothing may be using its costs.
    void split(const StageGroup& group, std::vector<std::uint32_t> layers);

private:
    const SearchProblem& m_problem;
    std::mutex m_mutex;
    std::map<StageGroup, Entry> m_costs;
    std::map<StageGroup, std::vector<std::uint32_t>> m_splits; ///< of groups that were split by time
};

/// What the problem lets a rank hold at once, of limits by rank the highest; nothing = no limit.
[[nodiscard]] std::optional<double> limitOf(const SearchProblem& problem);
/// With room for rounding, for comparisons with sums of sizes.
[[nodiscard]] double withRounding(double limit);

} // namespace bubblescope::search
