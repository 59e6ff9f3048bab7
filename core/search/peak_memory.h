// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope::search {

/// What a rank holds while its row runs, action by action, by prefix sums (docs/cost-model.md, "Memory"):
/// activations, parameters and optimizer states always, gradients of a stage from its first W or B on. For
/// rows of compute actions alone, whose peaks do not hang on times.
class MemorySum
{
public:
    /// Costs must be composed and fit the number of stages; kept by reference.
    MemorySum(const CostModel& costs, std::uint32_t stageCount);

    /// Begins a rank that holds these stages.
    void begin(RankId rank, std::span<const StageId> stages);
    void add(ActionKind kind, StageId stage, MicrobatchId microbatch);
    [[nodiscard]] double peak() const { return m_peak; }

private:
    struct Change
    {
        double forward = 0;
        double input = 0;
        double weight = 0;
        double gradient = 0;
    };
    std::vector<Change> m_changes; ///< by stage
    std::vector<double> m_always;  ///< by stage
    std::vector<std::uint32_t> m_hasGradient;
    const CostModel& m_costs;
    MicrobatchFactors m_lengths;
    bool m_countsGradients = false;
    std::uint32_t m_visit = 0;
    double m_held = 0;
    double m_fixed = 0;
    double m_peak = 0;
};

struct PeakMemory
{
    double highest = 0; ///< of all ranks
    /// The same where each rank holds in addition what it may hold less than the rank that may hold most:
    /// with this, limits by rank are one, their highest.
    double againstLimit = 0;
};
/// The peaks of MemoryCurves for an order of compute actions. O(actions).
[[nodiscard]] PeakMemory peaksOf(const Schedule& schedule, const CostModel& costs);
[[nodiscard]] double peakMemory(const Schedule& schedule, const CostModel& costs); ///< the highest
/// The same of any order, by its times where it gives activations back for a while.
[[nodiscard]] PeakMemory peaksOf(const Timeline& timeline, const CostModel& costs);
/// What a rank may hold less than the rank that may hold most; 0 without limits by rank.
[[nodiscard]] double heldBack(const CostModel& costs, std::uint32_t rank);

} // namespace bubblescope::search
