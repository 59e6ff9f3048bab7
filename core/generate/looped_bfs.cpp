// SPDX-License-Identifier: Apache-2.0
#include "core/generate/looped_bfs.h"

#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

namespace bubblescope {

namespace {

constexpr const char* kInferenceKey = "inference";

std::uint64_t loopedBfsActionsOfRank(const Shape& shape)
{
    const std::uint64_t directions = shape.isOn(kInferenceKey) ? 1 : 2;
    return directions * shape.stagesPerRank * shape.microbatches;
}

std::uint64_t loopedBfsCellBound(const Shape& shape)
{
    return shape.ranks *
           (loopedBfsActionsOfRank(shape) + (shape.padded ? std::uint64_t{2} * shape.ranks : 0));
}

Row loopedBfsBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t turn = std::uint64_t{2} * shape.ranksAfter(rank);
    RowWriter row(shape, loopedBfsActionsOfRank(shape), rank.value + turn, cancel);
    row.bubbles(rank.value);
    for (std::uint32_t chunk = 0; chunk < shape.stagesPerRank; ++chunk)
        for (std::uint32_t k = 0; k < shape.microbatches; ++k)
            row.forward(chunk * shape.ranks + rank.value, k);
    if (shape.isOn(kInferenceKey))
        return row.take();
    row.bubbles(turn);
    for (std::uint32_t chunk = shape.stagesPerRank; chunk-- > 0;)
        for (std::uint32_t k = shape.microbatches; k-- > 0;)
            row.backward(chunk * shape.ranks + rank.value, k);
    return row.take();
}

} // namespace

ParameterSpec inferenceParameter()
{
    return switchParameter(kInferenceKey, "Inference", "Builds only the forwards.", "only in variant d9d");
}

Variant breadthFirstD9d()
{
    Variant d9d;
    d9d.name = "d9d";
    d9d.help =
        "Same order as torch; its generator writes no bubbles. With inference there are only forwards.";
    d9d.placements = {PlacementKind::Loop};
    d9d.options = {kInferenceKey};
    d9d.writesBubbles = false;
    d9d.cellBound = loopedBfsCellBound;
    d9d.buildRow = loopedBfsBuildRow;
    return d9d;
}

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
        "Stages loop over the ranks. Each stage runs all microbatches before the rank's next stage starts; "
        "the backwards run in reverse, from the last stage and the last microbatch. The weights of each "
        "stage are gathered once for each direction, and its gradients are reduced once.";
    info.parameters = {ranksParameter(), microbatchesParameter(), anyStagesPerRank(), inferenceParameter()};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.cellBound = loopedBfsCellBound;
    torch.buildRow = loopedBfsBuildRow;
    definition.variants = {torch, breadthFirstD9d()};
    return definition;
}

} // namespace bubblescope
