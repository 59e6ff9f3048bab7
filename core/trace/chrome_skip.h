// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Nesting beyond this is no profile but an attack.
inline constexpr std::uint32_t kMostNesting = 1000;

/// Finds ends of JSON values in a text that comes in pieces: knows strings, escapes and depth, and nothing
/// else. Does not recurse; O(bytes).
class JsonSkipper
{
public:
    /// Bytes of `piece` up to one past the end of the value that it is in (or begins with); all of them if
    /// the value goes on. A number or word ends before the byte that is none of it.
    [[nodiscard]] std::size_t skip(std::string_view piece);
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] bool isTooDeep() const { return m_isTooDeep; }

private:
    void open();
    std::uint32_t m_depth = 0;
    bool m_isInString = false;
    bool m_isEscaped = false;
    bool m_isWord = false;
    bool m_isComplete = false;
    bool m_isTooDeep = false;
};

[[nodiscard]] inline bool isJsonBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Where the list's last whole item ends, or the list itself (`isEnd`): exact, for `text` that begins between
/// two items of a list.
struct ListCut
{
    std::size_t at =
        0; ///< one past the last whole item that a comma follows, or the place of the closing "]"
    bool isEnd = false;
    bool isTooDeep = false;
};
/// `afterFirst`: the first item instead of the last.
[[nodiscard]] ListCut cutList(std::string_view text, bool afterFirst = false);

/// Whether brackets nest deeper than kMostNesting.
[[nodiscard]] bool isNestedTooDeeply(std::string_view text);

} // namespace bubblescope
