// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How many blocks of each kind a stage is made of.
struct StageLayers
{
    double dense = 0;      ///< decoder layers without experts
    double experts = 0;    ///< decoder layers with experts
    double prediction = 0; ///< of multi-token prediction
    bool hasEmbedding = false;
    bool hasLoss = false;

    bool operator==(const StageLayers&) const = default;
};

/// What a layout of the costs says of each stage, else their layers per stage with the embedding on the first
/// stage and the loss on the last. Requires blocks, and what checkStageLayers() accepts.
[[nodiscard]] std::vector<StageLayers> stageLayersOf(const CostModel& costs, std::uint32_t stageCount);

/// Refuses a layout that cannot be read, of another number of stages, without blocks or beside layers per
/// stage. O(letters).
[[nodiscard]] Result<void> checkStageLayers(const CostModel& costs, std::uint32_t stageCount);

/// What the costs say of layers that changes no time or size.
struct LayersRemark
{
    std::string_view field; ///< that says it: "layout"
    Sentence said;
};
/// Layers of a layout of a kind without a block, and kinds that are told apart without the block `expert`.
[[nodiscard]] std::vector<LayersRemark> layersWithoutCosts(const CostModel& costs);

/// Calls `visit(block, count)` for what a stage has of each block.
template <typename Visit>
void visitBlocks(const BlockCosts& blocks, const StageLayers& layers, Visit&& visit)
{
    visit(blocks.layer, layers.dense);
    if (layers.experts > 0)
        visit(blocks.expert, layers.experts);
    if (layers.prediction > 0)
        visit(blocks.prediction, layers.prediction);
    if (layers.hasEmbedding)
        visit(blocks.embedding, 1.0);
    if (layers.hasLoss)
        visit(blocks.head, 1.0);
}

} // namespace bubblescope
