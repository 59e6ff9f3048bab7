// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedules_markdown.h"

#include "app/cli/schedules_text.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

constexpr const char* kIntroduction = R"(# Schedules

<!-- Made from the registry: bubblescope-cli schedules --markdown > docs/schedules.md -->

Every schedule that Bubblescope generates. Variants of one schedule are the orders of different projects; the first is the
default, `--option variant=NAME` takes another. `bubblescope-cli schedules` prints the same facts, with `--json` for programs.
An origin *from the paper* says that there was no program to compare with: the order follows the paper's description.

)";

/// A cell of a table: a bar would end it.
std::string cell(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '|')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

bool isFromPaper(const ScheduleInfo& schedule)
{
    return (schedule.origin + schedule.help).find("from the paper") != std::string::npos;
}

std::string variantNames(const ScheduleInfo& schedule)
{
    std::vector<std::string> names;
    for (const VariantInfo& variant : schedule.variants)
        names.push_back(variant.name);
    return joinedWords(names);
}

std::string overview(std::span<const ScheduleInfo> schedules)
{
    std::string text = "| schedule | title | placement | variants | remarks |\n|---|---|---|---|---|\n";
    for (const ScheduleInfo& schedule : schedules) {
        std::vector<std::string> marks;
        if (schedule.isMadeForCosts)
            marks.emplace_back("made for costs");
        if (isFromPaper(schedule))
            marks.emplace_back("from the paper");
        text += fmt::format("| [`{}`](#{}) | {} | {} | {} | {} |\n", schedule.name, schedule.name,
                            cell(schedule.title), placementNames(schedule.placements), variantNames(schedule),
                            joinedWords(marks));
    }
    return text;
}

std::string parameterTable(const ScheduleInfo& schedule)
{
    std::string text =
        "| given as | admissible values | default | variants | meaning |\n|---|---|---|---|---|\n";
    for (const ParameterSpec& spec : schedule.parameters) {
        const bool byAll = spec.variants.empty() || spec.variants.size() == schedule.variants.size();
        text += fmt::format("| `{}` | {} | {} | {} | {} |\n", cell(parameterUse(spec)),
                            cell(admissibleText(spec)), cell(spec.defaultValue),
                            byAll ? "all" : joinedWords(spec.variants), cell(spec.help));
    }
    return text;
}

std::string variantList(const ScheduleInfo& schedule)
{
    std::string text;
    for (const VariantInfo& variant : schedule.variants) {
        const bool isDefault = &variant == &schedule.variants.front();
        const bool hasFewerPlacements = variant.placements.size() < schedule.placements.size();
        text += fmt::format(
            "- `{}`{}{}{}{}\n", variant.name, isDefault ? ", the default" : "",
            hasFewerPlacements ? fmt::format(" (placement {})", placementNames(variant.placements)) : "",
            variant.help.empty() ? "." : ": ", variant.help);
    }
    return text;
}

std::string section(const ScheduleInfo& schedule)
{
    std::string text = fmt::format("\n## {}\n\n{}: {}\n\n", schedule.name, schedule.title, schedule.help);
    text += fmt::format("- Origin: {}\n", schedule.origin);
    if (!schedule.aliases.empty())
        text += fmt::format("- Also called: {}\n", joinedWords(schedule.aliases));
    text += fmt::format("- Placement: {}\n", placementNames(schedule.placements));
    if (schedule.isMadeForCosts)
        text += "- Made for costs: the order depends on the cost options (`--forward`, `--costs`, …).\n";
    text += '\n' + parameterTable(schedule);
    text += "\nVariants:\n\n" + variantList(schedule);
    return text;
}

} // namespace

std::string schedulesMarkdown(std::span<const ScheduleInfo> schedules)
{
    std::string text = kIntroduction + overview(schedules);
    for (const ScheduleInfo& schedule : schedules)
        text += section(schedule);
    return text;
}

} // namespace bubblescope::cli
