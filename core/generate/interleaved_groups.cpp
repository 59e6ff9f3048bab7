// SPDX-License-Identifier: Apache-2.0
#include "core/generate/interleaved_groups.h"

#include "core/generate/rounds.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t interleavedGroupsCellBound(const Shape& shape)
{
    return shape.ranks * 2 * passesOfRank(shape);
}

template <SteadyPart kSteady>
Row interleavedGroupsBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t passes = passesOfRank(shape);
    const std::uint64_t warmUp = std::min(groupWarmUp(shape, rank, kSteady), passes);
    const Rounds groups = Rounds::ofSize(shape, groupSize(shape));
    RowWriter row(shape, 2 * passes, 0, cancel);
    PassWalk forwards(shape, rank, PassWalk::Direction::Forwards, groups);
    PassWalk backwards(shape, rank, PassWalk::Direction::Backwards, groups);
    const auto emit = [&row](PassWalk& walk, ActionKind kind, CellRole role = CellRole::Single) {
        const PassWalk::Pass pass = walk.next();
        row.add(pass.stage, kind, pass.microbatch, role);
    };

    constexpr bool kIsFused = kSteady == SteadyPart::Fused;
    for (std::uint64_t k = 0; k < warmUp; ++k)
        emit(forwards, ActionKind::Forward);
    for (std::uint64_t k = warmUp; k < passes; ++k) {
        emit(forwards, ActionKind::Forward, kIsFused ? CellRole::OverlapForwardBackward : CellRole::Single);
        emit(backwards, ActionKind::Backward, kIsFused ? CellRole::OverlapContinued : CellRole::Single);
    }
    for (std::uint64_t k = 0; k < warmUp; ++k)
        emit(backwards, ActionKind::Backward);
    return row.take();
}

} // namespace

Variant interleavedInGroups(SteadyPart steady)
{
    Variant variant;
    variant.name = "pp-schedule-visualization";
    variant.help = "Runs the microbatches in groups of group_size, with the remainder in the last group; "
                   "PyTorch makes the rounds equal instead. It writes no bubbles.";
    variant.placements = {PlacementKind::Loop};
    variant.options = {kGroupSizeKey};
    variant.rules = groupRules(steady);
    variant.writesBubbles = false;
    variant.cellBound = interleavedGroupsCellBound;
    variant.buildRow = steady == SteadyPart::Fused ? interleavedGroupsBuildRow<SteadyPart::Fused>
                                                   : interleavedGroupsBuildRow<SteadyPart::Alternating>;
    return variant;
}

} // namespace bubblescope
