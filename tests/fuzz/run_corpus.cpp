// SPDX-License-Identifier: Apache-2.0
// Runs one target over its corpus and over a fixed number of mutations of it; the same inputs every time.
#include "tests/fuzz/fuzz_targets.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kMutations = 5000;
constexpr std::size_t kLongest = 1U << 16U;
constexpr char kLikelyBytes[] = "0123456789FIWBSENDRCV_();,\"\r\n\t {}[]:.-+eEtrufalsn\\\0\xFF\xC3\xA4";

using Random = std::mt19937;

// Not std::uniform_int_distribution, whose numbers differ from library to library.
std::size_t below(Random& random, std::size_t end)
{
    return end == 0 ? 0 : random() % end;
}

void mutateOnce(std::string& text, const std::vector<std::string>& seeds, Random& random)
{
    const std::size_t at = below(random, text.size() + 1);
    const std::size_t length = std::min(below(random, 16), text.size() - at);
    switch (below(random, 6)) {
    case 0:
        text.insert(at, 1, kLikelyBytes[below(random, sizeof(kLikelyBytes) - 1)]);
        break;
    case 1:
        text.erase(at, length);
        break;
    case 2:
        if (at < text.size())
            text[at] = kLikelyBytes[below(random, sizeof(kLikelyBytes) - 1)];
        break;
    case 3:
        text.insert(below(random, text.size() + 1), text.substr(at, length));
        break;
    case 4:
        if (at < text.size())
            text[at] = static_cast<char>(below(random, 256));
        break;
    default: {
        const std::string& other = seeds[below(random, seeds.size())];
        text = text.substr(0, at) + other.substr(below(random, other.size() + 1));
        break;
    }
    }
    text.resize(std::min(text.size(), kLongest));
}

std::vector<std::string> readSeeds(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> seeds;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return seeds;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string name = argc == 2 ? argv[1] : "";
    const auto target = bubblescope::test::fuzzTarget(name);
    if (target == nullptr) {
        std::fputs(
            "usage: fuzz_corpus csv|document|costs|calibration|names|name_patterns|nsight|chrome|inflate|"
            "protocol|model\n",
            stderr);
        return 2;
    }
    const std::vector<std::string> seeds = readSeeds(std::filesystem::path(BUBBLESCOPE_CORPUS) / name);
    if (seeds.empty()) {
        std::fputs("the corpus is empty\n", stderr);
        return 1;
    }
    for (const std::string& seed : seeds)
        target(seed);
    Random random(20260);
    for (std::size_t i = 0; i < kMutations; ++i) {
        std::string text = seeds[below(random, seeds.size())];
        for (std::size_t changes = 1 + below(random, 4); changes > 0; --changes)
            mutateOnce(text, seeds, random);
        target(text);
    }
    std::printf("%s: %zu files and %zu mutations\n", name.c_str(), seeds.size(), kMutations);
    return 0;
}
