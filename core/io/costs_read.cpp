// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr std::string_view kFormat = "bubblescope-costs";
constexpr std::int64_t kVersion = 1;

template <typename T>
Result<void> assign(T& target, Result<T> value)
{
    if (!value)
        return tl::unexpected(value.error());
    target = std::move(*value);
    return {};
}

Result<StageValues> stageValues(const Node& node)
{
    constexpr std::string_view what = "a number >= 0, or a list with one for each stage";
    if (!node.value().is_array()) {
        if (!node.value().is_number() || !(node.value().get<double>() >= 0))
            return node.expected(what);
        return StageValues(node.value().get<double>());
    }
    if (node.value().empty())
        return node.expected(what);
    StageValues values(std::vector<double>{});
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        const Result<double> value = node.item(i).nonNegative();
        if (!value)
            return tl::unexpected(value.error());
        values.values.push_back(*value);
    }
    return values;
}

Result<void> readValues(const Node& node, StageValues& target)
{
    return assign(target, stageValues(node));
}
Result<void> readValues(const Node& node, std::optional<StageValues>& target)
{
    return assign(target, stageValues(node).map([](StageValues values) { return std::optional(values); }));
}

std::optional<ActionKind> computeKind(std::string_view name)
{
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight, ActionKind::Backward})
        if (kindText(kind) == name)
            return kind;
    return std::nullopt;
}

Result<OverlapRule::Fallback> fallback(const Node& node, std::string_view what)
{
    if (node.value() == "sum")
        return OverlapRule::Fallback::Sum;
    if (node.value() == "max")
        return OverlapRule::Fallback::Max;
    return node.expected(what);
}

Result<void> readPair(const Node& node, const std::string& key, OverlapRule& rule)
{
    const std::size_t plus = std::min(key.find('+'), key.size());
    const auto first = computeKind(std::string_view(key).substr(0, plus));
    const auto second = computeKind(std::string_view(key).substr(std::min(plus + 1, key.size())));
    if (!first || !second)
        return node.wrongKey(key, "no pair of kinds: it is two of F, I, W and B, as in \"F+B\"");
    return assign(rule.times[{*first, *second}].time, stageValues(node.member(key)));
}

Result<void> readOverlap(const Node& node, CostModel& costs)
{
    if (!node.value().is_object())
        return assign(costs.overlap.fallback,
                      fallback(node, "\"sum\", \"max\" or an object of pairs as {\"F+B\": 3.0}"));
    for (const auto& [key, value] : node.value().items()) {
        Result<void> ok = key == "otherwise" ? assign(costs.overlap.fallback,
                                                      fallback(node.member(key), "\"sum\" or \"max\""))
                                             : readPair(node, key, costs.overlap);
        if (!ok)
            return ok;
    }
    return {};
}

Result<TransferMode> transferMode(const Node& node)
{
    if (node.value() == "async")
        return TransferMode::Async;
    if (node.value() == "rendezvous")
        return TransferMode::Rendezvous;
    return node.expected("\"async\" or \"rendezvous\"");
}

constexpr std::string_view kLater = "not supported yet by this version";

Result<void> readTransfer(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 4> known{"latency", "bandwidth", "bytes", "mode"};
    if (node.value().is_object() && node.has("links"))
        return node.wrongKey("links", std::string(kLater));
    Result<void> ok = node.checkKeys(known);
    if (ok && node.has("latency"))
        ok = assign(costs.transfer.latency, node.member("latency").nonNegative());
    if (ok && node.has("bandwidth"))
        ok = assign(costs.transfer.bandwidth, node.member("bandwidth").nonNegative());
    if (ok && node.has("bytes"))
        ok = assign(costs.transfer.bytes, node.member("bytes").nonNegative());
    if (ok && node.has("mode"))
        ok = assign(costs.transfer.mode, transferMode(node.member("mode")));
    return ok;
}

Result<void> readFsdp(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 3> known{"unshard", "reshard", "reduce_grad"};
    if (node.value().is_object() && node.has("overlap"))
        return node.wrongKey("overlap", std::string(kLater));
    Result<void> ok = node.checkKeys(known);
    if (ok && node.has("unshard"))
        ok = readValues(node.member("unshard"), costs.unshard);
    if (ok && node.has("reshard"))
        ok = readValues(node.member("reshard"), costs.reshard);
    if (ok && node.has("reduce_grad"))
        ok = readValues(node.member("reduce_grad"), costs.reduceGrad);
    return ok;
}

std::optional<std::uint32_t> rankOf(const std::string& key)
{
    constexpr std::size_t mostDigits = 9;
    const bool digits = std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (key.empty() || key.size() > mostDigits || !digits || (key.size() > 1 && key.front() == '0'))
        return std::nullopt;
    return static_cast<std::uint32_t>(std::stoul(key));
}

