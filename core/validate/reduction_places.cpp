// SPDX-License-Identifier: Apache-2.0
#include "core/validate/reduction_places.h"

#include "core/validate/by_stage.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

struct Reduction
{
    std::optional<std::size_t> gradient; ///< the last
    std::optional<std::size_t> reduce;
    std::optional<std::size_t> wait;
};

bool makesWeightGradient(ActionKind kind)
{
    return kind == ActionKind::Backward || kind == ActionKind::BackwardWeight;
}

ByStage<Reduction> reductionsOf(const Row& row)
{
    ByStage<Reduction> reductions;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ActionKind kind = row[i].kind();
        const std::uint32_t stage = row[i].stage().value;
        if (makesWeightGradient(kind))
            reductions[stage].gradient = i;
        else if (kind == ActionKind::ReduceGrad)
            reductions[stage].reduce = i;
        else if (kind == ActionKind::WaitReduceGrad)
            reductions[stage].wait = i;
    }
    return reductions;
}

/// No other reduction may begin or end between the cell and the other end of its own.
void keepApart(const ByStage<Reduction>& reductions, std::uint32_t stage, std::size_t otherEnd, bool isReduce,
               ReductionBounds& bounds)
{
    for (const auto& [other, reduction] : reductions.values()) {
        if (other == stage || !reduction.reduce || !reduction.wait)
            continue;
        if (isReduce && *reduction.reduce < otherEnd)
            bounds.first = std::max(bounds.first, *reduction.wait + 1);
        else if (!isReduce && *reduction.wait > otherEnd)
            bounds.last = std::min(bounds.last, *reduction.reduce);
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
    ByStage<Reduction> reductions = reductionsOf(row);
    for (const Action& action : cell) {
        const std::uint32_t stage = action.stage().value;
        const Reduction& own = reductions[stage];
        if (makesWeightGradient(action.kind()) && own.reduce) {
            bounds.last = std::min(bounds.last, *own.reduce);
        } else if (action.kind() == ActionKind::ReduceGrad) {
            if (own.gradient)
                bounds.first = std::max(bounds.first, *own.gradient + 1);
            if (own.wait) {
                bounds.last = std::min(bounds.last, *own.wait);
                keepApart(reductions, stage, *own.wait, true, bounds);
            }
        } else if (action.kind() == ActionKind::WaitReduceGrad && own.reduce) {
            bounds.first = std::max(bounds.first, *own.reduce + 1);
            keepApart(reductions, stage, *own.reduce, false, bounds);
        }
    }
    return bounds;
}

} // namespace bubblescope
