// SPDX-License-Identifier: Apache-2.0
#include "app/cli/own_folder.h"

namespace bubblescope::cli {

std::filesystem::path ownFolder()
{
    std::error_code problem;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", problem);
    return problem ? std::filesystem::path() : own.parent_path();
}

} // namespace bubblescope::cli