Result<void> readRankFactor(const Node& node, CostModel& costs)
{
    if (!node.value().is_object())
        return node.expected("an object of ranks as {\"2\": 1.6}");
    for (const auto& [key, value] : node.value().items()) {
        const std::optional<std::uint32_t> rank = rankOf(key);
        if (!rank)
            return node.wrongKey(key, "no rank: keys are numbers from \"0\" on");
        if (Result<void> ok = assign(costs.rankFactor[*rank], node.member(key).nonNegative()); !ok)
            return ok;
    }
    return {};
}

Result<void> readProfile(const Node& node, CostModel& costs)
{
    const Result<std::string> name = node.text();
    if (!name)
        return tl::unexpected(name.error());
    const Result<TimingProfile> profile = profileFromName(*name);
    if (!profile)
        return node.wrong(profile.error().message);
    costs.profile = *profile;
    return {};
}

Result<void> readUnit(const Node& node, CostModel& costs)
{
    for (const std::string_view unit : {"step", "us", "ms"})
        if (node.value() == unit) {
            costs.unit = unit;
            return {};
        }
    return node.expected("\"step\", \"us\" or \"ms\"");
}

struct Key
{
    std::string_view name;
    Result<void> (*read)(const Node& node, CostModel& costs); ///< nullptr = not supported yet
};

constexpr std::array<Key, 19> kKeys{{
    {"format", [](const Node&, CostModel&) { return Result<void>{}; }},
    {"version", [](const Node&, CostModel&) { return Result<void>{}; }},
    {"forward", [](const Node& node, CostModel& costs) { return readValues(node, costs.forward); }},
    {"backward_input",
     [](const Node& node, CostModel& costs) { return readValues(node, costs.backwardInput); }},
    {"backward_weight",
     [](const Node& node, CostModel& costs) { return readValues(node, costs.backwardWeight); }},
    {"backward", [](const Node& node, CostModel& costs) { return readValues(node, costs.backward); }},
    {"overlap", readOverlap},
    {"p2p", readTransfer},
    {"fsdp", readFsdp},
    {"activation", [](const Node& node, CostModel& costs) { return readValues(node, costs.activation); }},
    {"activation_kept_until_weight",
     [](const Node& node, CostModel& costs) {
         return assign(costs.activationKeptUntilWeight, node.nonNegative());
     }},
    {"rank_factor", readRankFactor},
    {"profile", readProfile},
    {"time_unit", readUnit},
    {"parameters", nullptr},
    {"memory_limit", nullptr},
    {"jitter", nullptr},
    {"blocks", nullptr},
    {"layers_per_stage", nullptr},
}};

Result<void> checkHead(const Node& node, bool isFile)
{
    if (!node.value().is_object())
        return node.expected("an object");
    if (isFile && !node.has("format"))
        return node.wrong("\"format\" is missing: a cost file begins with \"format\": \"bubblescope-costs\"");
    if (node.has("format") && node.member("format").value() != kFormat)
        return node.member("format").expected("\"bubblescope-costs\"");
    if (isFile && !node.has("version"))
        return node.wrong("\"version\" is missing: this is version 1");
    if (!node.has("version"))
        return {};
    const auto version = node.member("version").wholeNumber(1, std::numeric_limits<std::int32_t>::max());
    if (!version)
        return tl::unexpected(version.error());
    if (*version > kVersion)
        return node.member("version").wrong(fmt::format(
            "made by a newer Bubblescope (cost file {}); this one reads up to {}", *version, kVersion));
    return {};
}

tl::unexpected<Error> unknownKey(const Node& node, const std::string& key)
{
    std::array<std::string_view, kKeys.size()> names;
    std::transform(kKeys.begin(), kKeys.end(), names.begin(), [](const Key& known) { return known.name; });
    return node.unknownKey(key, names);
}

} // namespace

Result<CostModel> costsFromNode(const Node& node, bool isFile)
{
    if (const Result<void> ok = checkHead(node, isFile); !ok)
        return tl::unexpected(ok.error());
    CostModel costs;
    for (const auto& [key, value] : node.value().items()) {
        const auto known = std::find_if(kKeys.begin(), kKeys.end(),
                                        [&, &name = key](const Key& entry) { return entry.name == name; });
        if (known == kKeys.end())
            return unknownKey(node, key);
        if (known->read == nullptr)
            return node.wrongKey(key, std::string(kLater));
        if (const Result<void> ok = known->read(node.member(key), costs); !ok)
            return tl::unexpected(ok.error());
    }
    return costs;
}

} // namespace bubblescope::json
