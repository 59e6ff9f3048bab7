// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_value.h"

#include <fmt/format.h>

namespace bubblescope::json {

namespace {

Json valuesJson(const StageValues& values)
{
    return values.isUniform() ? Json(values.values.front()) : Json(values.values);
}

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

Json overlapJson(const OverlapRule& rule)
{
    const char* const fallback = rule.fallback == OverlapRule::Fallback::Max ? "max" : "sum";
    if (rule.times.empty())
        return fallback;
    Json object = Json::object();
    for (const auto& [pair, given] : rule.times)
        object[fmt::format("{}+{}", kindText(pair.first), kindText(pair.second))] = valuesJson(given.time);
    if (rule.fallback != OverlapRule::Fallback::Sum)
        object["otherwise"] = fallback;
    return object;
}

Json transferJson(const TransferCost& transfer)
{
    Json object = Json::object();
    if (transfer.latency != 0)
        object["latency"] = transfer.latency;
    if (transfer.bandwidth != 0)
        object["bandwidth"] = transfer.bandwidth;
    if (transfer.bytes != 0)
        object["bytes"] = transfer.bytes;
    if (transfer.mode == TransferMode::Rendezvous)
        object["mode"] = "rendezvous";
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
    Json fsdp = Json::object();
    putValues(fsdp, "unshard", costs.unshard, 0);
    putValues(fsdp, "reshard", costs.reshard, 0);
    putValues(fsdp, "reduce_grad", costs.reduceGrad, 0);
    if (!fsdp.empty())
        object["fsdp"] = std::move(fsdp);
    putValues(object, "activation", costs.activation, 1);
    if (costs.activationKeptUntilWeight != 1)
        object["activation_kept_until_weight"] = costs.activationKeptUntilWeight;
    for (const auto& [rank, factor] : costs.rankFactor)
        object["rank_factor"][std::to_string(rank)] = factor;
    if (costs.profile != TimingProfile::Strict)
        object["profile"] = profileName(costs.profile);
    if (costs.unit != "step")
        object["time_unit"] = costs.unit;
    return object;
}

} // namespace bubblescope::json
