// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_document.h"

#include "core/base/text_show.h"
#include "core/trace/chrome_decimal.h"
#include "core/trace/chrome_event.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

using ChromeFieldsJson = nlohmann::json;

std::optional<std::uint32_t> numberOf(const ChromeFieldsJson& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned())
        return std::nullopt;
    const auto number = found->get<std::uint64_t>();
    return number <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(number)) : std::nullopt;
}

std::string textOf(const ChromeFieldsJson& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return {};
    return found->is_string()           ? shortened(found->get<std::string>(), kLongestName)
           : found->is_number_integer() ? found->dump()
                                        : "";
}

std::vector<ProcessGroup> groupsOf(const ChromeFieldsJson& info)
{
    std::vector<ProcessGroup> groups;
    const auto list = info.find("pg_config");
    if (list == info.end() || !list->is_array())
        return groups;
    for (const ChromeFieldsJson& entry : *list) {
        if (!entry.is_object())
            continue;
        ProcessGroup& group = groups.emplace_back();
        group.name = textOf(entry, "pg_name");
        group.description = textOf(entry, "pg_desc");
        const auto ranks = entry.find("ranks");
        if (ranks == entry.end() || !ranks->is_array())
            continue;
        for (const ChromeFieldsJson& rank : *ranks)
            if (rank.is_number_unsigned() && rank.get<std::uint64_t>() <= UINT32_MAX)
                group.ranks.push_back(rank.get<std::uint32_t>());
    }
    return groups;
}

} // namespace

std::optional<Nanoseconds> baseTimeOf(const std::map<std::string, std::string>& fields)
{
    const auto found = fields.find("baseTimeNanoseconds");
    const auto base = found == fields.end() ? std::nullopt : wholeNanoseconds(bareToken(found->second));
    return base && *base > 0 ? base : std::nullopt;
}

namespace {

void warnOfBaseTime(const std::map<std::string, std::string>& fields, TraceFile& file)
{
    const auto found = fields.find("baseTimeNanoseconds");
    if (found == fields.end())
        return;
    const std::string_view told = bareToken(found->second);
    const auto base = wholeNanoseconds(told);
    if (told != "null" && (!base || *base < 0))
        file.warnings.push_back(fmt::format("baseTimeNanoseconds is not a time since 1970 in nanoseconds: "
                                            "{}; times count from the file's own zero",
                                            quotedText(told)));
}

} // namespace

void applyFields(const std::map<std::string, std::string>& fields, TraceFile& file)
{
    if (const auto host = fields.find("host_name"); host != fields.end() && host->second.starts_with('"'))
        file.host = printable(tokenText(host->second));
    warnOfBaseTime(fields, file);
    const auto found = fields.find("distributedInfo");
    if (found == fields.end())
        return;
    const ChromeFieldsJson info = ChromeFieldsJson::parse(found->second, nullptr, false);
    if (!info.is_object()) {
        file.warnings.emplace_back(
            "distributedInfo is not a JSON object: rank and process groups are unknown");
        return;
    }
    file.rank = numberOf(info, "rank");
    if (const auto rank = info.find("rank"); rank != info.end() && !rank->is_null() && !file.rank) {
        const std::string shown = rank->dump(-1, ' ', false, ChromeFieldsJson::error_handler_t::replace);
        file.warnings.push_back(fmt::format("distributedInfo.rank is not a rank: {}", quotedText(shown)));
    }
    file.worldSize = numberOf(info, "world_size");
    if (auto groups = groupsOf(info); !groups.empty())
        file.groups = std::move(groups);
}

} // namespace bubblescope
