// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

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

/// A whole number of the model that says of which kind its decoder layers are.
Result<void> readCount(const Node& model, const std::string& key, std::int64_t least, std::uint64_t& target)
{
    if (!model.has(key))
        return {};
    TRY(const std::int64_t count,
        model.member(key).wholeNumber(least, std::numeric_limits<std::int32_t>::max()));
    target = static_cast<std::uint64_t>(count);
    return {};
}

/// Which decoder layers have experts, and which stage has which layers; read where blocks tell kinds apart.
Result<void> composeKinds(const Node& model, CostModel& costs)
{
    TRY_VOID(readCount(model, "dense_layers", 0, costs.denseLayers));
    TRY_VOID(readCount(model, "expert_every", 1, costs.expertEvery));
    if (!model.has("layout"))
        return {};
    if (model.has("layers_per_stage"))
        return model.member("layout").wrong({"calibration.layout-beside-layers",
                                             "layers_per_stage says already how many layers each stage has: "
                                             "leave out one of them"});
    return model.member("layout").text().map([&](std::string layout) { costs.layout = std::move(layout); });
}

void composeLayers(const Node& model, CostModel& costs, Notes& notes)
{
    if (!costs.layout.empty())
        return;
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
    const auto layer = decoderLayer(root);
    if (!layer || !givesTimes(*layer))
        return root.member("blocks").wrong(
            {"calibration.no-times-layer-which", "no times of a \"layer\", which stages are made of"});
    BlockCosts blocks;
    for (const auto& [name, block] : kCostBlocks)
        if (const std::optional<Node> entry = blockNamed(root, name))
            TRY_VOID(composeBlock(*entry, std::string(name), blocks.*block, notes));
    TRY(blocks.perAction, overhead(root, "per_op_us"));
    costs.blocks = blocks;
    if (blocks.expert != BlockCost{} || blocks.prediction != BlockCost{})
        TRY_VOID(composeKinds(root.member("model"), costs));
    else
        for (const char* key : {"layout", "dense_layers", "expert_every"})
            if (root.member("model").has(key))
                notes.warn(std::string("model.") + key +
                           " is not used: it tells kinds of layers apart, but there is no block \"expert\" "
                           "or \"mtp\"");
    composeLayers(root.member("model"), costs, notes);
    return {};
}

} // namespace bubblescope::calibration
