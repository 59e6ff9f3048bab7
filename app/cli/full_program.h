// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// The same program built with Qt, which the window's package brings: ../libexec/bubblescope beside the
/// folder of this one. Empty where it is not there, and in that program itself.
[[nodiscard]] std::filesystem::path fullProgram();

/// Goes on as that program, with the same arguments; returns only with an error.
[[nodiscard]] Error becomeFullProgram(const std::vector<std::string>& arguments);

} // namespace bubblescope::cli
