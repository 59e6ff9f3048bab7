// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include <cstdio>
#include <fmt/format.h>

namespace bubblescope::cli {

int exitStatusOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::DoesNotHold:
        return kExitDoesNotHold;
    case ErrorKind::OutputFailed:
        return kExitOutputFailed;
    case ErrorKind::Cancelled:
        return kExitInterrupted;
    case ErrorKind::InvalidInput:
        break;
    }
    return kExitUsage;
}

void printError(const Error& error)
{
    fmt::print(stderr, "bubblescope-cli: error: {}\n", error.text());
}

void printWarning(const Environment& environment, const Error& warning)
{
    if (!environment.quiet)
        fmt::print(stderr, "bubblescope-cli: warning: {}\n", warning.text());
}

void printWarning(const Environment& environment, const std::string& warning, const std::string& file)
{
    if (!environment.quiet)
        fmt::print(stderr, "bubblescope-cli: warning: {}{}{}\n", file, file.empty() ? "" : ": ", warning);
}

} // namespace bubblescope::cli
