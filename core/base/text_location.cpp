// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_location.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::size_t kMostLineText = 2048;

std::uint32_t saturated(std::size_t number)
{
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

SourceLocation locationInLine(std::string_view line, std::size_t offset, std::size_t lineNumber,
                              const std::string& source)
{
    offset = std::min(offset, line.size());
    const bool isCut = line.size() > kMostLineText && offset > kMostLineText / 2;
    const std::size_t start = isCut ? offset - kMostLineText / 2 : 0;
    return {
        source, saturated(lineNumber), saturated(offset + 1), std::string(line.substr(start, kMostLineText)),
        {},     saturated(start)};
}

SourceLocation locationInText(std::string_view text, std::size_t offset, const std::string& source)
{
    offset = std::min(offset, text.size());
    std::size_t lineNumber = 1;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < offset; ++i) {
        const bool crBeforeLf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !crBeforeLf)) {
            ++lineNumber;
            begin = i + 1;
        }
    }
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    return locationInLine(text.substr(begin, end - begin), offset - begin, lineNumber, source);
}

} // namespace bubblescope
