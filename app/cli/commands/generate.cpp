// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/unit_grid.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct GenerateCommandOptions
{
    InputOptions input;
    std::string output;
    std::vector<std::string> passes;
    bool padded = false;
    bool spaced = false;
};

Result<Schedule> orderFor(const GenerateCommandOptions& options, const Input& input,
                          const CancelToken& cancel)
{
    Schedule schedule = *input.schedule;
    if (options.spaced) {
        const Result<Timeline, TimingFailure> grid = spaceOnUnitGrid(input.schedule, cancel);
        if (!grid)
            return tl::unexpected(grid.error().toError());
        schedule = spacedOrder(*grid);
    }
    for (const std::string& pass : options.passes) {
        Result<Schedule> lowered = applyPass(pass, schedule);
        if (!lowered)
            return lowered;
        schedule = std::move(*lowered);
    }
    return schedule;
}

Result<std::string> bytesFor(const GenerateCommandOptions& options, const Input& input,
                             const CancelToken& cancel)
{
    const bool isDocument = endingOf(options.output) == ".bubble";
    const bool asGenerated = options.passes.empty() && !options.padded && !options.spaced;
    if (isDocument && asGenerated && input.request)
        return writeDocument({*input.request, input.costs, input.title, {}, {}});
    if (asGenerated && !isDocument)
        return writeScheduleCsv(*input.schedule);
    Result<Schedule> order = orderFor(options, input, cancel);
    if (!order)
        return tl::unexpected(order.error());
    if (isDocument)
        return writeDocument({std::move(*order), input.costs, input.title, {}, {}});
    return writeScheduleCsv(*order);
}

Result<int> runGenerate(const GenerateCommandOptions& options, const Environment& environment)
{
    const std::string ending = endingOf(options.output);
    if (options.output != "-" && ending != ".csv" && ending != ".bubble")
        return invalidInput(
            fmt::format("{}: generate writes .csv or .bubble, or - for standard output", options.output));
    if (options.padded && isFileInput(options.input.input))
        return invalidInput("--padded keeps a generator's own bubbles: give a schedule's name, not a file");
    const CancelToken& cancel = cancelOnInterrupt();
    const Result<Input> input = loadInput(options.input, environment, cancel, options.padded);
    if (!input)
        return tl::unexpected(input.error());
    const Result<std::string> bytes = [&] {
        const Activity activity(environment, "generating");
        return bytesFor(options, *input, cancel);
    }();
    if (!bytes)
        return tl::unexpected(bytes.error());
    return writeOutput(options.output, *bytes).map([] { return kExitDone; });
}

std::string passHelp()
{
    std::string text = "A pass over the order, in the order given:";
    for (const PassInfo& pass : passes())
        text += fmt::format(" {} ({})", pass.name, pass.help);
    return text;
}

} // namespace

void addGenerateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("generate", "Write a schedule's order as CSV or .bubble");
    auto options = std::make_shared<GenerateCommandOptions>();
    addInputOptions(*command, options->input);
    command->add_option("-o,--output", options->output, "A .csv or .bubble file, or - to print CSV")
        ->type_name("FILE")
        ->required();
    command->add_option("--with", options->passes, passHelp())
        ->type_name("PASS")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_flag("--padded", options->padded, "Keep the bubbles that the original generator writes");
    command
        ->add_flag("--spaced", options->spaced,
                   "Write the unit grid: F 1, I 1, W 1, B 2, overlap the sum of its parts")
        ->excludes("--padded");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runGenerate(*options, environment); };
    });
}

} // namespace bubblescope::cli
