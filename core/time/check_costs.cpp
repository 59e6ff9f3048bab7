// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fields.h"
#include "core/time/stage_layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr SentenceCode kNoValue{"costs.no-value", "{key} has no value"};
constexpr std::string_view kLayersKey = "layers_per_stage";

/// What a value is called. The argument "key" is the field's, by which forms find their row.
Sentence called(std::string_view key)
{
    return {{"costs.key", "{key}"}, key};
}

Sentence ofStage(std::string_view key, std::size_t stage)
{
    return {{"costs.of-stage", "{key} of stage {stage}"}, key, stage};
}

Sentence ofRank(std::string_view key, std::size_t rank)
{
    return {{"costs.of-rank", "{key} of rank {rank}"}, key, rank};
}

constexpr double kNoMost = std::numeric_limits<double>::infinity();

Result<void> checkNumber(const Sentence& what, double value, double least = 0, double most = kNoMost)
{
    if (!std::isfinite(value) || value < 0)
        return invalidInput(
            {"costs.not-from-0", "{what} is {value:g}; expected a finite number of at least 0"}, what, value);
    if (value < least)
        return invalidInput(
            {"costs.below-least", "{what} is {value:g}; expected a number of at least {least:g}"}, what,
            value, least);
    if (value > most)
        return invalidInput(
            {"costs.above-most", "{what} is {value:g}; expected a number of at most {most:g}"}, what, value,
            most);
    return {};
}

Result<void> checkNumber(const Sentence& what, const std::optional<double>& value)
{
    return value ? checkNumber(what, *value) : Result<void>{};
}

Result<void> checkValues(std::string_view key, const StageValues& values, std::uint32_t stageCount,
                         double most = kNoMost)
{
    if (values.values.empty())
        return invalidInput(kNoValue, key);
    if (!values.isUniform() && values.values.size() != stageCount)
        return invalidInput(kOtherCountOfStages, key, values.values.size(), stageCount);
    for (std::size_t s = 0; s < values.values.size(); ++s)
        if (auto ok =
                checkNumber(values.isUniform() ? called(key) : ofStage(key, s), values.values[s], 0, most);
            !ok)
            return ok;
    return {};
}

/// The model that is checked, and the stages and ranks of its lists.
struct Checked
{
    const CostModel& costs;
    std::uint32_t stageCount;
    std::optional<std::uint32_t> rankCount;
    std::optional<std::uint32_t> microbatchCount;
};

/// What blocks give is given but once.
Result<void> checkAlone(const Checked& model)
{
    const CostModel plain;
    return tryCostFields([&](const auto& field) -> Result<void> {
        const bool isOther = field.of(model.costs) != field.of(plain);
        if (isOther && field.isComputeTime())
            return invalidInput(Sentence(kBlocksGiveTimes, field.name));
        if (isOther && field.isStageSize() && givesOf(*model.costs.blocks, field.inBlock))
            return invalidInput(Sentence(kBlocksGiveSizes, field.several, field.name));
        return {};
    });
}

Result<void> checkLayers(const Checked& model)
{
    const StageValues& layers = model.costs.layersPerStage;
    if (!model.costs.blocks) {
        if (const CostModel plain; layers != plain.layersPerStage)
            return invalidInput({"costs.layers-without-blocks",
                                 "{key} needs blocks: it says how many of the blocks' layers each stage has"},
                                kLayersKey);
        return {};
    }
    if (auto ok = checkValues(kLayersKey, layers, model.stageCount); !ok)
        return ok;
    for (std::size_t s = 0; s < layers.values.size(); ++s)
        if (layers.values[s] != std::floor(layers.values[s]))
            return invalidInput({"costs.not-whole", "{what} is {value:g}; expected a whole number"},
                                layers.isUniform() ? called(kLayersKey) : ofStage(kLayersKey, s),
                                layers.values[s]);
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
    return checkNumber(called(field.name), value, field.least);
}

Result<void> check(const CostField& field, const std::uint64_t& value, const Checked&)
{
    return checkNumber(called(field.name), static_cast<double>(value), field.least);
}

Result<void> check(const CostField& field, const StageValues& values, const Checked& model)
{
    return field.unit == CostUnit::Layers ? checkLayers(model)
                                          : checkValues(field.name, values, model.stageCount, field.most);
}

