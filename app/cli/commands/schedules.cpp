// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/output.h"
#include "app/cli/schedules_markdown.h"
#include "app/cli/schedules_text.h"
#include "core/generate/examine.h"

namespace bubblescope::cli {

namespace {

struct SchedulesCommandOptions
{
    std::string name;
    bool json = false;
    bool markdown = false;
};

Result<std::string> textFor(const SchedulesCommandOptions& options)
{
    if (options.markdown)
        return schedulesMarkdown(scheduleCatalog());
    if (options.name.empty())
        return options.json ? catalogJson() + '\n' : schedulesTable(scheduleCatalog());
    const ScheduleInfo* schedule = findSchedule(options.name);
    if (schedule == nullptr)
        return tl::unexpected(unknownSchedule(options.name).toError());
    return options.json ? catalogJson(*schedule) + '\n' : scheduleText(*schedule);
}

} // namespace

void addSchedulesCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("schedules", "List every schedule with its parameters");
    auto options = std::make_shared<SchedulesCommandOptions>();
    CLI::Option* name = command->add_option("NAME", options->name,
                                            "Show everything about this schedule; otherwise a table of all");
    CLI::Option* json = command->add_flag("--json", options->json, "As JSON: all of them, or the one named");
    command->add_flag("--markdown", options->markdown, "The page docs/schedules.md")
        ->excludes(name)
        ->excludes(json)
        ->group("");
    command->callback([=] {
        *chosen = [options](const Environment& environment) {
            return textFor(*options).map([&](const std::string& text) {
                print(environment, text);
                return kExitDone;
            });
        };
    });
}

} // namespace bubblescope::cli
