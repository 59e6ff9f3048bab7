// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/commands/probe.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/raster_picture.h"
#include "app/cli/usage_error.h"

#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace {

using namespace bubblescope;
using namespace bubblescope::cli;

std::string versionText()
{
    return fmt::format("bubblescope-cli {} ({})", BUBBLESCOPE_VERSION,
                       canDrawRaster() ? "PNG, PDF and SVG" : "SVG only: built without Qt");
}

int runProgram(int argc, char** argv)
{
    if (const auto passed = probeArguments({argv, static_cast<std::size_t>(argc)})) {
        const Error error = becomeProbe(*passed);
        printError(error);
        return exitStatusOf(error.kind);
    }
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
    addCompareCommand(app, chosen);
    addTraceCommand(app, chosen);
    addCalibrateCommand(app, chosen);
    addProbeCommand(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        printError(Error{ErrorKind::InvalidInput, usageMessage(app, argc, argv, error), std::nullopt});
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
