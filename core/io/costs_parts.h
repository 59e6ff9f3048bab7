// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/costs_lists.h"
#include "core/io/json_node.h"
#include "core/time/cost_fields.h"

#include <optional>
#include <utility>

/// The values of a cost file, each read into its place in the model and written from there, by what kind of
/// value it is; private to core/io.
namespace bubblescope::json {

/// Reads the keys of a cost file. "format" and "version" are checked where they are; `isFile` demands them.
[[nodiscard]] Result<CostModel> costsFromNode(const Node& node, bool isFile);
/// Reads the keys of an object that a cost file calls `group`.
[[nodiscard]] Result<void> readGroup(const Node& node, std::string_view group, CostModel& costs);
/// What differs from the defaults, without format and version.
[[nodiscard]] Json costsValue(const CostModel& costs);
/// There are costs that files of version 1 cannot have: of R, O or L, of memory beside the stages, of layers
/// of several kinds.
[[nodiscard]] bool hasCostsOfVersion2(const CostModel& costs);
/// The lists among the keys of a cost file that was understood.
[[nodiscard]] CostsLists costsListsOf(const Node& costs);
/// Those of a calibration from which `costs` were made.
[[nodiscard]] CostsLists calibrationListsOf(const Node& root, const CostModel& costs);

template <typename T>
Result<void> assign(T& target, Result<T> value)
{
    if (!value)
        return tl::unexpected(value.error());
    target = std::move(*value);
    return {};
}

// readValue(node, field, target) reads one value of its kind.

/// A number of at least 0; of a bandwidth above 0.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, double& target);
/// A number of at least 0, or a list with one for each stage; whole ones of layers.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, StageValues& target);
/// A number of at least 0, or a list with one for each rank.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field,
                                     std::optional<RankValues>& target);
/// A list of numbers of at least 0, one for each microbatch.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, MicrobatchValues& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, bool& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, std::uint64_t& target);
/// Any text, or one of the field's choices.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, std::string& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field,
                                     std::vector<std::string>& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, TimingProfile& target);
/// By rank: {"2": 1.6}.
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field,
                                     std::map<std::uint32_t, double>& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, OverlapRule& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, std::vector<LinkCost>& target);
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, BlockCosts& target);
/// As what is optional.
template <typename Value>
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, std::optional<Value>& target)
{
    return readValue(node, field, target.emplace());
}
/// The number of the choice that is there.
[[nodiscard]] Result<std::size_t> readChoice(const Node& node, const CostField& field);
template <typename Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] Result<void> readValue(const Node& node, const CostField& field, Enum& target)
{
    return assign(target,
                  readChoice(node, field).map([](std::size_t choice) { return static_cast<Enum>(choice); }));
}

/// Reads a number of at least 0 into its place, if the key is there.
template <typename Number>
[[nodiscard]] Result<void> readMember(const Node& node, const std::string& key, Number& target)
{
    return node.has(key)
               ? assign(target,
                        node.member(key).nonNegative().map([](double value) { return Number(value); }))
               : Result<void>();
}

/// Refuses what a cost file's "blocks" give and its other keys give again, and layers without blocks.
[[nodiscard]] Result<void> refuseBesideBlocks(const Node& node);

// jsonOf(field, value) writes one that differs from the default.

template <typename Value>
[[nodiscard]] Json jsonOf(const CostField& field, const Value& value)
{
    if constexpr (std::is_enum_v<Value>)
        return field.choices[static_cast<std::size_t>(value)];
    else
        return value;
}
[[nodiscard]] Json jsonOf(const CostField& field, const StageValues& values);
[[nodiscard]] Json jsonOf(const CostField& field, const RankValues& values);
[[nodiscard]] Json jsonOf(const CostField& field, const MicrobatchValues& numbers);
[[nodiscard]] Json jsonOf(const CostField& field, const std::map<std::uint32_t, double>& ranks);
[[nodiscard]] Json jsonOf(const CostField& field, const OverlapRule& rule);
[[nodiscard]] Json jsonOf(const CostField& field, const std::vector<LinkCost>& links);
[[nodiscard]] Json jsonOf(const CostField& field, const BlockCosts& blocks);
template <typename Value>
[[nodiscard]] Json jsonOf(const CostField& field, const std::optional<Value>& value)
{
    return jsonOf(field, *value);
}

} // namespace bubblescope::json
