// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_match.h"

#include "core/base/text_edit.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

// Nobody mistypes a word this long; it bounds the work on hostile input.
constexpr std::size_t kLongestWord = 64;

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    const std::string from = lowered(a);
    const std::string to = lowered(b);
    std::vector<std::size_t> before;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> current(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
            current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        before = std::exchange(last, std::move(current));
    }
    return last[b.size()];
}

std::string_view nearestOf(std::string_view word, std::span<const std::string_view> candidates)
{
    if (word.empty() || word.size() > kLongestWord)
        return {};
    std::string_view nearest;
    std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < fewest) {
            fewest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace bubblescope
