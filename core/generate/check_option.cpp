// SPDX-License-Identifier: Apache-2.0
#include "core/generate/check_option.h"

#include "core/base/number_parse.h"
#include "core/generate/text_match.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

ParameterProblem problemOf(const ParameterSpec& spec, Sentence message, std::vector<std::string> nearest)
{
    return {spec.key, std::move(message), std::move(nearest)};
}

CheckedOption checkSwitch(const ParameterSpec& spec, const std::string& given)
{
    const std::string text = lowered(given);
    if (text == "true" || text == "false")
        return {text, std::nullopt};
    return {{},
            problemOf(spec,
                      Sentence({"parameter.no-switch", "{parameter} is '{found}'; expected true or false"},
                               spec.key, given),
                      {"true", "false"})};
}

CheckedOption checkChoice(const ParameterSpec& spec, const std::string& given)
{
    for (const std::string& choice : spec.choices)
        if (equalInAnyCase(choice, given))
            return {choice, std::nullopt};
    return {{},
            problemOf(spec,
                      Sentence({"parameter.no-choice", "{parameter} is '{found}'; expected one of {choices}"},
                               spec.key, given, joined(spec.choices)),
                      spec.choices)};
}

CheckedOption outOfRange(const ScheduleInfo& info, const ParameterSpec& spec, const std::string& given,
                         bool isBelow)
{
    const std::int64_t bound = isBelow ? spec.minimum : spec.maximum;
    return {{},
            problemOf(spec, outOfRangeSentence(spec.key, given, info.name, bound, isBelow),
                      {fmt::format("{}", bound)})};
}

Sentence noNumber(const ParameterSpec& spec, const std::string& given, bool isWhole)
{
    if (spec.isAutomatic)
        return isWhole ? Sentence({"parameter.no-whole-number-or-word",
                                   "{parameter} is '{found}'; expected a whole number or {word}"},
                                  spec.key, given, kAutomaticValue)
                       : Sentence({"parameter.no-number-or-word",
                                   "{parameter} is '{found}'; expected a number or {word}"},
                                  spec.key, given, kAutomaticValue);
    return isWhole
               ? Sentence({"parameter.no-whole-number", "{parameter} is '{found}'; expected a whole number"},
                          spec.key, given)
               : Sentence({"parameter.no-number", "{parameter} is '{found}'; expected a number"}, spec.key,
                          given);
}

CheckedOption checkNumber(const ScheduleInfo& info, const ParameterSpec& spec, const std::string& given)
{
    if (spec.isAutomatic && equalInAnyCase(given, kAutomaticValue))
        return {kAutomaticValue, std::nullopt};
    const bool isWhole = spec.type == ParameterType::Integer;
    const std::optional<std::int64_t> whole = wholeNumberFrom(given);
    const std::optional<double> real = isWhole && !whole ? std::nullopt : realNumberFrom(given);
    if (!real)
        return {{}, problemOf(spec, noNumber(spec, given, isWhole), {spec.defaultValue})};
    if (*real < static_cast<double>(spec.minimum))
        return outOfRange(info, spec, given, true);
    if (*real > static_cast<double>(spec.maximum))
        return outOfRange(info, spec, given, false);
    return {given, std::nullopt};
}

} // namespace

Sentence outOfRangeSentence(const std::string& parameter, const std::string& found,
                            const std::string& schedule, std::int64_t bound, bool isBelow)
{
    return isBelow ? Sentence({"parameter.needs-at-least",
                               "{parameter} is {found}, but {schedule} needs at least {bound}"},
                              parameter, found, schedule, bound)
                   : Sentence({"parameter.takes-at-most",
                               "{parameter} is {found}, but {schedule} takes at most {bound}"},
                              parameter, found, schedule, bound);
}

CheckedOption checkOption(const ScheduleInfo& info, const Variant& variant, const ParameterSpec& spec,
                          const std::string& given)
{
    CheckedOption checked;
    if (spec.type == ParameterType::Boolean)
        checked = checkSwitch(spec, given);
    else if (spec.type == ParameterType::Choice)
        checked = checkChoice(spec, given);
    else
        checked = checkNumber(info, spec, given);
    const bool isTaken =
        std::find(variant.options.begin(), variant.options.end(), spec.key) != variant.options.end();
    if (!checked.problem && !isTaken && checked.value != spec.defaultValue)
        checked.problem = problemOf(
            spec,
            Sentence({"parameter.takes-it", "{parameter} is {found}, but {schedule} takes it {rule}"},
                     spec.key, given, info.name, Term{spec.rule}),
            {spec.defaultValue});
    return checked;
}

} // namespace bubblescope
