// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_json.h"
#include "core/io/costs_parts.h"

#include <cmath>
#include <fmt/format.h>

namespace bubblescope::json {

namespace {

Json valuesJson(const StageValues& values)
{
    return values.isUniform() ? Json(values.values.front()) : Json(values.values);
}

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

bool hasCostsOfVersion2(const CostModel& costs)
{
    const CostModel standard;
    return costs.recompute || costs.offload != standard.offload || costs.offloadBandwidth != 0 ||
           costs.offloadsInFlight || costs.activationRecomputed || costs.parts != standard.parts ||
           costs.vocabularyForward != standard.vocabularyForward ||
           costs.vocabularyBackward != standard.vocabularyBackward || costs.communicatorBuffers ||
           costs.workspace || costs.deviceMemory || costs.hostMemory || !costs.layout.empty() ||
           costs.denseLayers != standard.denseLayers || costs.microbatches != standard.microbatches ||
           costs.expertEvery != standard.expertEvery ||
           (costs.blocks && (costs.blocks->expert != BlockCost{} || costs.blocks->prediction != BlockCost{}));
}

Json costsValue(const CostModel& costs)
{
    static const CostModel standard;
    Json object = Json::object();
    visitCostFields([&](const auto& field) {
        // Layers say nothing without blocks.
        if (field.of(costs) == field.of(standard) || (field.unit == CostUnit::Layers && !costs.blocks))
            return;
        Json& target = field.group.empty() ? object : object[std::string(field.group)];
        target[std::string(field.key)] = jsonOf(field, field.of(costs));
    });
    return object;
}

Json jsonOf(const CostField& field, const StageValues& values)
{
    if (field.unit != CostUnit::Layers)
        return valuesJson(values);
    if (values.isUniform())
        return layerJson(values.values.front());
    Json list = Json::array();
    for (const double value : values.values)
        list.push_back(layerJson(value));
    return list;
}

Json jsonOf(const CostField&, const RankValues& values)
{
    return values.isUniform() ? Json(values.values.front()) : Json(values.values);
}

Json jsonOf(const CostField&, const MicrobatchValues& numbers)
{
    return numbers.values;
}

Json jsonOf(const CostField&, const std::map<std::uint32_t, double>& ranks)
{
    Json object = Json::object();
    for (const auto& [rank, value] : ranks)
        object[std::to_string(rank)] = value;
    return object;
}

Json jsonOf(const CostField&, const OverlapRule& rule)
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

Json jsonOf(const CostField&, const std::vector<LinkCost>& links)
{
    Json list = Json::array();
    for (const LinkCost& link : links)
        list.push_back(linkJson(link));
    return list;
}

} // namespace bubblescope::json

std::string bubblescope::writeCosts(const CostModel& costs)
{
    return json::textWithHead(fmt::format("\"format\": \"bubblescope-costs\",\n  \"version\": {}",
                                          json::hasCostsOfVersion2(costs) ? 2 : 1),
                              json::costsValue(costs));
}
