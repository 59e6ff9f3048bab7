// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

Result<void> checkNumber(std::string_view name, double value)
{
    if (!std::isfinite(value) || value < 0)
        return invalidInput(
            {"time.finite-number-least-0", "{name} is {value:g}, but must be a finite number of at least 0"},
            name, value);
    return {};
}

Result<void> checkNumber(std::string_view name, const std::optional<double>& value)
{
    return value ? checkNumber(name, *value) : Result<void>{};
}

Result<void> checkValues(std::string_view name, const StageValues& values, std::uint32_t stageCount)
{
    if (values.values.empty())
        return invalidInput({"time.no-value", "{name} has no value"}, name);
    if (!values.isUniform() && values.values.size() != stageCount)
        return invalidInput({"time.values-schedule-stages-give",
                             "{name} has {values} values, but the schedule has {stage_count} stages: give "
                             "one value for all or one for each stage"},
                            name, values.values.size(), stageCount);
    for (std::size_t s = 0; s < values.values.size(); ++s) {
        const std::string place =
            values.isUniform() ? std::string(name) : fmt::format("{} of stage {}", name, s);
        if (auto ok = checkNumber(place, values.values[s]); !ok)
            return ok;
    }
    return {};
}

Result<void> checkValues(std::string_view name, const std::optional<StageValues>& values,
                         std::uint32_t stageCount)
{
    return values ? checkValues(name, *values, stageCount) : Result<void>{};
}

Result<void> checkStages(const CostModel& costs, std::uint32_t stageCount)
{
    for (const auto& [name, values] :
         {std::pair{"forward", &costs.forward}, std::pair{"backward_input", &costs.backwardInput},
          std::pair{"backward_weight", &costs.backwardWeight}, std::pair{"backward", &costs.backward}})
        if (auto ok = checkValues(name, *values, stageCount); !ok)
            return ok;
    for (const auto& [name, values] :
         {std::pair{"unshard", &costs.unshard}, std::pair{"reshard", &costs.reshard},
          std::pair{"reduce_grad", &costs.reduceGrad}, std::pair{"activation", &costs.activation},
          std::pair{"activation_kept_until_weight", &costs.activationKeptUntilWeight},
          std::pair{"parameters", &costs.parameters}, std::pair{"gradients", &costs.gradients},
          std::pair{"optimizer", &costs.optimizer}})
        if (auto ok = checkValues(name, *values, stageCount); !ok)
            return ok;
    return {};
}

Result<void> checkOverlap(const OverlapRule& overlap, std::uint32_t stageCount)
{
    for (const auto& [pair, rule] : overlap.times) {
        const std::string name = fmt::format("overlap {}+{}", kindText(pair.first), kindText(pair.second));
        if (auto ok = checkValues(name, rule.time, stageCount); !ok)
            return ok;
        for (const auto& [kind, done] :
             {std::pair{pair.first, rule.firstDone}, {pair.second, rule.secondDone}})
            if (!(done >= 0 && done <= 1))
                return invalidInput(
                    {"time.done-blocks-time-from",
                     "{name}: {kind} is done at {done:g} of the block's time, but that must be from 0 to 1"},
                    name, kindText(kind), done);
        if (std::max(rule.firstDone, rule.secondDone) < 1)
            return invalidInput({"time.parts-done-blocks-time",
                                 "{name}: the parts are done at {first_done:g} and {second_done:g} of the "
                                 "block's time, but the block ends with one of them: one must be 1"},
                                name, rule.firstDone, rule.secondDone);
    }
    return {};
}

Result<void> checkTransfer(const TransferCost& transfer)
{
    for (const auto& [name, value] :
         {std::pair{"p2p latency", transfer.latency}, std::pair{"p2p bytes", transfer.bytes},
          std::pair{"p2p bandwidth", transfer.bandwidth}})
        if (auto ok = checkNumber(name, value); !ok)
            return ok;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    seen.reserve(transfer.links.size());
    for (const LinkCost& link : transfer.links) {
        const std::string place = fmt::format("from rank {} to rank {}", link.from, link.to);
        if (link.from == link.to)
            return invalidInput(
                {"time.p2p-link-link-joins", "p2p link {place}: a link joins two different ranks"}, place);
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
            {"time.p2p-link-from-rank", "p2p link from rank {twice} to rank {twice2} stands twice"},
            twice->first, twice->second);
    return {};
}

