// SPDX-License-Identifier: Apache-2.0
#include "core/validate/reduction_places.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// No other reduction may begin or end between the cell and the other end of its own.
void keepApart(const ByStage<Reduction>& reductions, std::uint32_t stage, std::size_t otherEnd, bool isReduce,
               ReductionBounds& bounds)
{
    for (const auto& [other, reduction] : reductions.values()) {
        if (other == stage || !reduction.reduce || !reduction.wait)
            continue;
        if (isReduce && reduction.reduce.index < otherEnd)
            bounds.first = std::max<std::size_t>(bounds.first, reduction.wait.index + 1);
        else if (!isReduce && reduction.wait.index > otherEnd)
            bounds.last = std::min<std::size_t>(bounds.last, reduction.reduce.index);
    }
}

} // namespace

ReductionBounds reductionBounds(const Row& row, std::span<const Action> cell)
{
    ReductionBounds bounds{0, row.size()};
    const bool hasAny = std::any_of(row.begin(), row.end(),
                                    [](const Action& a) { return a.kind() == ActionKind::ReduceGrad; }) ||
                        cell.front().kind() == ActionKind::ReduceGrad;
    if (!hasAny)
        return bounds;
    ByStage<Reduction> reductions = reductionsOf(row, 0, [](const Place&) { return true; });
    for (const Action& action : cell) {
        const std::uint32_t stage = action.stage().value;
        const Reduction& own = reductions[stage];
        if (makesWeightGradient(action.kind()) && own.reduce) {
            bounds.last = std::min<std::size_t>(bounds.last, own.reduce.index);
        } else if (action.kind() == ActionKind::ReduceGrad) {
            if (own.lastGradient)
                bounds.first = std::max<std::size_t>(bounds.first, own.lastGradient.index + 1);
            if (own.wait) {
                bounds.last = std::min<std::size_t>(bounds.last, own.wait.index);
                keepApart(reductions, stage, own.wait.index, true, bounds);
            }
        } else if (action.kind() == ActionKind::WaitReduceGrad && own.reduce) {
            bounds.first = std::max<std::size_t>(bounds.first, own.reduce.index + 1);
            keepApart(reductions, stage, own.reduce.index, false, bounds);
        }
    }
    return bounds;
}

} // namespace bubblescope
