// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedules_text.h"

#include "app/cli/text_wrap.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kColumn = 22;
constexpr std::size_t kHelpIndent = 4;

std::string headline(const ScheduleInfo& schedule)
{
    return fmt::format("{}  {}\n", schedule.name, schedule.title);
}

/// Names, origin, placement: what is in the table and in the full text.
std::string generalLines(const ScheduleInfo& schedule)
{
    std::string text;
    if (!schedule.aliases.empty())
        text += labelledText("also called", joinedWords(schedule.aliases), kColumn);
    text += labelledText("origin", schedule.origin, kColumn);
    text += labelledText("placement", placementNames(schedule.placements), kColumn);
    if (schedule.isMadeForCosts)
        text += labelledText("made for costs", "the order depends on the cost options", kColumn);
    return text;
}

std::string defaultText(const ParameterSpec& spec)
{
    return fmt::format("(default {})", spec.defaultValue);
}

bool isShownApart(const ParameterSpec& spec)
{
    return spec.key == "placement";
}

} // namespace

std::string joinedWords(std::span<const std::string> words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string placementNames(std::span<const PlacementKind> placements)
{
    std::vector<std::string> names;
    for (const PlacementKind kind : placements)
        names.emplace_back(placementName(kind));
    return joinedWords(names);
}

std::string parameterUse(const ParameterSpec& spec)
{
    if (!spec.isOption)
        return fmt::format("--{} {}", spec.key, spec.type == ParameterType::Integer ? "N" : "NAME");
    switch (spec.type) {
    case ParameterType::Integer:
        return fmt::format("--option {}=N", spec.key);
    case ParameterType::Real:
        return fmt::format("--option {}=X", spec.key);
    case ParameterType::Boolean:
        return fmt::format("--option {}=true|false", spec.key);
    case ParameterType::Choice:
        break;
    }
    return fmt::format("--option {}=NAME", spec.key);
}

std::string admissibleText(const ParameterSpec& spec)
{
    const bool saysAutomatic = spec.rule.find(kAutomaticValue) != std::string::npos;
    if (!spec.isAutomatic || saysAutomatic)
        return spec.rule;
    const std::string range = spec.type == ParameterType::Integer
                                  ? fmt::format("{} to {} or auto", spec.minimum, spec.maximum)
                                  : fmt::format("at least {} or auto", spec.minimum);
    return fmt::format("{}; {}", range, spec.rule);
}

std::string schedulesTable(std::span<const ScheduleInfo> schedules)
{
    std::string text;
    for (const ScheduleInfo& schedule : schedules) {
        text += headline(schedule) + generalLines(schedule);
        for (const ParameterSpec& spec : schedule.parameters)
            if (!isShownApart(spec))
                text += labelledText(spec.isOption ? "--option " + spec.key : "--" + spec.key,
                                     fmt::format("{} {}", admissibleText(spec), defaultText(spec)), kColumn);
        text += '\n';
    }
    return text + "More of one: bubblescope-cli schedules NAME\n";
}

std::string scheduleText(const ScheduleInfo& schedule)
{
    std::string text = headline(schedule) + std::string(kHelpIndent, ' ') +
                       wrapped(schedule.help, kHelpIndent, kHelpIndent) + "\n\n" + generalLines(schedule);
    text += "\nParameters\n";
    for (const ParameterSpec& spec : schedule.parameters) {
        const std::string takenBy = spec.variants.empty() || spec.variants.size() == schedule.variants.size()
                                        ? std::string{}
                                        : fmt::format(" Taken by {}.", joinedWords(spec.variants));
        text += labelledText(
            parameterUse(spec),
            fmt::format("{}{} Values: {} {}.", spec.help, takenBy, admissibleText(spec), defaultText(spec)),
            kColumn);
    }
    text += "\nVariants\n";
    for (const VariantInfo& variant : schedule.variants)
        text += labelledText(variant.name,
                             variant.help.empty() && &variant == &schedule.variants.front() ? "The default."
                                                                                            : variant.help,
                             kColumn);
    return text;
}

} // namespace bubblescope::cli
