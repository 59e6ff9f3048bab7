// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/manual/option_table.h"

namespace bubblescope::manual {

/// The options of bubblescope, bubblescope-cli and bubblescope-probe.
[[nodiscard]] CommandTable windowTable();
/// As its --help lists them: `probe` has none of its own.
[[nodiscard]] CommandTable commandLineTable();
[[nodiscard]] CommandTable probeTable();
/// The command line as it is completed: `probe` takes what bubblescope-probe takes.
[[nodiscard]] CommandTable completedCommandLine();

} // namespace bubblescope::manual
