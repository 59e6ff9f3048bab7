// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

Result<void> checkNumber(std::string_view name, double value)
{
    if (!std::isfinite(value) || value < 0)
        return invalidInput(
            fmt::format("{} is {:g}, but must be a finite number of at least 0", name, value));
    return {};
}

Result<void> checkNumber(std::string_view name, const std::optional<double>& value)
{
    return value ? checkNumber(name, *value) : Result<void>{};
}

Result<void> checkValues(std::string_view name, const StageValues& values, std::uint32_t stageCount)
{
    if (values.values.empty())
        return invalidInput(fmt::format("{} has no value", name));
    if (!values.isUniform() && values.values.size() != stageCount)
        return invalidInput(
            fmt::format("{} has {} values, but the schedule has {} stages: give one value for all "
                        "or one for each stage",
                        name, values.values.size(), stageCount));
    for (std::size_t s = 0; s < values.values.size(); ++s) {
        const std::string place =
            values.isUniform() ? std::string(name) : fmt::format("{} of stage {}", name, s);
        if (auto ok = checkNumber(place, values.values[s]); !ok)
            return ok;
    }
    return {};
}

/// The model that is checked, and the stages and ranks of its lists.
struct Checked
{
    const CostModel& costs;
    std::uint32_t stageCount;
    std::optional<std::uint32_t> rankCount;
};

/// What blocks give is given but once.
Result<void> checkAlone(const Checked& model)
{
    const CostModel plain;
    return tryCostFields([&](const auto& field) -> Result<void> {
        const bool isOther = field.of(model.costs) != field.of(plain);
        if (isOther && field.isComputeTime())
            return invalidInput(fmt::format("blocks give the times: leave out {}", field.name));
        if (isOther && field.isStageSize() && givesOf(*model.costs.blocks, field.inBlock))
            return invalidInput(fmt::format("blocks give the {}: leave out {}", field.several, field.name));
        return {};
    });
}

Result<void> checkLayers(const Checked& model)
{
    const StageValues& layers = model.costs.layersPerStage;
    if (!model.costs.blocks) {
        if (layers != CostModel{}.layersPerStage)
            return invalidInput("layers_per_stage is given without blocks: it says how many of the blocks' "
                                "layers each stage has");
        return {};
    }
    if (auto ok = checkValues("layers_per_stage", layers, model.stageCount); !ok)
        return ok;
    for (std::size_t s = 0; s < layers.values.size(); ++s)
        if (layers.values[s] != std::floor(layers.values[s]))
            return invalidInput(fmt::format("layers_per_stage{} is {:g}, but must be a whole number",
                                            layers.isUniform() ? "" : fmt::format(" of stage {}", s),
                                            layers.values[s]));
    return {};
}

// check(field, value, model): one for each kind of value that can be wrong.

template <typename Value>
Result<void> check(const CostField&, const Value&, const Checked&)
{
    return {};
}

Result<void> check(const CostField& field, const double& value, const Checked&)
{
    return checkNumber(field.name, value);
}

Result<void> check(const CostField& field, const StageValues& values, const Checked& model)
{
    return field.unit == CostUnit::Layers ? checkLayers(model)
                                          : checkValues(field.name, values, model.stageCount);
}

Result<void> check(const CostField& field, const std::optional<StageValues>& values, const Checked& model)
{
    return values ? checkValues(field.name, *values, model.stageCount) : Result<void>{};
}

Result<void> check(const CostField& field, const std::optional<RankValues>& limits, const Checked& model)
{
    if (!limits)
        return {};
    if (limits->values.empty())
        return invalidInput(fmt::format("{} has no value", field.name));
    if (model.rankCount && !limits->isUniform() && limits->values.size() != *model.rankCount)
        return invalidInput(fmt::format("{} has {} values, but the schedule has {} ranks: give one value for "
                                        "all or one for each rank",
                                        field.name, limits->values.size(), *model.rankCount));
    for (std::size_t r = 0; r < limits->values.size(); ++r) {
        const std::string place =
            limits->isUniform() ? std::string(field.name) : fmt::format("{} of rank {}", field.name, r);
        if (auto ok = checkNumber(place, limits->values[r]); !ok)
            return ok;
    }
    return {};
}

Result<void> check(const CostField& field, const std::map<std::uint32_t, double>& ranks, const Checked&)
{
    for (const auto& [rank, value] : ranks)
        if (auto ok = checkNumber(fmt::format("{} of rank {}", field.name, rank), value); !ok)
            return ok;
    return {};
}

Result<void> check(const CostField&, const OverlapRule& overlap, const Checked& model)
{
    for (const auto& [pair, rule] : overlap.times) {
        const std::string name = overlapName(pair);
        if (auto ok = checkValues(name, rule.time, model.stageCount); !ok)
            return ok;
        for (const auto& [kind, done] :
             {std::pair{pair.first, rule.firstDone}, {pair.second, rule.secondDone}})
            if (!(done >= 0 && done <= 1))
                return invalidInput(
                    fmt::format("{}: {} is done at {:g} of the block's time, but that must be "
                                "from 0 to 1",
                                name, kindText(kind), done));
        if (std::max(rule.firstDone, rule.secondDone) < 1)
            return invalidInput(
                fmt::format("{}: the parts are done at {:g} and {:g} of the block's time, but "
                            "the block ends with one of them: one must be 1",
                            name, rule.firstDone, rule.secondDone));
    }
    return {};
}

Result<void> check(const CostField&, const std::vector<LinkCost>& links, const Checked&)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    seen.reserve(links.size());
    for (const LinkCost& link : links) {
        const std::string place = fmt::format("from rank {} to rank {}", link.from, link.to);
        if (link.from == link.to)
            return invalidInput(fmt::format("p2p link {}: a link joins two different ranks", place));
        for (const auto& [name, value] :
             {std::pair{"latency", &link.latency}, std::pair{"bytes", &link.bytes},
              std::pair{"bandwidth", &link.bandwidth}})
            if (auto ok = checkNumber(fmt::format("p2p {} {}", name, place), *value); !ok)
                return ok;
        seen.emplace_back(link.from, link.to);
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end())
        return invalidInput(
            fmt::format("p2p link from rank {} to rank {} stands twice", twice->first, twice->second));
    return {};
}

Result<void> check(const CostField&, const std::optional<BlockCosts>& blocks, const Checked& model)
{
    if (!blocks)
        return {};
    for (const auto& [name, block] : kCostBlocks)
        for (const CostField* field : costFields())
            if (field->inBlock != nullptr)
                if (auto ok = checkNumber(fmt::format("blocks {} {}", name, field->blockKey),
                                          *blocks.*block.*(field->inBlock));
                    !ok)
                    return ok;
    if (auto ok = checkNumber("blocks per_action", blocks->perAction); !ok)
        return ok;
    return checkAlone(model);
}

} // namespace

Result<void> CostModel::check(std::uint32_t stageCount, std::optional<std::uint32_t> rankCount) const
{
    const Checked model{*this, stageCount, rankCount};
    // Lists first: one that does not fit is what misfitOf() finds.
    const auto isList = [](const CostField& field) {
        return field.per == CostScope::Stage && field.unit != CostUnit::Layers;
    };
    for (const bool lists : {true, false})
        if (auto ok = tryCostFields([&](const auto& field) -> Result<void> {
                return isList(field) == lists ? bubblescope::check(field, field.of(*this), model)
                                              : Result<void>{};
            });
            !ok)
            return ok;
    return {};
}

} // namespace bubblescope
