// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_text.h"

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

/// Begin of what follows blanks.
std::size_t skipBlanks(std::string_view text, std::size_t offset)
{
    return std::min(text.find_first_not_of(" \t\r\n", offset), text.size());
}

/// One past the value that begins at `offset`.
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

/// Begin of an array's item; the array's own begin if it has none.
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

/// Begin of the value (or of the key) of an object's member; the object's own begin if it has none.
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

} // namespace

std::size_t Document::offsetOf(const Path& path, bool ofKey) const
{
    std::size_t offset = skipBlanks(text, 0);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool last = i + 1 == path.size();
        if (const auto* index = std::get_if<std::size_t>(&path[i]))
            offset = findItem(text, offset, *index);
        else
            offset = findMember(text, offset, std::get<std::string>(path[i]), ofKey && last);
    }
    return offset;
}

} // namespace bubblescope::json
