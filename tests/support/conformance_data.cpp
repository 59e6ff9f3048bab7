// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_data.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <zlib.h>

namespace bubblescope::test {

namespace {

std::string readGzip(const std::filesystem::path& path)
{
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        throw std::runtime_error("cannot open " + path.string());
    std::string text;
    std::vector<char> buffer(1U << 16U);
    int read = 0;
    while ((read = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0)
        text.append(buffer.data(), static_cast<std::size_t>(read));
    gzclose(file);
    if (read < 0)
        throw std::runtime_error("cannot unpack " + path.string());
    return text;
}

} // namespace

std::filesystem::path testsFolder()
{
    return std::filesystem::path(BUBBLESCOPE_SOURCE_DIR) / "tests";
}

std::filesystem::path sharedFolder()
{
    const char* given = std::getenv("BUBBLESCOPE_SHARED");
    std::filesystem::path folder = given != nullptr && *given != '\0'
                                       ? given
                                       : std::filesystem::path(BUBBLESCOPE_SOURCE_DIR) / ".." / "shared";
    return std::filesystem::is_directory(folder) ? folder.lexically_normal() : std::filesystem::path{};
}

std::string packedFile(const std::string& relativePath)
{
    return readGzip(testsFolder() / "data" / (relativePath + ".gz"));
}

std::string sharedFile(const std::string& relativePath)
{
    const std::filesystem::path shared = sharedFolder();
    if (!shared.empty() && std::filesystem::exists(shared / (relativePath + ".gz")))
        return readGzip(shared / (relativePath + ".gz"));
    if (shared.empty() || !std::filesystem::exists(shared / relativePath))
        return packedFile(relativePath);
    std::ifstream file(shared / relativePath, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

nlohmann::json sharedJson(const std::string& relativePath)
{
    return nlohmann::json::parse(sharedFile(relativePath));
}

std::vector<std::string> sharedFiles(const std::string& relativeFolder)
{
    std::set<std::string> names;
    const auto collect = [&](const std::filesystem::path& folder, const std::string& ending) {
        if (!std::filesystem::is_directory(folder))
            return;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            std::string name = entry.path().filename().string();
            if (name.ends_with(".json" + ending))
                names.insert(relativeFolder + "/" + name.substr(0, name.size() - ending.size()));
        }
    };
    if (!sharedFolder().empty())
        collect(sharedFolder() / relativeFolder, "");
    collect(testsFolder() / "data" / relativeFolder, ".gz");
    return {names.begin(), names.end()};
}

} // namespace bubblescope::test
