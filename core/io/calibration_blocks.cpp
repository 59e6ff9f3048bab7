// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::calibration {

namespace {

/// The embedding has no input gradient: all of its backward is W.
KindTimes withoutInputGradient(KindTimes times)
{
    if (times.backward && !times.backwardWeight)
        times.backwardWeight = times.backward;
    if (times.backwardWeight && !times.backwardInput)
        times.backwardInput = 0;
    return times;
}

Result<void> composeBlock(const Node& entry, const std::string& name, BlockCost& block, Notes& notes)
{
    KindTimes times = kindTimes(entry, name, notes);
    if (name == "embedding" && !entry.member("ops").has("I"))
        times = withoutInputGradient(times);
    if (Result<void> ok = refuseWithoutWeight(entry, times); !ok)
        return ok;
    block.forward = times.forward;
    block.backwardInput = times.backwardInput;
    block.backwardWeight = times.backwardWeight;
    block.backward = times.backward;
    if (const auto missing = times.missing(); !missing.empty())
        notes.warn(fmt::format("no time of {} of the {}: taken as 0", fmt::join(missing, ", "), name));
    TRY(const Sizes sizes, sizesOf(entry));
    block.activation = sizes.activation;
    block.parameters = sizes.parameters;
    block.gradients = sizes.gradients;
    block.optimizer = sizes.optimizer;
    if (sizes.keptUntilWeight && sizes.activation.value_or(0) > 0)
        block.activationKeptUntilWeight = *sizes.keptUntilWeight / *sizes.activation;
    return {};
}

void composeLayers(const Node& model, CostModel& costs, Notes& notes)
{
    if (!model.has("layers_per_stage") || model.member("layers_per_stage").value() == json::Json::array()) {
        notes.warn("model.layers_per_stage is missing: one layer a stage is taken");
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
        return root.member("blocks").wrong(Sentence(
            {"calibration.no-times-layer-which", "no times of a \"layer\", of which stages are composed"}));
    BlockCosts blocks;
    for (const auto& [name, block] : {std::pair{"embedding", &blocks.embedding},
                                      std::pair{"layer", &blocks.layer}, std::pair{"head", &blocks.head}})
        if (const std::optional<Node> entry = blockNamed(root, name))
            if (Result<void> ok = composeBlock(*entry, name, *block, notes); !ok)
                return ok;
    TRY(blocks.perAction, overhead(root, "per_op_us"));
    costs.blocks = blocks;
    composeLayers(root.member("model"), costs, notes);
    return {};
}

} // namespace bubblescope::calibration
