// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bubblescope::calibration {

Result<std::optional<double>> optionalSize(const Node& node, const std::string& key)
{
    if (!node.has(key))
        return std::optional<double>();
    return node.member(key).nonNegative().map([](double value) { return std::optional<double>(value); });
}

bool givesTimes(const Node& entry)
{
    const Node ops = entry.member("ops");
    return std::any_of(costFields().begin(), costFields().end(), [&](const CostField* field) {
        return field->isComputeTime() && ops.has(std::string(field->blockKey));
    });
}

BlockCost timesOf(const Node& entry, const std::string& what, Notes& notes)
{
    BlockCost times;
    const Node ops = entry.member("ops");
    for (const CostField* field : costFields()) {
        const std::string kind(field->blockKey);
        if (!field->isComputeTime() || !ops.has(kind))
            continue;
        const Node stat = ops.member(kind);
        times.*field->inBlock = stat.value()["median"].get<double>();
        notes.noteFlags(stat, fmt::format("{} {}", what, kind));
    }
    if (times.backward && times.backwardInput && !times.backwardWeight)
        times.backwardWeight = std::max(0.0, *times.backward - *times.backwardInput);
    if (times.backward && times.backwardWeight && !times.backwardInput)
        times.backwardInput = std::max(0.0, *times.backward - *times.backwardWeight);
    return times;
}

Result<BlockCost> costOf(const Node& entry, const std::string& what, Notes& notes)
{
    BlockCost cost = timesOf(entry, what, notes);
    if (!cost.backward && cost.backwardInput && !cost.backwardWeight)
        return entry.member("ops").wrong(
            {"calibration.w-missing-give-w", "W is missing: give W, or B, which includes I"});
    TRY_VOID(takeSizes(entry, cost));
    return cost;
}

double timeOf(const BlockCost& times, ActionKind kind)
{
    const double half = times.backward.value_or(0) / 2;
    switch (kind) {
    case ActionKind::Forward:
        return times.forward.value_or(0);
    case ActionKind::BackwardInput:
        return times.backwardInput.value_or(half);
    case ActionKind::BackwardWeight:
        return times.backwardWeight.value_or(half);
    default:
        return times.backward.value_or(times.backwardInput.value_or(0) + times.backwardWeight.value_or(0));
    }
}

std::vector<std::string_view> missingKinds(const BlockCost& times)
{
    std::vector<std::string_view> kinds;
    if (!times.forward)
        kinds.emplace_back("F");
    if (times.backward || (times.backwardInput && times.backwardWeight))
        return kinds;
    if (!times.backwardInput)
        kinds.emplace_back("I");
    if (!times.backwardWeight)
        kinds.emplace_back("W");
    if (!times.backwardInput && !times.backwardWeight)
        kinds.emplace_back("B");
    return kinds;
}

std::string sizeName(const CostField& field)
{
    return std::string(field.inBlock == &BlockCost::parameters ? "weights" : field.key);
}

Result<std::optional<double>> takeSizes(const Node& entry, BlockCost& cost)
{
    if (!entry.has("memory"))
        return std::optional<double>();
    const Node memory = entry.member("memory");
    for (const CostField* field : costFields())
        if (field->isStageSize()) {
            const bool isActivation = field->inBlock == &BlockCost::activation;
            TRY(cost.*field->inBlock, optionalSize(memory, isActivation ? "activation_f" : sizeName(*field)));
        }
    TRY(const std::optional<double> message, optionalSize(memory, "boundary"));
    TRY(std::optional<double> kept, optionalSize(memory, "activation_freed_by_w"));
    // I may raise memory, so what it frees may be below 0.
    if (!kept && cost.activation && memory.has("activation_freed_by_i"))
        kept = std::max(0.0, *cost.activation - memory.member("activation_freed_by_i").value().get<double>());
    if (kept && cost.activation.value_or(0) > 0)
        cost.activationKeptUntilWeight = *kept / *cost.activation;
    return message;
}

std::optional<Node> blockNamed(const Node& root, std::string_view name)
{
    for (const Node& block : root.member("blocks").items())
        if (block.value()["block"] == name)
            return block;
    return std::nullopt;
}

std::optional<Node> decoderLayer(const Node& root)
{
    const std::optional<Node> dense = blockNamed(root, "layer");
    return dense && givesTimes(*dense) ? dense : blockNamed(root, "expert");
}

Result<void> refuseTwice(const Node& list, const std::string& key)
{
    std::set<json::Json> seen;
    for (const Node& item : list.items())
        if (const Node value = item.member(key); !seen.insert(value.value()).second)
            return value.wrong({"calibration.stands-twice", "{value} appears twice"}, value.value().dump());
    return {};
}

Result<double> overhead(const Node& root, const std::string& key)
{
    if (!root.has("overheads"))
        return 0.0;
    return optionalSize(root.member("overheads"), key).map([](const std::optional<double>& value) {
        return value.value_or(0);
    });
}

} // namespace bubblescope::calibration
