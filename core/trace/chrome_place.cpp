// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_place.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10U;
constexpr std::size_t kShown = 1024;

std::uint32_t saturated(std::uint64_t number)
{
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

/// Line of the byte, and where that line begins; `before` ends with the bytes before it.
struct ChromePlaceLine
{
    std::uint64_t number = 1;
    std::uint64_t begin = 0;
    std::string around; ///< from `aroundBegin` on
    std::uint64_t aroundBegin = 0;
};

ChromePlaceLine readUpTo(ByteSource& source, std::uint64_t offset)
{
    ChromePlaceLine line;
    std::string block(kBlock, '\0');
    std::uint64_t done = 0;
    bool wasReturn = false;
    while (done < offset + kShown) {
        const std::size_t count =
            source.read(block.data(), std::min<std::uint64_t>(kBlock, offset + kShown - done));
        if (count == 0)
            break;
        for (std::size_t i = 0; i < count && done + i < offset; ++i) {
            const char c = block[i];
            if (wasReturn && c != '\n') {
                ++line.number;
                line.begin = done + i;
            }
            if (c == '\n') {
                ++line.number;
                line.begin = done + i + 1;
            }
            wasReturn = c == '\r';
        }
        line.around.append(block, 0, count);
        if (line.around.size() > 2 * kShown + kBlock) {
            line.aroundBegin += line.around.size() - 2 * kShown;
            line.around.erase(0, line.around.size() - 2 * kShown);
        }
        done += count;
    }
    return line;
}

} // namespace

SourceLocation placeInText(const SourceOpener& open, std::uint64_t offset, const std::string& sourceName)
{
    SourceLocation place{sourceName, 0, 0, {}, {}, 0};
    const auto source = open();
    if (!source)
        return place;
    const ChromePlaceLine line = readUpTo(**source, offset);
    place.line = saturated(line.number);
    place.column = saturated(offset - line.begin + 1);
    const std::uint64_t shownFrom =
        std::max({line.begin, line.aroundBegin, offset > kShown ? offset - kShown : 0});
    if (shownFrom - line.aroundBegin <= line.around.size()) {
        place.lineText = line.around.substr(shownFrom - line.aroundBegin, 2 * kShown);
        place.lineText.resize(std::min(place.lineText.find_first_of("\r\n"), place.lineText.size()));
        place.lineTextStart = saturated(shownFrom - line.begin);
    }
    return place;
}

} // namespace bubblescope
