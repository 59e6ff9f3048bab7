// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace bubblescope::cli {

/// One line that says what is wrong with a command line which `app` could not parse, and what would be right.
[[nodiscard]] std::string usageMessage(const CLI::App& app, int argc, char** argv,
                                       const CLI::ParseError& error);

} // namespace bubblescope::cli
