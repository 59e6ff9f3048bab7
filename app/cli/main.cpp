// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/raster_picture.h"
#include "core/base/text_match.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace {

using namespace bubblescope;
using namespace bubblescope::cli;

std::string versionText()
{
    return fmt::format("bubblescope-cli {} ({})", BUBBLESCOPE_VERSION,
                       canDrawRaster() ? "PNG, PDF and SVG" : "SVG only: built without Qt");
}

/// What is wrong with a first word that is no command; empty if it is none of ours to judge.
std::string unknownCommand(const CLI::App& app, int argc, char** argv)
{
    if (argc < 2 || argv[1][0] == '-')
        return {};
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) != names.end())
        return {};
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = nearestOf(argv[1], views);
    return fmt::format("unknown command '{}': there are {}{}", argv[1], fmt::join(names, ", "),
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
}

/// One line of what CLI11 says, without its hint to --help on a line of its own.
std::string oneLine(std::string text)
{
    for (char& c : text)
        if (c == '\n')
            c = ' ';
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

int runProgram(int argc, char** argv)
{
    CLI::App app{"Bubblescope's command line: generates, times, checks and draws pipeline-parallel training "
                 "schedules.",
                 "bubblescope-cli"};
    app.footer(
        "INPUT is a schedule CSV, a .bubble file, - for a CSV on standard input, or a schedule's name\n"
        "with its parameters: interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2\n"
        "Exit status: 0 done, 1 does not hold, 2 wrong usage or input, 3 not written, 130 stopped.");
    app.set_version_flag("--version", versionText());
    app.require_subcommand(1);
    app.fallthrough();
    Environment environment;
    app.add_flag("--quiet", environment.quiet, "No warnings and no progress on standard error");
    const auto chosen = std::make_shared<Command>();
    addSchedulesCommand(app, chosen);
    addGenerateCommand(app, chosen);
    addSimulateCommand(app, chosen);
    addValidateCommand(app, chosen);
    addRenderCommand(app, chosen);
    addConvertCommand(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        const std::string unknown = unknownCommand(app, argc, argv);
        const std::string message = unknown.empty() ? oneLine(error.what()) + " (see --help)" : unknown;
        printError(Error{ErrorKind::InvalidInput, message, std::nullopt});
        return kExitUsage;
    }
    const Result<int> status = (*chosen)(environment);
    if (!status) {
        printError(status.error());
        return exitStatusOf(status.error().kind);
    }
    const Result<void> flushed = flushStandardOutput();
    if (!flushed) {
        printError(flushed.error());
        return exitStatusOf(flushed.error().kind);
    }
    return *status;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("bubblescope-cli: error: not enough memory for this input\n", stderr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bubblescope-cli: error: {}\n", error.what());
    }
    return bubblescope::cli::kExitUsage;
}
