// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t zbH2CellBound(const Shape& shape)
{
    return std::uint64_t{3} * shape.ranks * shape.microbatches;
}

/// Keeps 2r weight gradients back on rank r: they fill its cool-down, as the forwards did its warm-up.
Row zbH2BuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t m = shape.microbatches;
    const std::uint32_t warmUp = std::min(2 * shape.ranksAfter(rank) + 1, m);
    const std::uint32_t keptBack = 2 * rank.value;
    RowWriter row(shape, std::uint64_t{3} * m, 0, cancel);
    std::uint32_t weights = 0;
    const auto weight = [&] { row.add(rank.value, ActionKind::BackwardWeight, weights++); };
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    for (std::uint32_t k = 0; k < m; ++k) {
        row.add(rank.value, ActionKind::BackwardInput, k);
        if (k >= keptBack)
            weight();
        if (warmUp + k < m)
            row.forward(rank.value, warmUp + k);
    }
    while (weights < m)
        weight();
    return row.take();
}

} // namespace

ScheduleDefinition zeroBubbleH2Definition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "zb-h2";
    info.title = "ZB-H2";
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023): from the paper";
    info.help = "From the paper. Forwards fill the warm-up, almost twice as many as in 1F1B, and delayed "
                "weight gradients fill the cool-down, so that the ranks end one after the other. If F, I and "
                "W take the same time and there are at least 2*ranks-1 microbatches, no rank idles between "
                "its first and last action, and each keeps the activations of 2*ranks-1 microbatches until "
                "their weight gradients. The optimizer steps of the ranks must not wait for each other.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(1)};

    Variant paper;
    paper.name = "paper";
    paper.placements = {PlacementKind::Loop};
    paper.writesBubbles = false;
    paper.cellBound = zbH2CellBound;
    paper.buildRow = zbH2BuildRow;
    definition.variants = {paper};
    return definition;
}

} // namespace bubblescope
