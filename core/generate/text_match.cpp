// SPDX-License-Identifier: Apache-2.0
#include "core/generate/text_match.h"

#include "core/base/text_match.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

// A word of which more than a third is wrong is not a typing error.
constexpr std::size_t kLettersPerError = 3;
constexpr std::size_t kMostSuggestions = 3;
constexpr std::size_t kTextMatchLongestWord = 64;

char textMatchLoweredLetter(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

bool equalInAnyCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return textMatchLoweredLetter(x) == textMatchLoweredLetter(y); });
}

std::string joined(std::span<const std::string> words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> closestMeanings(std::string_view word,
                                         std::span<const std::pair<std::string, std::string>> spellings)
{
    if (word.size() > kTextMatchLongestWord)
        return {};
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const auto& [spelling, meaning] : spellings) {
        const std::size_t distance = editDistance(word, spelling);
        if (distance * kLettersPerError <= std::max(word.size(), spelling.size()))
            found.emplace_back(distance, meaning);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> meanings;
    for (const auto& [distance, meaning] : found)
        if (distance == found.front().first && meanings.size() < kMostSuggestions &&
            std::find(meanings.begin(), meanings.end(), meaning) == meanings.end())
            meanings.push_back(meaning);
    return meanings;
}

} // namespace bubblescope
