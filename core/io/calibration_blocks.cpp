// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::calibration {

namespace {

/// The embedding has no input gradient: all of its backward is W.
BlockCost withoutInputGradient(BlockCost times)
{
    if (times.backward && !times.backwardWeight)
        times.backwardWeight = times.backward;
    if (times.backwardWeight && !times.backwardInput)
        times.backwardInput = 0;
    return times;
}

Result<void> composeBlock(const Node& entry, const std::string& name, BlockCost& block, Notes& notes)
{
    TRY(block, costOf(entry, name, notes));
    if (name == "embedding" && !entry.member("ops").has("I"))
        block = withoutInputGradient(block);
    if (const auto missing = missingKinds(block); !missing.empty())
        notes.warn(fmt::format("no time of {} of the {}: taken as 0", fmt::join(missing, ", "), name));
    return {};
}

void composeLayers(const Node& model, CostModel& costs, Notes& notes)
{
    if (!model.has("layers_per_stage") || model.member("layers_per_stage").value() == json::Json::array()) {
        notes.warn("model.layers_per_stage is missing: one layer per stage is assumed");
        return;
    }
    const json::Json& layers = model.value()["layers_per_stage"];
    costs.layersPerStage = layers.is_array() ? StageValues(layers.get<std::vector<double>>())
                                             : StageValues(layers.get<double>());
}

} // namespace

Result<void> composeBlocks(const Node& root, CostModel& costs, Notes& notes)
{
    const auto layer = blockNamed(root, "layer");
    if (!layer || !givesTimes(*layer))
        return root.member("blocks").wrong(
            {"calibration.no-times-layer-which", "no times of a \"layer\", which stages are made of"});
    BlockCosts blocks;
    for (const auto& [name, block] : kCostBlocks)
        if (const std::optional<Node> entry = blockNamed(root, name))
            TRY_VOID(composeBlock(*entry, std::string(name), blocks.*block, notes));
    TRY(blocks.perAction, overhead(root, "per_op_us"));
    costs.blocks = blocks;
    composeLayers(root.member("model"), costs, notes);
    return {};
}

} // namespace bubblescope::calibration
