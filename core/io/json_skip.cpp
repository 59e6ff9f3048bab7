// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_skip.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bubblescope::json {

namespace {

std::size_t skipString(std::string_view text, std::size_t offset)
{
    for (++offset; offset < text.size() && text[offset] != '"'; ++offset)
        offset += text[offset] == '\\' ? 1U : 0U;
    return std::min(offset + 1, text.size());
}

bool isKey(std::string_view written, const std::string& key)
{
    return nlohmann::json::parse(written, nullptr, false) == key;
}

bool isAt(std::string_view text, std::size_t offset, char c)
{
    return offset < text.size() && text[offset] == c;
}

} // namespace

std::size_t skipBlanks(std::string_view text, std::size_t offset)
{
    return std::min(text.find_first_not_of(" \t\r\n", offset), text.size());
}

std::size_t skipValue(std::string_view text, std::size_t offset)
{
    if (isAt(text, offset, '"'))
        return skipString(text, offset);
    std::size_t depth = 0;
    while (offset < text.size()) {
        const char c = text[offset];
        if (c == '"') {
            offset = skipString(text, offset);
            continue;
        }
        if (depth == 0 && (c == ',' || c == ']' || c == '}'))
            break;
        depth += c == '[' || c == '{' ? 1U : 0U;
        depth -= c == ']' || c == '}' ? 1U : 0U;
        ++offset;
        if (depth == 0 && (c == ']' || c == '}'))
            break;
    }
    return offset;
}

std::size_t findItem(std::string_view text, std::size_t array, std::size_t index)
{
    std::size_t offset = skipBlanks(text, array + 1);
    for (; index > 0 && offset < text.size(); --index) {
        offset = skipBlanks(text, skipValue(text, offset));
        if (!isAt(text, offset, ','))
            return array;
        offset = skipBlanks(text, offset + 1);
    }
    return offset < text.size() ? offset : array;
}

std::size_t findMember(std::string_view text, std::size_t object, const std::string& key, bool ofKey)
{
    std::size_t offset = skipBlanks(text, object + 1);
    while (isAt(text, offset, '"')) {
        const std::size_t keyEnd = skipString(text, offset);
        const std::size_t value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
        if (isKey(text.substr(offset, keyEnd - offset), key))
            return ofKey ? offset : value;
        offset = skipBlanks(text, skipValue(text, value));
        if (!isAt(text, offset, ','))
            break;
        offset = skipBlanks(text, offset + 1);
    }
    return object;
}

} // namespace bubblescope::json
