// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"

namespace bubblescope::cli {

inline constexpr const char* kProgramName = "bubblescope-cli";
inline constexpr const char* kDescription =
    "Bubblescope's command line: generates, times, checks and draws pipeline-parallel training schedules.";

/// Adds all commands and options. What is parsed goes to `environment`, which has to outlive `app`; the
/// command leaves itself in `chosen`. Manual pages and completions are made from the same table.
void addProgram(CLI::App& app, Environment& environment, const Chosen& chosen);

} // namespace bubblescope::cli
