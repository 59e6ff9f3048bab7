// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

namespace bubblescope {

namespace {

// PyTorch leaves three cells a later rank: its forward, and a backward that takes two.
constexpr std::uint32_t kTurnBubbles = 3;

std::uint64_t cellBound(const Shape& shape)
{
    const std::uint64_t bubbles = shape.padded ? std::uint64_t{kTurnBubbles} * shape.ranks : 0;
    return shape.ranks * (std::uint64_t{2} * shape.microbatches + bubbles);
}

Row buildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
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
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(1)};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.cellBound = cellBound;
    torch.buildRow = buildRow;
    definition.variants = {torch};
    return definition;
}

} // namespace bubblescope
