// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/application.h"

#include <CLI/CLI.hpp>

namespace bubblescope::ui {

inline constexpr const char* kProgramName = "bubblescope";
inline constexpr const char* kDescription = "Visualize pipeline-parallel training schedules";

/// Adds all options; what is parsed goes to `options`, which has to outlive `program`. The manual page and
/// the completions are made from the same table.
void addOptions(CLI::App& program, ApplicationOptions& options);

} // namespace bubblescope::ui