Result<void> check(const CostField& field, const std::optional<StageValues>& values, const Checked& model)
{
    return values ? checkValues(field.name, *values, model.stageCount, field.most) : Result<void>{};
}

Result<void> check(const CostField& field, const std::optional<RankValues>& limits, const Checked& model)
{
    if (!limits)
        return {};
    if (limits->values.empty())
        return invalidInput(kNoValue, field.name);
    if (model.rankCount && !limits->isUniform() && limits->values.size() != *model.rankCount)
        return invalidInput(kOtherCountOfRanks, field.name, limits->values.size(), *model.rankCount);
    for (std::size_t r = 0; r < limits->values.size(); ++r)
        if (auto ok = checkNumber(limits->isUniform() ? called(field.name) : ofRank(field.name, r),
                                  limits->values[r]);
            !ok)
            return ok;
    return {};
}

Result<void> check(const CostField& field, const MicrobatchValues& numbers, const Checked& model)
{
    if (numbers.values.empty())
        return {};
    if (model.microbatchCount && numbers.values.size() != *model.microbatchCount)
        return invalidInput(kOtherCountOfMicrobatches, field.name, numbers.values.size(),
                            *model.microbatchCount);
    for (std::size_t m = 0; m < numbers.values.size(); ++m)
        if (auto ok =
                checkNumber({{"costs.of-microbatch", "{key} of microbatch {microbatch}"}, field.name, m},
                            numbers.values[m]);
            !ok)
            return ok;
    return {};
}

Result<void> check(const CostField& field, const std::map<std::uint32_t, double>& ranks, const Checked&)
{
    for (const auto& [rank, value] : ranks)
        if (auto ok = checkNumber(ofRank(field.name, rank), value); !ok)
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
                    {"costs.done-out-of-range",
                     "{key}: {kind} is done at {done:g} of the block's time; expected 0 to 1"},
                    name, kindText(kind), done);
        if (std::max(rule.firstDone, rule.secondDone) < 1)
            return invalidInput({"costs.none-done-at-the-end",
                                 "{key}: the parts are done at {first:g} and {second:g} of the block's time, "
                                 "but the block ends when one of them ends: one must be 1"},
                                name, rule.firstDone, rule.secondDone);
    }
    return {};
}

Result<void> check(const CostField&, const std::vector<LinkCost>& links, const Checked&)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    seen.reserve(links.size());
    for (const LinkCost& link : links) {
        if (link.from == link.to)
            return invalidInput(
                {"costs.p2p-link-to-itself",
                 "p2p link from rank {from} to rank {to}: a link connects two different ranks"},
                link.from, link.to);
        for (const auto& [name, value] :
             {std::pair{"p2p latency", &link.latency}, std::pair{"p2p bytes", &link.bytes},
              std::pair{"p2p bandwidth", &link.bandwidth}})
            if (auto ok = checkNumber(Sentence({"costs.of-link", "{key} from rank {from} to rank {to}"}, name,
                                               link.from, link.to),
                                      *value);
                !ok)
                return ok;
        seen.emplace_back(link.from, link.to);
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end())
        return invalidInput({"costs.p2p-link-twice", "p2p link from rank {from} to rank {to} appears twice"},
                            twice->first, twice->second);
    return {};
}

Result<void> check(const CostField&, const std::optional<BlockCosts>& blocks, const Checked& model)
{
    if (!blocks)
        return {};
    for (const auto& [name, block] : kCostBlocks)
        for (const CostField* field : costFields())
            if (field->inBlock != nullptr)
                if (auto ok = checkNumber(
                        Sentence({"costs.of-block", "blocks {block} {field}"}, name, field->blockKey),
                        *blocks.*block.*(field->inBlock));
                    !ok)
                    return ok;
    if (auto ok = checkNumber(called("blocks per_action"), blocks->perAction); !ok)
        return ok;
    return checkAlone(model);
}

} // namespace

Result<void> CostModel::check(std::uint32_t stageCount, std::optional<std::uint32_t> rankCount,
                              std::optional<std::uint32_t> microbatchCount) const
{
    const Checked model{*this, stageCount, rankCount, microbatchCount};
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
    if (microbatches.attention > 1)
        return invalidInput({"costs.share-above-1", "{key} is {value:g}; expected a share from 0 to 1"},
                            "microbatch attention", microbatches.attention);
    return checkStageLayers(*this, stageCount);
}

} // namespace bubblescope
