// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bubblescope::test {

/// The shared folder: BUBBLESCOPE_SHARED, else ../shared beside the sources; empty if there is none.
[[nodiscard]] std::filesystem::path sharedFolder();

/// The bytes of "conformance/orders/1F1B.json" from the shared folder, else from its copy in tests/data.
/// Throws std::runtime_error with the name if neither has it.
[[nodiscard]] std::string sharedFile(const std::string& relativePath);
/// The copy in tests/data (unpacked), also where the shared folder is there.
[[nodiscard]] std::string packedFile(const std::string& relativePath);
[[nodiscard]] nlohmann::json sharedJson(const std::string& relativePath);
/// Relative paths of the JSON files in "conformance/orders" or "conformance/timed", sorted.
[[nodiscard]] std::vector<std::string> sharedFiles(const std::string& relativeFolder);

/// tests/ of the source tree.
[[nodiscard]] std::filesystem::path testsFolder();

} // namespace bubblescope::test
