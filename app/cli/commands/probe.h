// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"

#include <optional>
#include <span>

namespace bubblescope::cli {

/// What follows "probe" where that is the command, be it after --quiet; nothing for another command. It is
/// the probe's: our own parser must not look at it.
[[nodiscard]] std::optional<std::span<char*>> probeArguments(std::span<char*> arguments);
/// Becomes bubblescope-probe, so that its output, its signals and its status are its own. The probe is looked
/// for beside this program, in the same build, and in PATH. Returns only where there is none, with why.
[[nodiscard]] Error becomeProbe(std::span<char*> arguments);

} // namespace bubblescope::cli
