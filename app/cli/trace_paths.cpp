// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_paths.h"

#include "app/cli/output.h"
#include "core/base/try.h"
#include "core/io/input_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace bubblescope::cli {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kSniffed = 4096;

/// Endings by which profilers name what they write.
bool isNamedLikeOne(const std::string& path)
{
    std::string name = path;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    constexpr std::array<std::string_view, 5> endings{".json", ".gz", ".sqlite", ".nsys-rep", ".qdstrm"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

bool isProfile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes(kSniffed, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    const InputKind kind = inputKindOf(path.filename().string(), bytes);
    return kind == InputKind::Trace || kind == InputKind::Unknown || kind == InputKind::Binary;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// By name, a number in it as one: rank9 before rank10.
bool isBefore(const std::string& a, const std::string& b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        const auto numberAt = [](const std::string& text, std::size_t& at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            const std::size_t begin = at;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            return text.substr(begin, at - begin);
        };
        const std::string left = numberAt(a, i);
        const std::string right = numberAt(b, j);
        if (left != right)
            return left.size() != right.size() ? left.size() < right.size() : left < right;
    }
    return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

Result<std::vector<std::string>> profilesIn(const std::string& folder)
{
    std::error_code problem;
    std::vector<std::string> found;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
        std::error_code unreadable;
        if (fs::is_regular_file(at->path(), unreadable) && isNamedLikeOne(at->path().string()) &&
            isProfile(at->path()))
            found.push_back(at->path().string());
    }
    if (problem)
        return invalidInput({"cli.cannot-read-folder", "cannot read the folder {folder}: {message}"}, folder,
                            problem.message());
    if (found.empty())
        return invalidInput({"cli.no-profile-folder-json",
                             "{folder}: no profile in this folder (.json, .json.gz or "
                             ".sqlite); its subfolders are not searched"},
                            folder);
    std::sort(found.begin(), found.end(), isBefore);
    return found;
}

} // namespace

Result<std::vector<TracePath>> tracePaths(const std::vector<std::string>& given)
{
    std::vector<TracePath> paths;
    for (const std::string& path : given) {
        std::error_code unreadable;
        if (!fs::is_directory(path, unreadable)) {
            paths.push_back({path, false});
            continue;
        }
        TRY(const std::vector<std::string> inside, profilesIn(path));
        for (const std::string& file : inside)
            paths.push_back({file, true});
    }
    return paths;
}

} // namespace bubblescope::cli
