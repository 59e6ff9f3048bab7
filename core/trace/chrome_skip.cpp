// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_skip.h"

namespace bubblescope {

namespace {

/// One past the closing quote of the string whose inside begins at `at`; npos if it does not end.
std::size_t stringEnd(std::string_view text, std::size_t at)
{
    while ((at = text.find('"', at)) != std::string_view::npos) {
        std::size_t slashes = 0;
        while (slashes < at && text[at - 1 - slashes] == '\\')
            ++slashes;
        ++at;
        if (slashes % 2 == 0)
            return at;
    }
    return at;
}

bool isWordEnd(char c)
{
    return isJsonBlank(c) || c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '{' || c == '[';
}

} // namespace

void JsonSkipper::open()
{
    m_isTooDeep = m_isTooDeep || ++m_depth > kMostNesting;
}

std::size_t JsonSkipper::skip(std::string_view piece)
{
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const char c = piece[i];
        if (m_isInString) {
            if (m_isEscaped)
                m_isEscaped = false;
            else if (c == '\\')
                m_isEscaped = true;
            else if (c == '"')
                m_isInString = false;
            if (!m_isInString && m_depth == 0) {
                m_isComplete = true;
                return i + 1;
            }
        } else if (m_isWord) {
            if (isWordEnd(c)) {
                m_isComplete = true;
                return i;
            }
        } else if (c == '"') {
            m_isInString = true;
        } else if (c == '{' || c == '[') {
            open();
        } else if (c == '}' || c == ']') {
            m_depth -= m_depth > 0 ? 1 : 0;
            if (m_depth == 0) {
                m_isComplete = true;
                return i + 1;
            }
        } else if (m_depth == 0) {
            m_isWord = true;
        }
    }
    return piece.size();
}

ListCut cutList(std::string_view text, bool afterFirst)
{
    ListCut cut;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i++];
        if (c == '"') {
            i = stringEnd(text, i);
            if (i == std::string_view::npos)
                break;
        } else if (c == '{' || c == '[') {
            if (++depth > kMostNesting)
                return {cut.at, false, true};
        } else if (c == ']' && depth == 0) {
            return {i - 1, true, false};
        } else if (c == '}' || c == ']') {
            depth -= depth > 0 ? 1 : 0;
        } else if (c == ',' && depth == 0) {
            cut.at = i - 1;
            if (afterFirst)
                break;
        }
    }
    return cut;
}

bool isNestedTooDeeply(std::string_view text)
{
    // Every level takes two bytes: most texts are too short for it.
    return text.size() > 2 * std::size_t{kMostNesting} && cutList(text).isTooDeep;
}

} // namespace bubblescope
