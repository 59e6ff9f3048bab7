// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace bubblescope::test {

/// The folder of real runs: the shared one, else the few in tests/data.
[[nodiscard]] inline std::filesystem::path gpuFolder()
{
    const std::filesystem::path shared = sharedFolder();
    if (!shared.empty() && std::filesystem::exists(shared / "gpu"))
        return shared / "gpu";
    return testsFolder() / "data" / "gpu";
}

/// Names of the runs, sorted: "torch/gpipe_p4_m8".
[[nodiscard]] inline std::vector<std::string> gpuRuns()
{
    std::vector<std::string> runs;
    for (const char* maker : {"torch", "megatron", "torch_sliced"}) {
        const std::filesystem::path folder = gpuFolder() / maker;
        if (!std::filesystem::is_directory(folder))
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.is_directory())
                runs.push_back(std::string(maker) + "/" + entry.path().filename().string());
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

/// The profiles of a run by rank.
[[nodiscard]] inline std::vector<std::string> gpuFiles(const std::string& run)
{
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(gpuFolder() / run))
        if (entry.path().filename().string().starts_with("rank"))
            files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace bubblescope::test
