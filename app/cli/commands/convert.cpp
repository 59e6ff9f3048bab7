// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"
#include "app/cli/problem_warning.h"
#include "app/cli/timing.h"
#include "core/base/try.h"
#include "core/io/chrome_trace.h"
#include "core/io/document.h"
#include "core/io/perfetto_trace.h"
#include "core/io/schedule_csv.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct ConvertCommandOptions
{
    InputOptions input;
    std::string output;
};

Result<std::string> documentBytes(const ConvertCommandOptions& options, const Environment& environment)
{
    TRY(const Input input, loadInput(options.input, environment, cancelOf(environment)));
    return writeDocument(documentOf(input));
}

Result<std::string> convertedBytes(const ConvertCommandOptions& options, const Environment& environment)
{
    const std::string ending = endingOf(options.output);
    if (ending == ".bubble")
        return documentBytes(options, environment);
    if (ending == ".trace.json")
        return loadTimed(options.input, environment, cancelOf(environment)).map([](const Timed& timed) {
            return writeChromeTrace(*timed.evaluation->timeline);
        });
    if (ending == ".pftrace")
        return loadTimed(options.input, environment, cancelOf(environment),
                         {.withIndex = false, .withMemory = true})
            .map([](const Timed& timed) {
                const Evaluation& evaluation = *timed.evaluation;
                return writePerfettoTrace(*evaluation.timeline, evaluation.costs, evaluation.memory.get());
            });
    if (ending == ".csv" || options.output == "-")
        return loadInput(options.input, environment, cancelOf(environment)).map([&](const Input& input) {
            if (endingOf(options.input.input) == ".bubble")
                warnOfCsv(environment, *input.schedule);
            return writeScheduleCsv(*input.schedule);
        });
    return invalidInput(
        {"cli.convert-writes-csv-bubble", "{output}: convert writes .csv, .bubble, .trace.json or .pftrace"},
        options.output);
}

Result<int> runConvert(const ConvertCommandOptions& options, const Environment& environment)
{
    TRY(const std::string bytes, convertedBytes(options, environment));
    return writeOutput(environment, options.output, bytes).map([] { return kExitDone; });
}

} // namespace

void addConvertCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand(
        "convert", "Convert between .csv and .bubble, or to a trace for Perfetto (.trace.json, .pftrace)");
    auto options = std::make_shared<ConvertCommandOptions>();
    addInputOptions(*command, options->input);
    command
        ->add_option("-o,--output", options->output,
                     "A .csv, .bubble, .trace.json (Chrome) or .pftrace (Perfetto) file, or - to print CSV")
        ->type_name("FILE")
        ->required();
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runConvert(*options, environment); };
    });
}

} // namespace bubblescope::cli
