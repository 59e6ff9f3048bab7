// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace bubblescope::cli {

/// Where this program itself lies, links followed; empty where that is unknown.
[[nodiscard]] std::filesystem::path ownFolder();

} // namespace bubblescope::cli
