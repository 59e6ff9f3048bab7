// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/validate/by_stage.h"

#include <span>

namespace bubblescope {

/// Where one rank's reduction of one stage is.
struct Reduction
{
    Place reduce;
    Place wait;
    Place lastGradient;
    bool isManaged = false; ///< the rank unshards or reshards the stage
};
[[nodiscard]] constexpr bool makesWeightGradient(ActionKind kind)
{
    return wholeOf(kind) == ActionKind::Backward || wholeOf(kind) == ActionKind::BackwardWeight;
}
/// Of the actions of a rank's row for which `counts(place)` says so, by stage.
template <typename Counts>
[[nodiscard]] ByStage<Reduction> reductionsOf(const Row& row, std::uint32_t rank, Counts&& counts)
{
    ByStage<Reduction> reductions;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        const Place place{rank, i};
        const ActionKind kind = row[i].kind();
        if ((!isFsdp(kind) && !makesWeightGradient(kind)) || !counts(place))
            continue;
        Reduction& of = reductions[row[i].stage().value];
        if (kind == ActionKind::ReduceGrad)
            of.reduce = place;
        else if (kind == ActionKind::WaitReduceGrad)
            of.wait = place;
        else if (isFsdp(kind))
            of.isManaged = true;
        else
            of.lastGradient = place;
    }
    return reductions;
}

/// Places of a row between which a cell has to be.
struct ReductionBounds
{
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Where the rules about reductions want a cell among the others of its row: a REDUCE_GRAD behind the weight
/// gradients of its stage, a WAIT_REDUCE_GRAD behind its REDUCE_GRAD, and from one to the other no other
/// reduction. O(row).
[[nodiscard]] ReductionBounds reductionBounds(const Row& row, std::span<const Action> cell);

} // namespace bubblescope
