// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/level_pyramid.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// Where a rank holds most, and the action that made it so.
struct MemoryPeak
{
    double level = 0;
    Time time = 0;
    std::optional<ActionPosition> action; ///< none where what is always there is the most
};

/// The first action that takes a rank beyond a limit.
struct MemoryCrossing
{
    ActionPosition action; ///< the rank's first one if what is always there is beyond it
    Time time = 0;
    double level = 0; ///< from then on
};

/// What every rank of a timeline holds over time, in the unit of the cost model's activation: activations by
/// the prefix sums of docs/cost-model.md, "Memory" (F adds a, I frees a(1 - k), W frees a k, B frees a;
/// within one cell the highest sum holds while it lasts), parameters from their UNSHARD to their RESHARD, or
/// always on a rank that has none, an optimizer's states always, and gradients from a stage's first W or B
/// on, until its REDUCE_GRAD if there is one. What is added is there from its action's start, what is freed
/// goes at its end. At one moment the order of the row counts; where FSDP runs beside compute, what is freed
/// goes first. Immutable, shared between threads. At most 16 bytes a step and two steps an action, and 1 / 5
/// of that for the pyramid above.
class MemoryCurves
{
public:
    /// O(actions). A limit counts as crossed where a level is above it by more than rounding. Throws
    /// std::bad_alloc, and nothing else.
    [[nodiscard]] static std::shared_ptr<const MemoryCurves> build(const Timeline& timeline,
                                                                   const CostModel& costs);

    [[nodiscard]] std::uint32_t rankCount() const { return static_cast<std::uint32_t>(m_ranks.size()); }
    /// Rising in time, first at 0; neighbors differ in level. What lasts no time is no step.
    [[nodiscard]] std::span<const MemoryStep> steps(RankId rank) const;
    /// Of steps(), for who walks over many of them.
    [[nodiscard]] const LevelPyramid& pyramid(RankId rank) const { return m_ranks[rank.value].pyramid; }
    [[nodiscard]] double levelAt(RankId rank, Time t) const; ///< O(log n)
    /// Highest level anywhere in [t0, t1). O(log n). Requires t0 < t1.
    [[nodiscard]] double highest(RankId rank, Time t0, Time t1) const;
    [[nodiscard]] double lowest(RankId rank, Time t0, Time t1) const;
    /// The highest prefix sum: also of actions that take no time, which no step shows.
    [[nodiscard]] const MemoryPeak& peak(RankId rank) const;
    [[nodiscard]] double highestPeak() const { return m_highest; } ///< of all ranks
    [[nodiscard]] RankId peakRank() const { return m_peakRank; }   ///< the lowest that has it
    /// Levels are numbers of stage activations held: the cost model gives no other size than 1 for each.
    [[nodiscard]] bool countsActivations() const { return m_countsActivations; }
    /// How many of these are one of a rank's whole share of the model, in which people compare schedules: its
    /// stages; 1 for sizes.
    [[nodiscard]] double perShare() const { return m_perShare; }
    /// Of levels and limit.
    [[nodiscard]] MemoryUnit unit() const { return m_unit; }
    /// As the cost model says.
    [[nodiscard]] const std::optional<RankValues>& limits() const { return m_limits; }
    [[nodiscard]] std::optional<double> limit(RankId rank) const
    {
        return m_limits ? std::optional(m_limits->at(rank)) : std::nullopt;
    }
    /// First crossing of limit() on a rank; nothing without a limit, or if it stays within.
    [[nodiscard]] const std::optional<MemoryCrossing>& crossing(RankId rank) const;
    /// The earliest of all ranks, of several the one on the lowest rank.
    [[nodiscard]] std::optional<MemoryCrossing> firstCrossing() const;

private:
    struct Lane
    {
        std::vector<MemoryStep> steps;
        LevelPyramid pyramid;
        MemoryPeak peak;
        std::optional<MemoryCrossing> crossing;
    };
    std::vector<Lane> m_ranks;
    std::optional<RankValues> m_limits;
    double m_highest = 0;
    RankId m_peakRank{};
    bool m_countsActivations = false;
    double m_perShare = 1;
    MemoryUnit m_unit = MemoryUnit::Own;
};
using MemoryCurvesPtr = std::shared_ptr<const MemoryCurves>;

} // namespace bubblescope
