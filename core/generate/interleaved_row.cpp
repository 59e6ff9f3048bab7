// SPDX-License-Identifier: Apache-2.0
#include "core/generate/interleaved_row.h"

#include "core/generate/row_writer.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

/// A backward cannot run together with its own forward.
bool mayFuse(FusedForwards fused, const PassWalk::Pass& forward, const PassWalk::Pass& backward,
             const Shape& shape)
{
    if (fused == FusedForwards::None ||
        (forward.stage == backward.stage && forward.microbatch == backward.microbatch))
        return false;
    return fused == FusedForwards::All || forward.stage + 1 == shape.stageCount();
}

} // namespace

Row interleavedRow(const Shape& shape, RankId rank, const InterleavedPlan& plan, const CancelToken& cancel)
{
    const std::uint64_t passes = passesOfRank(shape);
    const std::uint64_t warmUp = std::min(plan.warmUp, passes);
    RowWriter row(shape, 2 * passes, 0, cancel);
    PassWalk forwards(shape, rank, PassWalk::Direction::Forwards, plan.rounds);
    PassWalk backwards(shape, rank, PassWalk::Direction::Backwards, plan.rounds);
    for (std::uint64_t k = 0; k < passes + warmUp; ++k) {
        const std::optional<PassWalk::Pass> forward =
            k < passes ? std::optional(forwards.next()) : std::nullopt;
        const std::optional<PassWalk::Pass> backward =
            k >= warmUp ? std::optional(backwards.next()) : std::nullopt;
        const bool isFused = forward && backward && mayFuse(plan.fused, *forward, *backward, shape);
        if (forward)
            row.add(forward->stage, ActionKind::Forward, forward->microbatch,
                    isFused ? CellRole::OverlapForwardBackward : CellRole::Single);
        if (backward)
            row.add(backward->stage, ActionKind::Backward, backward->microbatch,
                    isFused ? CellRole::OverlapContinued : CellRole::Single);
    }
    return row.take();
}

std::uint64_t interleavedRowsCellBound(const Shape& shape)
{
    return shape.ranks * 2 * passesOfRank(shape);
}

} // namespace bubblescope
