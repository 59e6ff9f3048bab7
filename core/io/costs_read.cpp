// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/costs_json.h"
#include "core/io/costs_parts.h"

#include <algorithm>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr std::string_view kFormat = "bubblescope-costs";
constexpr std::int64_t kVersion = 2; // the newest

/// The keys of a group, or of the file itself, where a group is one.
std::vector<std::string_view> keysOf(std::string_view group)
{
    std::vector<std::string_view> keys;
    if (group.empty())
        keys = {"format", "version"};
    for (const CostField* field : costFields())
        if (const auto key = field->group == group ? field->key : field->group;
            (field->group == group || group.empty()) &&
            std::find(keys.begin(), keys.end(), key) == keys.end())
            keys.push_back(key);
    return keys;
}

} // namespace

Result<void> readGroup(const Node& node, std::string_view group, CostModel& costs)
{
    TRY_VOID(node.checkKeys(keysOf(group)));
    return tryCostFields([&](const auto& field) -> Result<void> {
        const std::string key(field.key);
        return field.group == group && node.has(key) ? readValue(node.member(key), field, field.of(costs))
                                                     : Result<void>{};
    });
}

namespace {

/// A key of the file itself.
Result<void> readKey(const Node& node, const std::string& key, CostModel& costs)
{
    bool isRead = false;
    return tryCostFields([&](const auto& field) -> Result<void> {
        if (isRead || key != (field.group.empty() ? field.key : field.group))
            return {};
        isRead = true;
        return field.group.empty() ? readValue(node.member(key), field, field.of(costs))
                                   : readGroup(node.member(key), key, costs);
    });
}

Result<void> checkHead(const Node& node, bool isFile)
{
    if (!node.value().is_object())
        return node.expectedObject();
    if (isFile && !node.has("format"))
        return node.wrong(
            {"costs.no-format",
             "\"format\" is missing: a cost file starts with \"format\": \"bubblescope-costs\""});
    if (node.has("format") && node.member("format").value() != kFormat)
        return node.member("format").expected(Sentence::verbatim("\"bubblescope-costs\""));
    if (isFile && !node.has("version"))
        return node.wrong({"costs.no-version", "\"version\" is missing: add \"version\": 1"});
    if (!node.has("version"))
        return {};
    TRY(const auto version, node.member("version").wholeNumber(1, std::numeric_limits<std::int32_t>::max()));
    if (version > kVersion)
        return node.member("version").wrong(
            {"costs.newer", "made by a newer Bubblescope (cost file version {version}); this one reads "
                            "versions up to {most}"},
            version, kVersion);
    return {};
}

} // namespace

Result<CostModel> costsFromNode(const Node& node, bool isFile)
{
    TRY_VOID(checkHead(node, isFile));
    const std::vector<std::string_view> known = keysOf({});
    CostModel costs;
    for (const auto& [key, value] : node.value().items()) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            return node.unknownKey(key, known);
        TRY_VOID(readKey(node, key, costs));
    }
    TRY_VOID(refuseBesideBlocks(node));
    return costs;
}

} // namespace bubblescope::json

bubblescope::Result<bubblescope::CostModel> bubblescope::readCosts(std::string_view text,
                                                                   const std::string& sourceName)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    return json::costsFromNode(json::Node(document), true);
}
