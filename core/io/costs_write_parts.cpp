// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::json {

namespace {

Json overlapTimeJson(const OverlapTime& rule)
{
    const bool ends = rule.firstDone == 1 && rule.secondDone == 1;
    if (!rule.isShareOfSum && ends)
        return valuesJson(rule.time);
    Json object = Json::object();
    object[rule.isShareOfSum ? "share" : "time"] = valuesJson(rule.time);
    if (!ends)
        object["done"] = {rule.firstDone, rule.secondDone};
    return object;
}

Json linkJson(const LinkCost& link)
{
    Json object = {{"from", link.from}, {"to", link.to}};
    const auto put = [&](const char* key, const std::optional<double>& value) {
        if (value)
            object[key] = *value;
    };
    put("latency", link.latency);
    // A bandwidth of 0 is no number of a file: bytes that cost nothing are none.
    const bool isFree = link.bandwidth && *link.bandwidth == 0;
    put("bytes", isFree ? 0.0 : link.bytes);
    put("bandwidth", isFree ? std::nullopt : link.bandwidth);
    return object;
}

Json layerJson(double layers)
{
    constexpr double mostExact = 9007199254740992.0;
    return layers < mostExact && std::floor(layers) == layers ? Json(static_cast<std::uint64_t>(layers))
                                                              : Json(layers);
}

} // namespace

Json valuesJson(const StageValues& values)
{
    return values.isUniform() ? Json(values.values.front()) : Json(values.values);
}

Json layersJson(const StageValues& layers)
{
    if (layers.isUniform())
        return layerJson(layers.values.front());
    Json list = Json::array();
    for (const double value : layers.values)
        list.push_back(layerJson(value));
    return list;
}

Json overlapJson(const OverlapRule& rule)
{
    const char* const fallback = rule.fallback == OverlapRule::Fallback::Max ? "max" : "sum";
    if (rule.times.empty())
        return fallback;
    Json object = Json::object();
    for (const auto& [pair, given] : rule.times)
        object[fmt::format("{}+{}", kindText(pair.first), kindText(pair.second))] = overlapTimeJson(given);
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
    for (const LinkCost& link : transfer.links)
        object["links"].push_back(linkJson(link));
    return object;
}

Json jitterJson(const Jitter& jitter)
{
    Json object = Json::object();
    if (jitter.sigma != 0)
        object["sigma"] = jitter.sigma;
    if (jitter.seed != 0)
        object["seed"] = jitter.seed;
    return object;
}

} // namespace bubblescope::json
