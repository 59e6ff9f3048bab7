// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope::cli {

/// The whole program, from its arguments to its exit status: main(), and what the Python package starts in
/// its place.
[[nodiscard]] int runProgram(int argc, char** argv);

} // namespace bubblescope::cli
