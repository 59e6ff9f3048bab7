// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_program.h"

#include "app/cli/command_line.h"
#include "app/cli/commands/probe.h"
#include "app/cli/output.h"
#include "app/cli/program.h"
#include "app/cli/usage_error.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

int statusOf(int argc, char** argv)
{
    if (const auto passed = probeArguments({argv, static_cast<std::size_t>(argc)})) {
        const Error error = becomeProbe(*passed);
        printError(error);
        return exitStatusOf(error.kind);
    }
    CLI::App app{kDescription, kProgramName};
    Environment environment;
    environment.arguments = {argv + 1, argv + argc};
    const auto chosen = std::make_shared<Command>();
    addProgram(app, environment, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        printError(Error{ErrorKind::InvalidInput, Sentence::verbatim(usageMessage(app, argc, argv, error)),
                         std::nullopt});
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

int runProgram(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is told as a full disk is
    try {
        return statusOf(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("bubblescope-cli: error: not enough memory for this input\n", stderr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bubblescope-cli: error: {}\n", error.what());
    }
    return kExitUsage;
}

} // namespace bubblescope::cli
