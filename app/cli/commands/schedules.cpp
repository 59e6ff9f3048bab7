// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/output.h"
#include "core/generate/catalog.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string entryText(const ScheduleInfo& schedule)
{
    std::string placements;
    for (const PlacementKind kind : schedule.placements)
        placements += fmt::format("{}{}", placements.empty() ? "" : ", ", placementName(kind));
    std::string text = fmt::format("{}  {}\n", schedule.name, schedule.title);
    if (!schedule.aliases.empty())
        text += fmt::format("    also called      {}\n", joined(schedule.aliases));
    text += fmt::format("    origin           {}\n    placement        {}\n", schedule.origin, placements);
    for (const ParameterSpec& parameter : schedule.parameters)
        if (parameter.key != "placement")
            text += fmt::format("    {:<16} {} (default {})\n",
                                parameter.isOption ? "--option " + parameter.key : parameter.key,
                                parameter.rule, parameter.defaultValue);
    return text;
}

} // namespace

void addSchedulesCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("schedules", "List every schedule with its parameters");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->callback([=] {
        *chosen = [json](const Environment&) -> Result<int> {
            if (*json) {
                print(catalogJson());
                print("\n");
                return kExitDone;
            }
            bool first = true;
            for (const ScheduleInfo& schedule : scheduleCatalog()) {
                print((first ? "" : "\n") + entryText(schedule));
                first = false;
            }
            return kExitDone;
        };
    });
}

} // namespace bubblescope::cli
