// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zero_bubble_one_stage.h"

#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t zeroBubbleOneStageCellBound(const Shape& shape)
{
    return std::uint64_t{3} * shape.ranks * shape.microbatches;
}

/// While forwards are left, a weight gradient waits until the rank has run one forward a rank more; that is
/// as many backwards as the rank's number.
Row oneStageBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t warmUp = std::min(shape.ranksAfter(rank), shape.microbatches);
    const std::uint32_t steady = shape.microbatches - warmUp;
    RowWriter row(shape, std::uint64_t{3} * shape.microbatches, 0, cancel);
    std::uint32_t weights = 0;
    const auto weight = [&] { row.add(rank.value, ActionKind::BackwardWeight, weights++); };

    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    for (std::uint32_t k = 0; k < shape.microbatches; ++k) {
        if (k < steady)
            row.forward(rank.value, warmUp + k);
        row.add(rank.value, ActionKind::BackwardInput, k);
        if (k >= steady || k >= rank.value)
            weight();
    }
    while (weights < shape.microbatches)
        weight();
    return row.take();
}

Rule oneStage()
{
    return {kStagesPerRankKey, [](const Shape& shape) { return shape.stagesPerRank == 1; },
            [](const Shape&) {
                return Sentence(
                    {"generate.exactly-1-variant-pp", "exactly 1 with variant=pp-schedule-visualization"});
            }};
}

} // namespace

Variant zeroBubbleWithOneStage()
{
    Variant variant;
    variant.name = "pp-schedule-visualization";
    variant.help = "Only one stage per rank, but any number of microbatches: if there are fewer microbatches "
                   "than ranks, weight gradients do not wait in the cool-down. It writes no bubbles.";
    variant.placements = {PlacementKind::Loop};
    variant.defaultStagesPerRank = 1;
    variant.rules = {oneStage()};
    variant.writesBubbles = false;
    variant.cellBound = zeroBubbleOneStageCellBound;
    variant.buildRow = oneStageBuildRow;
    return variant;
}

} // namespace bubblescope
