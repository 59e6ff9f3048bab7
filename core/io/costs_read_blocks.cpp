// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"

#include <array>

namespace bubblescope::json {

namespace {

Result<void> readBlock(const Node& node, BlockCost& block)
{
    std::vector<std::string_view> known;
    for (const CostField* field : costFields())
        if (field->inBlock != nullptr)
            known.push_back(field->blockKey);
    if (Result<void> ok = node.checkKeys(known); !ok)
        return ok;
    for (const CostField* field : costFields())
        if (const std::string key(field->blockKey); field->inBlock != nullptr && node.has(key))
            if (Result<void> ok = readValue(node.member(key), *field, block.*(field->inBlock)); !ok)
                return ok;
    return {};
}

bool someBlockHas(const Node& blocks, const std::string& size)
{
    for (const auto& [name, block] : kCostBlocks)
        if (const std::string key(name); blocks.has(key) && blocks.member(key).has(size))
            return true;
    return false;
}

} // namespace

Result<void> readValue(const Node& node, const CostField&, std::optional<BlockCosts>& target)
{
    static constexpr std::array<std::string_view, 4> known{"embedding", "layer", "head", "per_action"};
    if (Result<void> ok = node.checkKeys(known); !ok)
        return ok;
    BlockCosts blocks;
    for (const auto& [name, block] : kCostBlocks)
        if (const std::string key(name); node.has(key))
            if (Result<void> ok = readBlock(node.member(key), blocks.*block); !ok)
                return ok;
    if (node.has("per_action"))
        if (Result<void> ok = assign(blocks.perAction, node.member("per_action").nonNegative()); !ok)
            return ok;
    target = blocks;
    return {};
}

Result<void> refuseBesideBlocks(const Node& node)
{
    if (!node.has("blocks")) {
        if (node.has("layers_per_stage"))
            return node.wrongKey(
                "layers_per_stage",
                Sentence({"costs.without-blocks",
                          "given without blocks: it says how many of the blocks' layers each stage has"}));
        return {};
    }
    for (const CostField* field : costFields()) {
        const std::string key(field->key);
        if (!node.has(key))
            continue;
        if (field->isComputeTime())
            return node.wrongKey(key, Sentence(kBlocksGiveTimes, key));
        if (field->isStageSize() && someBlockHas(node.member("blocks"), key))
            return node.wrongKey(key, Sentence(kBlocksGiveSizes, field->several, key));
    }
    return {};
}

Json jsonOf(const CostField&, const std::optional<BlockCosts>& blocks)
{
    Json object = Json::object();
    for (const auto& [name, block] : kCostBlocks)
        for (const CostField* field : costFields())
            if (field->inBlock != nullptr && *blocks.*block.*(field->inBlock))
                object[std::string(name)][std::string(field->blockKey)] = *(*blocks.*block.*(field->inBlock));
    if (blocks->perAction != 0)
        object["per_action"] = blocks->perAction;
    return object;
}

} // namespace bubblescope::json
