// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

std::uint64_t oneFOneBCellBound(const Shape& shape)
{
    const std::uint64_t bubbles = shape.padded ? std::uint64_t{3} * shape.ranks : 0;
    return shape.ranks * (std::uint64_t{2} * shape.microbatches + bubbles);
}

/// Warm-up forwards, forward and backward in turn, the remaining backwards. PyTorch prints the last rank's
/// forwards one too high; the forwards it runs are built here.
Row oneFOneBBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t after = shape.ranksAfter(rank);
    const std::uint32_t warmUp = std::min(after, shape.microbatches);
    const std::uint32_t steady = shape.microbatches - warmUp;
    RowWriter row(shape, std::uint64_t{2} * shape.microbatches,
                  std::uint64_t{rank.value} + std::uint64_t{2} * after + warmUp, cancel);
    row.bubbles(rank.value);
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    row.bubbles(std::uint64_t{2} * after);
    for (std::uint32_t k = 0; k < steady; ++k) {
        row.forward(rank.value, warmUp + k);
        row.backward(rank.value, k);
    }
    for (std::uint32_t k = steady; k < shape.microbatches; ++k) {
        row.bubbles();
        row.backward(rank.value, k);
    }
    return row.take();
}

Rule oneMicrobatchARank()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches >= shape.ranks; },
            [](const Shape& shape) {
                return Sentence({"generate.least-many-ranks", "at least as many as ranks ({least})"},
                                shape.ranks);
            }};
}

} // namespace

ScheduleDefinition oneForwardOneBackwardDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "1f1b";
    info.title = "1F1B";
    info.aliases = {"Schedule1F1B"};
    info.origin = "Narayanan et al., PipeDream (2019) with a flush; order of PyTorch's Schedule1F1B";
    info.help = "After a warm-up of one forward for each later rank, every rank alternates one forward and "
                "one backward. It takes as long as GPipe, but a rank keeps the activations of at most as "
                "many microbatches as there are ranks from it to the last one.";
    info.parameters = {ranksParameter(),
                       microbatchesParameter("at least the number of ranks (variants hyper-parallel and "
                                             "pp-schedule-visualization: any number)"),
                       fixedStagesPerRank(1)};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.rules = {oneMicrobatchARank()};
    torch.cellBound = oneFOneBCellBound;
    torch.buildRow = oneFOneBBuildRow;
    Variant hyperParallel = torch;
    hyperParallel.name = "hyper-parallel";
    hyperParallel.help =
        "Same order as torch; also takes fewer microbatches than ranks. Its generator writes no bubbles.";
    hyperParallel.rules.clear();
    hyperParallel.writesBubbles = false;
    Variant visualization = hyperParallel;
    visualization.name = "pp-schedule-visualization";
    visualization.help = "The same order without bubbles; also takes fewer microbatches than ranks, and then "
                         "limits the warm-up to the forwards that exist.";
    definition.variants = {torch, hyperParallel, visualization};
    return definition;
}

} // namespace bubblescope
