// SPDX-License-Identifier: Apache-2.0
#include "core/generate/interleaved_groups.h"

#include "core/generate/interleaved_row.h"

namespace bubblescope {

namespace {

template <SteadyPart kSteady>
Row interleavedGroupsBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    return interleavedRow(shape, rank,
                          {Rounds::ofSize(shape, groupSize(shape)), groupWarmUp(shape, rank, kSteady),
                           kSteady == SteadyPart::Fused ? FusedForwards::All : FusedForwards::None},
                          cancel);
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
    variant.cellBound = interleavedRowsCellBound;
    variant.buildRow = steady == SteadyPart::Fused ? interleavedGroupsBuildRow<SteadyPart::Fused>
                                                   : interleavedGroupsBuildRow<SteadyPart::Alternating>;
    return variant;
}

} // namespace bubblescope
