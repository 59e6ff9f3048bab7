// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include "core/base/interrupt.h"
#include "core/base/text_show.h"

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

namespace {

/// However long the names within it are: a message does not flood a terminal.
std::string bounded(const std::string& message)
{
    constexpr std::size_t kLongestMessage = 2800;
    return shortened(message, kLongestMessage);
}

void warn(const Environment& environment, const std::string& text)
{
    if (environment.quiet || (environment.warnedOf && !environment.warnedOf->insert(text).second))
        return;
    if (environment.caller != nullptr)
        environment.caller->warnings.push_back(text);
    else
        fmt::print(stderr, "bubblescope-cli: warning: {}\n", bounded(text));
}

} // namespace

const CancelToken& cancelOf(const Environment& environment)
{
    return environment.caller != nullptr ? environment.caller->cancel : cancelOnInterrupt();
}

void printError(const Error& error)
{
    fmt::print(stderr, "bubblescope-cli: error: {}\n", bounded(error.text()));
}

void printWarning(const Environment& environment, const Error& warning)
{
    warn(environment, warning.text());
}

void printWarning(const Environment& environment, const std::string& warning, const std::string& file)
{
    warn(environment, fmt::format("{}{}{}", file, file.empty() ? "" : ": ", warning));
}

} // namespace bubblescope::cli
