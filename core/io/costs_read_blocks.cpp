// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
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
    TRY_VOID(node.checkKeys(known));
    for (const CostField* field : costFields())
        if (const std::string key(field->blockKey); field->inBlock != nullptr && node.has(key))
            TRY_VOID(readValue(node.member(key), *field, block.*(field->inBlock)));
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

Result<void> readValue(const Node& node, const CostField&, BlockCosts& target)
{
    static constexpr std::array<std::string_view, 6> known{"embedding", "layer", "expert",
                                                           "mtp",       "head",  "per_action"};
    TRY_VOID(node.checkKeys(known));
    for (const auto& [name, block] : kCostBlocks)
        if (const std::string key(name); node.has(key))
            TRY_VOID(readBlock(node.member(key), target.*block));
    return readMember(node, "per_action", target.perAction);
}

Result<void> refuseBesideBlocks(const Node& node)
{
    if (!node.has("blocks")) {
        if (node.has("layers_per_stage"))
            return node.wrongKey(
                "layers_per_stage",
                {"costs.without-blocks",
                 "given without blocks: it says how many of the blocks' layers each stage has"});
        return {};
    }
    for (const CostField* field : costFields()) {
        const std::string key(field->key);
        if (!node.has(key))
            continue;
        if (field->isComputeTime())
            return node.wrongKey(key, kBlocksGiveTimes, key);
        if (field->isStageSize() && someBlockHas(node.member("blocks"), key))
            return node.wrongKey(key, kBlocksGiveSizes, field->several, key);
    }
    return {};
}

Json jsonOf(const CostField&, const BlockCosts& blocks)
{
    Json object = Json::object();
    for (const auto& [name, block] : kCostBlocks)
        for (const CostField* field : costFields())
            if (field->inBlock != nullptr && blocks.*block.*(field->inBlock))
                object[std::string(name)][std::string(field->blockKey)] = *(blocks.*block.*(field->inBlock));
    if (blocks.perAction != 0)
        object["per_action"] = blocks.perAction;
    return object;
}

} // namespace bubblescope::json
