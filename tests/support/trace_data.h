// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bubblescope::test {

/// "torch_cpu/1f1b_runtime_p4_m8" in the shared folder's traces, else in their copy in tests/data.
[[nodiscard]] inline std::filesystem::path tracePath(const std::string& relative)
{
    const std::filesystem::path shared = sharedFolder();
    if (!shared.empty() && std::filesystem::exists(shared / "traces" / relative))
        return shared / "traces" / relative;
    return testsFolder() / "data" / "traces" / relative;
}

/// The profiles of a case: the file itself, or those in the folder, by name; without what tells the truth.
[[nodiscard]] inline std::vector<std::string> traceFiles(const std::string& relative)
{
    const std::filesystem::path path = tracePath(relative);
    if (!std::filesystem::is_directory(path))
        return {path.string()};
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        const std::string name = entry.path().filename().string();
        // A packed copy beside the file itself is the same profile again.
        const bool isCopy = name.ends_with(".gz") && std::filesystem::exists(path / entry.path().stem());
        if (entry.is_regular_file() && !isCopy && !name.starts_with("truth.json") && name != "derived.json")
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

[[nodiscard]] inline nlohmann::json traceJson(const std::string& relative)
{
    std::ifstream file(tracePath(relative), std::ios::binary);
    return nlohmann::json::parse(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

/// "folder/truth.json" of a folder, "name.truth.json" of "name.sqlite".
[[nodiscard]] inline nlohmann::json traceTruth(const std::string& relative)
{
    const std::string ending = ".sqlite";
    if (relative.ends_with(ending))
        return traceJson(relative.substr(0, relative.size() - ending.size()) + ".truth.json");
    return traceJson(relative + "/truth.json");
}

/// Names of all cases under one folder of the traces, sorted: "torch_cpu/…".
[[nodiscard]] inline std::vector<std::string> traceCases(const std::string& folder)
{
    std::vector<std::string> cases;
    for (const auto& entry : std::filesystem::directory_iterator(tracePath(folder))) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory() || name.ends_with(".sqlite"))
            cases.push_back(folder + "/" + name);
    }
    std::sort(cases.begin(), cases.end());
    return cases;
}

} // namespace bubblescope::test
