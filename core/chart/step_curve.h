// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/level_pyramid.h"
#include "core/time/memory_curves.h"

#include <memory>
#include <span>
#include <vector>

namespace bubblescope {

/// A quantity of a rank that holds from one step to the next, as others have made it: the memory of
/// MemoryCurves, the microbatches of InFlightCurves. Steps rise in time, the first at 0.
struct StepCurveView
{
    std::span<const MemoryStep> steps;
    const LevelPyramid* pyramid = nullptr; ///< of the steps; never null

    /// O(log n). Before the first step, and without any, 0.
    [[nodiscard]] double levelAt(Time t) const;
    /// The step that holds at `t`; 0 before the first. O(log n). Requires steps.
    [[nodiscard]] std::size_t stepAt(Time t) const;
    /// The first step that does not begin before `t`; their number if all do. O(log n).
    [[nodiscard]] std::size_t firstFrom(Time t) const;
    /// Lowest and highest level anywhere in [t0, t1). O(log n). Requires t0 < t1; {0, 0} without steps.
    [[nodiscard]] LevelPyramid::Extent extent(Time t0, Time t1) const;
};

/// How many different microbatches a rank has begun and not yet done with: each counts from the start of its
/// first compute action on the rank until its last backward (B, I or W) there has ended, of any stage; one
/// that has no backward there until the end of the run. Rising in time, first at 0; neighbors differ in
/// level. What lasts no time is no step. O(n log n) in the actions of the row.
[[nodiscard]] std::vector<MemoryStep> inFlight(const Timeline& timeline, RankId rank);

/// inFlight() of every rank. Immutable, shared between threads; 16 bytes a step, and 1 / 5 of that.
class InFlightCurves
{
public:
    /// Null if it was cancelled. Throws std::bad_alloc, and nothing else.
    [[nodiscard]] static std::shared_ptr<const InFlightCurves> build(const Timeline& timeline,
                                                                     const CancelToken& cancel = {});

    [[nodiscard]] std::uint32_t rankCount() const { return static_cast<std::uint32_t>(m_ranks.size()); }
    [[nodiscard]] StepCurveView curve(RankId rank) const
    {
        return {m_ranks[rank.value].steps, &m_ranks[rank.value].pyramid};
    }
    [[nodiscard]] double highest() const { return m_highest; } ///< of all ranks

private:
    struct Curve
    {
        std::vector<MemoryStep> steps;
        LevelPyramid pyramid;
    };
    std::vector<Curve> m_ranks;
    double m_highest = 0;
};
using InFlightCurvesPtr = std::shared_ptr<const InFlightCurves>;

/// A rank's memory as a curve like others.
[[nodiscard]] inline StepCurveView curveOf(const MemoryCurves& memory, RankId rank)
{
    return {memory.steps(rank), &memory.pyramid(rank)};
}

} // namespace bubblescope
