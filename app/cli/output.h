// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace bubblescope::cli {

/// Writes to standard output, or to the caller; failures show in flushStandardOutput().
void print(const Environment& environment, std::string_view text);
/// Fails if anything written to standard output got lost (a full disk, a closed pipe).
[[nodiscard]] Result<void> flushStandardOutput();
/// Writes to a file, atomically, or to standard output for "-".
[[nodiscard]] Result<void> writeOutput(const Environment& environment, const std::string& path,
                                       std::string_view bytes);
/// The ending of a file name in lower case, with its dot: ".csv", ".trace.json" as a whole; "" if there is
/// none.
[[nodiscard]] std::string endingOf(const std::string& path);

} // namespace bubblescope::cli
