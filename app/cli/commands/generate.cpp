// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/generate.h"
#include "app/cli/activity.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "app/cli/problem_warning.h"
#include "core/base/try.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/unit_grid.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::cli {

/// The spaced order comes before every pass, the document's own included.
Result<SchedulePtr> orderFor(const GenerateCommandOptions& options, const Input& input,
                             const CancelToken& cancel)
{
    if (!options.spaced)
        return withPasses(options.passes, input.schedule, input.costs, cancel, input.file);
    const Result<Timeline, TimingFailure> grid = spaceOnUnitGrid(input.unlowered, cancel);
    if (!grid)
        return tl::unexpected(inFile(grid.error(), input.file));
    std::vector<std::string> passes = input.passes;
    passes.insert(passes.end(), options.passes.begin(), options.passes.end());
    return withPasses(passes, std::make_shared<const Schedule>(spacedOrder(*grid)), input.costs, cancel,
                      input.file);
}

/// A document's generator keeps its bubbles for a pass that needs them, here --padded says so.
bool isWrittenAsRows(const GenerateCommandOptions& options)
{
    return options.padded || options.spaced ||
           std::any_of(options.passes.begin(), options.passes.end(), needsBubbles);
}

namespace {

/// How to avoid the problems of hyper_parallel's column scan over a generated order without bubbles.
std::string hintFor(const GenerateCommandOptions& options, const Input& input)
{
    const bool scans = std::any_of(options.passes.begin(), options.passes.end(), [](const std::string& pass) {
        return pass.starts_with("send-recv") &&
               (pass + ':').find("style=hyper-parallel:") != std::string::npos;
    });
    const bool hasBubbles = options.padded || options.spaced || !input.file.empty();
    return scans && !hasBubbles ? "its column scan needs the bubbles of a generator; style=torch does not"
                                : "";
}

Result<std::string> bytesFor(const GenerateCommandOptions& options, const Input& input,
                             const Environment& environment, const CancelToken& cancel)
{
    TRY(const SchedulePtr order, orderFor(options, input, cancel));
    warnAfterPasses(environment, *order, options.passes, hintFor(options, input));
    if (endingOf(options.output) != ".bubble") {
        warnOfCsv(environment, *order);
        return writeScheduleCsv(*order);
    }
    if (isWrittenAsRows(options))
        return writeDocument({*order, input.costs, input.title, {}, {}});
    return writeDocument(documentOf(input, options.passes));
}

} // namespace

Result<Input> loadToGenerate(const GenerateCommandOptions& options, const Environment& environment)
{
    if (options.padded && isFileInput(options.input.input))
        return invalidInput({"cli.padded-keeps-generators-own",
                             "--padded keeps a generator's own bubbles: give a schedule's name, not a file"});
    return loadInput(options.input, environment, cancelOf(environment), options.padded);
}

void addGenerateOptions(CLI::App& command, GenerateCommandOptions& options)
{
    addInputOptions(command, options.input);
    command.add_option("-o,--output", options.output, "A .csv or .bubble file, or - to print CSV")
        ->type_name("FILE")
        ->required();
    addPassOption(command, options.passes);
    command.add_flag("--padded", options.padded, "Keep the bubbles that the original generator writes");
    command
        .add_flag("--spaced", options.spaced,
                  "Write the unit grid: F 1, I 1, W 1, B 2, overlap the sum of its parts")
        ->excludes("--padded");
}

namespace {

Result<int> runGenerate(const GenerateCommandOptions& options, const Environment& environment)
{
    const std::string ending = endingOf(options.output);
    if (options.output != "-" && ending != ".csv" && ending != ".bubble")
        return invalidInput({"cli.generate-writes-csv-bubble",
                             "{output}: generate writes .csv or .bubble, or - for standard output"},
                            options.output);
    const CancelToken& cancel = cancelOf(environment);
    TRY(const std::string bytes, [&] {
        const Activity activity(environment, "generating");
        return loadToGenerate(options, environment).and_then([&](const Input& input) {
            return bytesFor(options, input, environment, cancel);
        });
    }());
    return writeOutput(environment, options.output, bytes).map([] { return kExitDone; });
}

} // namespace

void addGenerateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("generate", "Write a schedule's order as CSV or .bubble");
    auto options = std::make_shared<GenerateCommandOptions>();
    addGenerateOptions(*command, *options);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runGenerate(*options, environment); };
    });
}

} // namespace bubblescope::cli
