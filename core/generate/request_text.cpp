// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/generate/examine.h"
#include "core/generate/parameters.h"
#include "core/generate/registry.h"
#include "core/generate/text_match.h"

#include <charconv>
#include <fmt/format.h>
#include <set>

namespace bubblescope {

namespace {

Result<std::int64_t> wholeNumber(std::string_view key, std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem == std::errc::result_out_of_range && end == text.data() + text.size())
        return invalidInput({"generate.which-far-out-range", "{key} is {text}, which is out of range"}, key,
                            text);
    if (problem != std::errc{} || end != text.data() + text.size())
        return invalidInput(
            {"generate.no-whole-number", "{key} is '{text}'; expected a whole number, such as {key}=4"}, key,
            text);
    return value;
}

tl::unexpected<Error> unknownKey(const ScheduleInfo& info, std::string_view key)
{
    std::vector<std::string> keys;
    std::vector<std::pair<std::string, std::string>> spellings;
    for (const ParameterSpec& spec : info.parameters) {
        keys.push_back(spec.key);
        spellings.emplace_back(spec.key, spec.key);
    }
    const std::vector<std::string> close = closestMeanings(key, spellings);
    return invalidInput(
        {"generate.unknown-parameter-takes", "unknown parameter '{key}': {name} takes {keys}{meant}"}, key,
        info.name, joined(keys),
        close.empty() ? Sentence()
                      : Sentence({"generate.meant", "; did you mean {nearest}?"}, close.front()));
}

Result<void> setParameter(ScheduleRequest& request, const ParameterSpec& spec, std::string_view value)
{
    if (spec.isOption) {
        request.options[spec.key] = std::string(value);
        return {};
    }
    if (spec.key == kPlacementKey) {
        TRY(request.placement, placementFromName(value));
        return {};
    }
    TRY(const std::int64_t number, wholeNumber(spec.key, value));
    if (spec.key == kRanksKey)
        request.ranks = number;
    else if (spec.key == kMicrobatchesKey)
        request.microbatches = number;
    else
        request.stagesPerRank = number;
    return {};
}

Result<void> readItem(ScheduleRequest& request, const ScheduleInfo& info, std::string_view item,
                      std::set<std::string>& seen)
{
    const std::size_t equals = item.find('=');
    const std::string_view key = trimmed(item.substr(0, equals));
    if (key.empty())
        return invalidInput({"generate.names-no-parameter-write",
                             "'{item}' is not a parameter: write {name}:KEY=VALUE,KEY=VALUE"},
                            trimmed(item), info.name);
    const ParameterSpec* spec = findParameter(info, lowered(key));
    if (spec == nullptr)
        return unknownKey(info, key);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : trimmed(item.substr(equals + 1));
    if (value.empty())
        return invalidInput({"generate.no-value", "{key} has no value: write {key}={default}"}, spec->key,
                            spec->defaultValue);
    if (!seen.insert(spec->key).second)
        return invalidInput({"generate.given-twice", "{key} is given twice"}, spec->key);
    return setParameter(request, *spec, value);
}

} // namespace

Result<ScheduleRequest> requestFromText(std::string_view text, const ScheduleRequest& base)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = trimmed(text.substr(0, colon));
    const ScheduleInfo* info = findSchedule(name);
    if (info == nullptr)
        return tl::unexpected<Error>(unknownSchedule(name).toError());
    ScheduleRequest request = base;
    request.schedule = info->name;
    if (colon == std::string_view::npos)
        return request;
    std::set<std::string> seen;
    for (std::string_view rest = text.substr(colon + 1);;) {
        const std::size_t comma = rest.find(',');
        TRY_VOID(readItem(request, *info, rest.substr(0, comma), seen));
        if (comma == std::string_view::npos)
            return request;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace bubblescope