Result<void> checkBlock(std::string_view name, const BlockCost& block)
{
    for (const auto& [key, value] :
         {std::pair{"F", &block.forward}, std::pair{"I", &block.backwardInput},
          std::pair{"W", &block.backwardWeight}, std::pair{"B", &block.backward},
          std::pair{"activation", &block.activation},
          std::pair{"activation_kept_until_weight", &block.activationKeptUntilWeight},
          std::pair{"parameters", &block.parameters}, std::pair{"gradients", &block.gradients},
          std::pair{"optimizer", &block.optimizer}})
        if (auto ok = checkNumber(fmt::format("blocks {} {}", name, key), *value); !ok)
            return ok;
    return {};
}

/// What the blocks give is given but once.
Result<void> checkAlone(const CostModel& costs)
{
    for (const auto& [name, values] :
         {std::pair{"forward", &costs.forward}, std::pair{"backward_input", &costs.backwardInput},
          std::pair{"backward_weight", &costs.backwardWeight}, std::pair{"backward", &costs.backward}})
        if (*values)
            return invalidInput({"time.blocks-give-times-leave", "blocks give the times: leave out {name}"},
                                name);
    const auto gives = [&](std::optional<double> BlockCost::*size) {
        return costs.blocks->embedding.*size || costs.blocks->layer.*size || costs.blocks->head.*size;
    };
    const CostModel plain;
    if (gives(&BlockCost::activation) && costs.activation != plain.activation)
        return invalidInput(
            {"time.blocks-give-activations-leave", "blocks give the activations: leave out activation"});
    if (gives(&BlockCost::parameters) && costs.parameters != plain.parameters)
        return invalidInput(
            {"time.blocks-give-parameters-leave", "blocks give the parameters: leave out parameters"});
    if (gives(&BlockCost::gradients) && costs.gradients != plain.gradients)
        return invalidInput(
            {"time.blocks-give-gradients-leave", "blocks give the gradients: leave out gradients"});
    if (gives(&BlockCost::optimizer) && costs.optimizer != plain.optimizer)
        return invalidInput({"time.blocks-give-optimizers-states",
                             "blocks give the optimizer's states: leave out optimizer"});
    return {};
}

Result<void> checkLayers(const CostModel& costs, std::uint32_t stageCount)
{
    const StageValues& layers = costs.layersPerStage;
    if (!costs.blocks) {
        if (layers != CostModel{}.layersPerStage)
            return invalidInput({"time.layers-per-stage-given",
                                 "layers_per_stage is given without blocks: it says how many "
                                 "of the blocks' layers each stage has"});
        return {};
    }
    if (auto ok = checkValues("layers_per_stage", layers, stageCount); !ok)
        return ok;
    for (std::size_t s = 0; s < layers.values.size(); ++s)
        if (layers.values[s] != std::floor(layers.values[s]))
            return invalidInput({"time.layers-per-stage-whole",
                                 "layers_per_stage{words} is {s:g}, but must be a whole number"},
                                layers.isUniform() ? "" : fmt::format(" of stage {}", s), layers.values[s]);
    return {};
}

Result<void> checkBlocks(const CostModel& costs)
{
    if (!costs.blocks)
        return {};
    for (const auto& [name, block] :
         {std::pair{"embedding", &costs.blocks->embedding}, std::pair{"layer", &costs.blocks->layer},
          std::pair{"head", &costs.blocks->head}})
        if (auto ok = checkBlock(name, *block); !ok)
            return ok;
    if (auto ok = checkNumber("blocks per_action", costs.blocks->perAction); !ok)
        return ok;
    return checkAlone(costs);
}

} // namespace

Result<void> CostModel::check(std::uint32_t stageCount) const
{
    if (auto ok = checkStages(*this, stageCount); !ok)
        return ok;
    if (auto ok = checkOverlap(overlap, stageCount); !ok)
        return ok;
    if (auto ok = checkTransfer(transfer); !ok)
        return ok;
    if (auto ok = checkNumber("memory_limit", memoryLimit); !ok)
        return ok;
    for (const auto& [rank, factor] : rankFactor)
        if (auto ok = checkNumber(fmt::format("rank_factor of rank {}", rank), factor); !ok)
            return ok;
    if (auto ok = checkNumber("jitter sigma", jitter.sigma); !ok)
        return ok;
    if (auto ok = checkNumber("host_overhead", hostOverhead); !ok)
        return ok;
    if (auto ok = checkBlocks(*this); !ok)
        return ok;
    return checkLayers(*this, stageCount);
}

} // namespace bubblescope
