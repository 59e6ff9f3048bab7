// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace bubblescope {

/// What a field's numbers are counted in.
enum class CostUnit : std::uint8_t { None, Duration, Size, Bandwidth, Share, Factor, Layers, Count };
/// What a field's value is of.
enum class CostScope : std::uint8_t { Model, Rank, Stage, Microbatch, Pair, Link };
/// The window's form, by its headings.
enum class CostSection : std::uint8_t {
    None,
    Times,
    Microbatches,
    Transfers,
    Jitter,
    Fsdp,
    Returned,
    Memory,
    Blocks,
    Communicators,
    Step
};

/// A short form on the command line; `place` is where --help lists it.
struct CostOption
{
    int place = 0;
    std::string_view name = {}; ///< "--forward"; empty = none
    std::string_view help = {};
    std::string_view value = "X";
};

/// A field as the window's form shows it; a row for one without a name is written by hand.
struct CostEntry
{
    int place = 0; ///< within its section
    CostSection section = CostSection::None;
    std::string_view title = {};
    std::string_view help = {};
    std::string_view name = {};  ///< of the widget
    std::string_view empty = {}; ///< shown for no value; empty if there must be one
};

/// A row of the page on files; fields with the same place share the first one's.
struct CostPageRow
{
    int place = 0;
    std::string_view value = {};
    std::string_view standard = {};
};

/// All of a field but where the model has it.
struct CostField
{
    std::string_view key;        ///< in a cost file
    std::string_view group = {}; ///< the object that has the key; empty: the file itself
    std::string_view name = {};  ///< as errors call it: "p2p latency"; empty: the key
    CostUnit unit = CostUnit::None;
    CostScope per = CostScope::Model;
    double least = 0; ///< that its numbers may be
    double most = std::numeric_limits<double>::infinity();
    /// The words for the values of an enumeration or a text; an empty one is not written.
    std::span<const std::string_view> choices = {};
    /// The key in a block of which the stages' value is composed, and its place there.
    std::string_view blockKey = {};
    std::optional<double> BlockCost::*inBlock = nullptr;
    std::string_view several = {}; ///< what a size is called of many stages
    CostOption option = {};
    CostEntry entry = {};
    CostPageRow page = {};

    /// F, I, W and B: composed of blocks, with the host's part in each.
    [[nodiscard]] constexpr bool isComputeTime() const
    {
        return unit == CostUnit::Duration && inBlock != nullptr;
    }
    /// A size that adds up over the stages and that blocks may give.
    [[nodiscard]] constexpr bool isStageSize() const { return unit == CostUnit::Size && inBlock != nullptr; }
};

/// A field and the way to its value.
template <typename Member>
struct CostFieldOf : CostField
{
    Member member;

    [[nodiscard]] constexpr decltype(auto) of(const CostModel& costs) const
    {
        return std::invoke(member, costs);
    }
    [[nodiscard]] constexpr decltype(auto) of(CostModel& costs) const { return std::invoke(member, costs); }
};
/// A field whose errors call it by its key, unless it has another name.
template <typename Member>
constexpr CostFieldOf<Member> costField(Member member, CostField field)
{
    if (field.name.empty())
        field.name = field.key;
    return {field, member};
}

/// A member of a member of the model.
template <typename Part, typename Value>
struct CostPart
{
    Part CostModel::*part;
    Value Part::*value;

    constexpr const Value& operator()(const CostModel& costs) const { return costs.*part.*value; }
    constexpr Value& operator()(CostModel& costs) const { return costs.*part.*value; }
};
/// clang deduces aggregates' arguments by itself from 17 on only.
template <typename Part, typename Value>
CostPart(Part CostModel::*, Value Part::*) -> CostPart<Part, Value>;

/// What a part of a block takes.
struct PartOfBlock
{
    PartTimes PartCosts::*whole;
    std::optional<StageValues> PartTimes::*part;

    constexpr const std::optional<StageValues>& operator()(const CostModel& costs) const
    {
        return costs.parts.*whole.*part;
    }
    constexpr std::optional<StageValues>& operator()(CostModel& costs) const
    {
        return costs.parts.*whole.*part;
    }
};

/// What the communicators say of one kind of action.
template <typename Value>
struct IssuePart
{
    IssueCosts Communicators::*kind;
    Value IssueCosts::*value;

    constexpr const Value& operator()(const CostModel& costs) const
    {
        return costs.communicators.*kind.*value;
    }
    constexpr Value& operator()(CostModel& costs) const { return costs.communicators.*kind.*value; }
};
template <typename Value>
IssuePart(IssueCosts Communicators::*, Value IssueCosts::*) -> IssuePart<Value>;

} // namespace bubblescope
