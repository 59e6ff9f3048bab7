// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

namespace bubblescope {

namespace {

std::uint64_t actionsOfRank(const Shape& shape)
{
    return std::uint64_t{2} * shape.stagesPerRank * shape.microbatches;
}

std::uint64_t cellBound(const Shape& shape)
{
    return shape.ranks * (actionsOfRank(shape) + (shape.padded ? std::uint64_t{2} * shape.ranks : 0));
}

Row buildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t turn = std::uint64_t{2} * shape.ranksAfter(rank);
    RowWriter row(shape, actionsOfRank(shape), rank.value + turn, cancel);
    row.bubbles(rank.value);
    for (std::uint32_t chunk = 0; chunk < shape.stagesPerRank; ++chunk)
        for (std::uint32_t k = 0; k < shape.microbatches; ++k)
            row.forward(chunk * shape.ranks + rank.value, k);
    row.bubbles(turn);
    for (std::uint32_t chunk = shape.stagesPerRank; chunk-- > 0;)
        for (std::uint32_t k = shape.microbatches; k-- > 0;)
            row.backward(chunk * shape.ranks + rank.value, k);
    return row.take();
}

} // namespace

ScheduleDefinition loopedBreadthFirstDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "looped-bfs";
    info.title = "Looped BFS";
    info.aliases = {"LoopedBFS", "ScheduleLoopedBFS"};
    info.origin =
        "Lamy-Poirier, Breadth-First Pipeline Parallelism (2022); order of PyTorch's ScheduleLoopedBFS";
    info.help =
        "Stages loop over the ranks. Each stage runs all microbatches before the rank's next stage begins; "
        "the backwards go the same way back, from the last stage and the last microbatch. Each stage's "
        "weights are gathered and its gradients reduced once.";
    info.parameters = {ranksParameter(), microbatchesParameter(), anyStagesPerRank()};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.cellBound = cellBound;
    torch.buildRow = buildRow;
    definition.variants = {torch};
    return definition;
}

} // namespace bubblescope
