// SPDX-License-Identifier: Apache-2.0
#include "app/cli/passes.h"

#include "core/evaluate/make_order.h"
#include "core/lower/pass.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

std::string passHelp()
{
    std::string text = "A pass over the order, NAME or NAME:KEY=VALUE:…; can be repeated. The passes:";
    for (const PassInfo& pass : passes()) {
        text += fmt::format("\n{}: {}", pass.name, pass.help);
        for (const PassSetting& setting : pass.settings)
            text +=
                fmt::format("\n    {}: {} (default {})", setting.key, setting.values, setting.defaultValue);
    }
    return text;
}

} // namespace

void addPassOption(CLI::App& command, std::vector<std::string>& passes)
{
    command.add_option("--with", passes, passHelp())
        ->type_name("PASS")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* addTriedPassOption(CLI::App& command, std::vector<std::string>& passes)
{
    return command
        .add_option("--try", passes,
                    "Try each order also with this pass, recompute or offload; without chunks, with each "
                    "number of stages; may be given again")
        ->type_name("PASS")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Error inFile(Error error, const std::string& file)
{
    if (!error.where && !file.empty())
        error.where = SourceLocation{file, 0, 0, {}, {}};
    return error;
}

Result<SchedulePtr> withPasses(const std::vector<std::string>& passes, SchedulePtr schedule,
                               const CostModel& costs, const CancelToken& cancel, const std::string& file)
{
    return lowered(std::move(schedule), passes, costs, cancel).map_error([&](Error&& error) {
        return inFile(std::move(error), file);
    });
}

} // namespace bubblescope::cli
