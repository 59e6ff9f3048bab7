// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/looped_bfs.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

// PyTorch leaves three cells a later rank: its forward, and a backward that takes two.
constexpr std::uint32_t kTurnBubbles = 3;

std::uint64_t gpipeCellBound(const Shape& shape)
{
    const std::uint64_t bubbles = shape.padded ? std::uint64_t{kTurnBubbles} * shape.ranks : 0;
    return shape.ranks * (std::uint64_t{2} * shape.microbatches + bubbles);
}

Row gpipeBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t turn = kTurnBubbles * shape.ranksAfter(rank);
    RowWriter row(shape, std::uint64_t{2} * shape.microbatches, std::uint64_t{rank.value} + turn, cancel);
    row.bubbles(rank.value);
    for (std::uint32_t k = 0; k < shape.microbatches; ++k)
        row.forward(rank.value, k);
    row.bubbles(turn);
    for (std::uint32_t k = 0; k < shape.microbatches; ++k)
        row.backward(rank.value, k);
    return row.take();
}

/// With two stages a rank in the shape of a V: the downward stage's forwards, the upward stage's, and back.
std::uint64_t hyperParallelCellBound(const Shape& shape)
{
    return std::uint64_t{2} * shape.stageCount() * shape.microbatches;
}

Row hyperParallelRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    RowWriter row(shape, std::uint64_t{2} * shape.stagesPerRank * shape.microbatches, 0, cancel);
    const std::uint32_t stages[] = {rank.value, 2 * shape.ranks - 1 - rank.value};
    for (std::uint32_t i = 0; i < shape.stagesPerRank; ++i)
        for (std::uint32_t k = 0; k < shape.microbatches; ++k)
            row.forward(stages[i], k);
    for (std::uint32_t i = shape.stagesPerRank; i-- > 0;)
        for (std::uint32_t k = 0; k < shape.microbatches; ++k)
            row.backward(stages[i], k);
    return row.take();
}

std::uint32_t stagesOfPlacement(const Shape& shape)
{
    return shape.placement == PlacementKind::V ? 2 : 1;
}

Rule stagesFitPlacement()
{
    return {kStagesPerRankKey,
            [](const Shape& shape) { return shape.stagesPerRank == stagesOfPlacement(shape); },
            [](const Shape& shape) {
                return Sentence({"generate.exactly-placement", "exactly {stages} with placement {placement}"},
                                stagesOfPlacement(shape), placementName(shape.placement));
            }};
}

ParameterSpec oneOrTwoStagesPerRank()
{
    ParameterSpec spec = fixedStagesPerRank(1);
    spec.rule = "exactly 1, or 2 with placement v (variant hyper-parallel)";
    spec.maximum = 2;
    return spec;
}

} // namespace

ScheduleDefinition gpipeDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "gpipe";
    info.title = "GPipe";
    info.aliases = {"ScheduleGPipe"};
    info.origin = "Huang et al., GPipe (2019); order of PyTorch's ScheduleGPipe";
    info.help =
        "Every rank runs the forwards of all microbatches, then all backwards in the same order. Simple, "
        "but each rank keeps the activations of the whole batch.";
    info.parameters = {ranksParameter(), microbatchesParameter(), oneOrTwoStagesPerRank(),
                       inferenceParameter()};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.rules = {stagesFitPlacement()};
    torch.cellBound = gpipeCellBound;
    torch.buildRow = gpipeBuildRow;
    Variant d9d = breadthFirstD9d();
    d9d.help =
        "Runs the backwards from the last microbatch to the first. With inference there are only forwards.";
    d9d.rules = torch.rules;
    Variant hyperParallel;
    hyperParallel.name = "hyper-parallel";
    hyperParallel.help = "Same order as torch with one stage on each rank. Also takes placement v: two "
                         "stages on each rank; all forwards of the downward stage run first, then all of the "
                         "upward one, and the backwards run in the opposite order.";
    hyperParallel.placements = {PlacementKind::Loop, PlacementKind::V};
    hyperParallel.rules = torch.rules;
    hyperParallel.writesBubbles = false;
    hyperParallel.cellBound = hyperParallelCellBound;
    hyperParallel.buildRow = hyperParallelRow;
    definition.variants = {torch, d9d, hyperParallel};
    return definition;
}

} // namespace bubblescope
