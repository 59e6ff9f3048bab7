// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"
#include "core/io/costs_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr std::string_view kFormat = "bubblescope-costs";
constexpr std::int64_t kVersion = 1;

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

Result<void> readFsdp(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 4> known{"unshard", "reshard", "reduce_grad", "overlap"};
    Result<void> ok = node.checkKeys(known);
    if (ok && node.has("unshard"))
        ok = readValues(node.member("unshard"), costs.unshard);
    if (ok && node.has("reshard"))
        ok = readValues(node.member("reshard"), costs.reshard);
    if (ok && node.has("reduce_grad"))
        ok = readValues(node.member("reduce_grad"), costs.reduceGrad);
    if (ok && node.has("overlap")) {
        const Node overlap = node.member("overlap");
        if (!overlap.value().is_boolean())
            return overlap.expected(Sentence({"json.switch", "true or false"}));
        costs.overlapsFsdp = overlap.value().get<bool>();
    }
    return ok;
}

Result<void> readMemoryLimit(const Node& node, CostModel& costs)
{
    return assign(costs.memoryLimit,
                  node.nonNegative().map([](double limit) { return std::optional<double>(limit); }));
}

Result<void> readMemoryUnit(const Node& node, CostModel& costs)
{
    if (node.value() != "bytes")
        return node.expected(Sentence({"costs.bytes", "\"bytes\""}));
    costs.memoryUnit = MemoryUnit::Bytes;
    return {};
}

Result<void> readUnit(const Node& node, CostModel& costs)
{
    for (const std::string_view unit : {"step", "us", "ms"})
        if (node.value() == unit) {
            costs.unit = unit;
            return {};
        }
    return node.expected(Sentence({"costs.step-us-ms", "\"step\", \"us\" or \"ms\""}));
}

Result<void> readNotes(const Node& node, CostModel& costs)
{
    if (!node.value().is_array())
        return node.expected(Sentence({"costs.list-texts", "a list of texts"}));
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        Result<std::string> note = node.item(i).text();
        if (!note)
            return tl::unexpected(std::move(note.error()));
        costs.notes.push_back(std::move(*note));
    }
    return {};
}

struct Key
{
    std::string_view name;
    Result<void> (*read)(const Node& node, CostModel& costs);
};

constexpr std::array<Key, 25> kKeys{{
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
     [](const Node& node, CostModel& costs) { return readValues(node, costs.activationKeptUntilWeight); }},
    {"rank_factor", readRankFactor},
    {"profile", readProfile},
    {"time_unit", readUnit},
    {"parameters", [](const Node& node, CostModel& costs) { return readValues(node, costs.parameters); }},
    {"gradients", [](const Node& node, CostModel& costs) { return readValues(node, costs.gradients); }},
    {"optimizer", [](const Node& node, CostModel& costs) { return readValues(node, costs.optimizer); }},
    {"memory_limit", readMemoryLimit},
    {"memory_unit", readMemoryUnit},
    {"jitter", readJitter},
    {"host_overhead",
     [](const Node& node, CostModel& costs) { return assign(costs.hostOverhead, node.nonNegative()); }},
    {"blocks", readBlocks},
    {"layers_per_stage", readLayers},
    {"source", [](const Node& node, CostModel& costs) { return assign(costs.source, node.text()); }},
    {"notes", readNotes},
}};

Result<void> checkHead(const Node& node, bool isFile)
{
    if (!node.value().is_object())
        return node.expected(Sentence({"json.object", "an object"}));
    if (isFile && !node.has("format"))
        return node.wrong(
            Sentence({"costs.format-missing-cost-file",
                      "\"format\" is missing: a cost file begins with \"format\": \"bubblescope-costs\""}));
    if (node.has("format") && node.member("format").value() != kFormat)
        return node.member("format").expected(Sentence({"costs.bubblescope-costs", "\"bubblescope-costs\""}));
    if (isFile && !node.has("version"))
        return node.wrong(
            Sentence({"costs.version-missing-add-version", "\"version\" is missing: add \"version\": 1"}));
    if (!node.has("version"))
        return {};
    const auto version = node.member("version").wholeNumber(1, std::numeric_limits<std::int32_t>::max());
    if (!version)
        return tl::unexpected(version.error());
    if (*version > kVersion)
        return node.member("version").wrong(
            Sentence({"costs.made-newer-bubblescope-cost",
                      "made by a newer Bubblescope (cost file {version}); this one reads up to {most}"},
                     *version, kVersion));
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
        if (const Result<void> ok = known->read(node.member(key), costs); !ok)
            return tl::unexpected(ok.error());
    }
    if (const Result<void> ok = refuseBesideBlocks(node); !ok)
        return tl::unexpected(ok.error());
    return costs;
}

} // namespace bubblescope::json
