// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"
#include "core/io/costs_value.h"

namespace bubblescope::json {

namespace {

void putValues(Json& object, const char* key, const std::optional<StageValues>& values)
{
    if (values)
        object[key] = valuesJson(*values);
}

void putValues(Json& object, const char* key, const StageValues& values, double usual)
{
    if (values != StageValues(usual))
        object[key] = valuesJson(values);
}

Json fsdpJson(const CostModel& costs)
{
    Json object = Json::object();
    putValues(object, "unshard", costs.unshard, 0);
    putValues(object, "reshard", costs.reshard, 0);
    putValues(object, "reduce_grad", costs.reduceGrad, 0);
    if (costs.overlapsFsdp)
        object["overlap"] = true;
    return object;
}

} // namespace

Json costsValue(const CostModel& costs)
{
    Json object = Json::object();
    putValues(object, "forward", costs.forward);
    putValues(object, "backward_input", costs.backwardInput);
    putValues(object, "backward_weight", costs.backwardWeight);
    putValues(object, "backward", costs.backward);
    if (costs.overlap != OverlapRule{})
        object["overlap"] = overlapJson(costs.overlap);
    if (Json p2p = transferJson(costs.transfer); !p2p.empty())
        object["p2p"] = std::move(p2p);
    if (Json fsdp = fsdpJson(costs); !fsdp.empty())
        object["fsdp"] = std::move(fsdp);
    putValues(object, "activation", costs.activation, 1);
    putValues(object, "activation_kept_until_weight", costs.activationKeptUntilWeight, 1);
    putValues(object, "parameters", costs.parameters, 0);
    putValues(object, "gradients", costs.gradients, 0);
    putValues(object, "optimizer", costs.optimizer, 0);
    if (costs.memoryLimit)
        object["memory_limit"] = *costs.memoryLimit;
    if (costs.memoryUnit == MemoryUnit::Bytes)
        object["memory_unit"] = "bytes";
    if (Json jitter = jitterJson(costs.jitter); !jitter.empty())
        object["jitter"] = std::move(jitter);
    if (costs.hostOverhead != 0)
        object["host_overhead"] = costs.hostOverhead;
    if (costs.blocks)
        object["blocks"] = blocksJson(*costs.blocks);
    if (costs.blocks && costs.layersPerStage != StageValues(1.0))
        object["layers_per_stage"] = layersJson(costs.layersPerStage);
    for (const auto& [rank, factor] : costs.rankFactor)
        object["rank_factor"][std::to_string(rank)] = factor;
    if (costs.profile != TimingProfile::Strict)
        object["profile"] = profileName(costs.profile);
    if (costs.unit != "step")
        object["time_unit"] = costs.unit;
    if (!costs.source.empty())
        object["source"] = costs.source;
    if (!costs.notes.empty())
        object["notes"] = costs.notes;
    return object;
}

} // namespace bubblescope::json
