// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"

#include <array>
#include <fmt/format.h>

namespace bubblescope::json {

namespace {

using Field = std::optional<double> BlockCost::*;

constexpr std::array<std::pair<std::string_view, Field>, 9> kFields{{
    {"F", &BlockCost::forward},
    {"I", &BlockCost::backwardInput},
    {"W", &BlockCost::backwardWeight},
    {"B", &BlockCost::backward},
    {"activation", &BlockCost::activation},
    {"activation_kept_until_weight", &BlockCost::activationKeptUntilWeight},
    {"parameters", &BlockCost::parameters},
    {"gradients", &BlockCost::gradients},
    {"optimizer", &BlockCost::optimizer},
}};

constexpr std::array<std::pair<std::string_view, BlockCost BlockCosts::*>, 3> kBlocks{{
    {"embedding", &BlockCosts::embedding},
    {"layer", &BlockCosts::layer},
    {"head", &BlockCosts::head},
}};

Result<void> readBlock(const Node& node, BlockCost& block)
{
    std::array<std::string_view, kFields.size()> known;
    for (std::size_t i = 0; i < kFields.size(); ++i)
        known[i] = kFields[i].first;
    if (Result<void> ok = node.checkKeys(known); !ok)
        return ok;
    for (const auto& [name, field] : kFields) {
        const std::string key(name);
        if (!node.has(key))
            continue;
        const Result<double> value = node.member(key).nonNegative();
        if (!value)
            return tl::unexpected(value.error());
        block.*field = *value;
    }
    return {};
}

bool someBlockHas(const Node& blocks, const std::string& size)
{
    for (const auto& [name, block] : kBlocks)
        if (const std::string key(name); blocks.has(key) && blocks.member(key).has(size))
            return true;
    return false;
}

} // namespace

Result<void> readBlocks(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 4> known{"embedding", "layer", "head", "per_action"};
    if (Result<void> ok = node.checkKeys(known); !ok)
        return ok;
    BlockCosts blocks;
    for (const auto& [name, block] : kBlocks)
        if (const std::string key(name); node.has(key))
            if (Result<void> ok = readBlock(node.member(key), blocks.*block); !ok)
                return ok;
    if (node.has("per_action"))
        if (Result<void> ok = assign(blocks.perAction, node.member("per_action").nonNegative()); !ok)
            return ok;
    costs.blocks = blocks;
    return {};
}

Result<void> refuseBesideBlocks(const Node& node)
{
    if (!node.has("blocks")) {
        if (node.has("layers_per_stage"))
            return node.wrongKey(
                "layers_per_stage",
                Sentence({"costs.given-without-blocks-says",
                          "given without blocks: it says how many of the blocks' layers each stage has"}));
        return {};
    }
    for (const char* key : {"forward", "backward_input", "backward_weight", "backward"})
        if (node.has(key))
            return node.wrongKey(
                key,
                Sentence({"costs.blocks-give-times-leave", "blocks give the times: leave out {key}"}, key));
    for (const auto& [key, sizes] :
         {std::pair{"activation", "activations"}, std::pair{"parameters", "parameters"},
          std::pair{"gradients", "gradients"}, std::pair{"optimizer", "optimizer's states"}})
        if (node.has(key) && someBlockHas(node.member("blocks"), key))
            return node.wrongKey(
                key, Sentence({"costs.blocks-give-leave-out", "blocks give the {sizes}: leave out {key}"},
                              sizes, key));
    return {};
}

Json blocksJson(const BlockCosts& blocks)
{
    Json object = Json::object();
    for (const auto& [name, block] : kBlocks)
        for (const auto& [key, field] : kFields)
            if (const std::optional<double>& value = blocks.*block.*field)
                object[std::string(name)][std::string(key)] = *value;
    if (blocks.perAction != 0)
        object["per_action"] = blocks.perAction;
    return object;
}

} // namespace bubblescope::json
