// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope::probe {

/// The whole program, from its arguments to its exit status.
[[nodiscard]] int runProgram(int argc, char** argv);

} // namespace bubblescope::probe
