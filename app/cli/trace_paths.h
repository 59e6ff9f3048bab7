// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace bubblescope::cli {

/// A file that was named, or found in a folder that was.
struct TracePath
{
    std::string path;
    bool fromFolder = false; ///< what is no profile there is left out, not refused
};

/// Folders replaced by the profiles in them, not in folders below: by rank where their names say it (a
/// number counts as one), as the window does. A folder without any is an error. Reads some bytes of each.
[[nodiscard]] Result<std::vector<TracePath>> tracePaths(const std::vector<std::string>& given);

} // namespace bubblescope::cli
