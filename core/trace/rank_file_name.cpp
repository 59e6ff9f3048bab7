// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_edit.h"
#include "core/trace/rank_sources.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace bubblescope {

namespace {

std::optional<std::uint32_t> numberAt(const std::string& text, std::size_t at)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data() + at)
        return std::nullopt;
    return number;
}

/// Number right after `word`, or after one '-' or '_' behind it.
std::optional<std::uint32_t> numberAfter(const std::string& text, const std::string& word, bool needsMark)
{
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        std::size_t digits = at + word.size();
        const bool isMarked = digits < text.size() && (text[digits] == '-' || text[digits] == '_');
        if (isMarked)
            ++digits;
        if (needsMark && !isMarked)
            continue;
        if (const auto number = numberAt(text, digits))
            return number;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::uint32_t> rankInFileName(const std::string& path)
{
    const std::size_t slash = path.find_last_of("/\\");
    const std::string name = lowered(slash == std::string::npos ? path : path.substr(slash + 1));
    if (const auto rank = numberAfter(name, "rank", false))
        return rank;
    if (const auto rank = numberAfter(name, "trace", true))
        return rank;
    const std::size_t suffix = name.rfind(".sqlite");
    const std::size_t dot =
        suffix == std::string::npos || suffix == 0 ? std::string::npos : name.rfind('.', suffix - 1);
    if (dot == std::string::npos || dot + 1 == suffix)
        return std::nullopt;
    const bool isNumber = name.find_first_not_of("0123456789", dot + 1) == suffix;
    return isNumber ? numberAt(name, dot + 1) : std::nullopt;
}

} // namespace bubblescope
