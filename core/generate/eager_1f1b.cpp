// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t eager1f1bCellBound(const Shape& shape)
{
    return std::uint64_t{2} * shape.ranks * shape.microbatches;
}

Row eager1f1bBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t warmUp = std::min(2 * shape.ranksAfter(rank) + 1, shape.microbatches);
    RowWriter row(shape, std::uint64_t{2} * shape.microbatches, 0, cancel);
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    for (std::uint32_t k = warmUp; k < shape.microbatches; ++k) {
        row.backward(rank.value, k - warmUp);
        row.forward(rank.value, k);
    }
    for (std::uint32_t k = shape.microbatches - warmUp; k < shape.microbatches; ++k)
        row.backward(rank.value, k);
    return row.take();
}

} // namespace

ScheduleDefinition eagerOneForwardOneBackwardDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "eager-1f1b";
    info.title = "Eager 1F1B";
    info.aliases = {"eager_1f1b", "OverlapFriendlyPipeDreamSchedule"};
    info.origin = "Zhuang et al., On Optimizing the Communication of Model Parallelism (2023); order of Alpa";
    info.help = "1F1B with a warm-up of two forwards for each later rank plus one. The input of a forward "
                "arrives well before it is needed, so its transfer is hidden behind work. Without transfers "
                "it takes as long as 1F1B, and the first rank keeps almost twice the activations.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(1)};

    Variant variant;
    variant.name = "alpa";
    variant.placements = {PlacementKind::Loop};
    variant.writesBubbles = false;
    variant.cellBound = eager1f1bCellBound;
    variant.buildRow = eager1f1bBuildRow;
    definition.variants = {variant};
    return definition;
}

} // namespace bubblescope
