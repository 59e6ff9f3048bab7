// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_wrap.h"

#include <algorithm>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kLabelIndent = 4;

} // namespace

std::size_t columnsOf(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t column)
{
    std::string lines;
    bool lineIsEmpty = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty())
            continue;
        if (!lineIsEmpty && column + 1 + columnsOf(word) > kTextColumns) {
            lines += '\n' + std::string(indent, ' ');
            column = indent;
            lineIsEmpty = true;
        }
        lines += (lineIsEmpty ? "" : " ") + std::string(word);
        column += columnsOf(word) + (lineIsEmpty ? 0 : 1);
        lineIsEmpty = false;
    }
    return lines;
}

std::string labelledText(std::string_view label, std::string_view text, std::size_t indent)
{
    std::string line = std::string(kLabelIndent, ' ') + std::string(label);
    const bool fits = kLabelIndent + columnsOf(label) + 2 <= indent;
    line +=
        fits ? std::string(indent - kLabelIndent - columnsOf(label), ' ') : '\n' + std::string(indent, ' ');
    return line + wrapped(text, indent, indent) + '\n';
}

} // namespace bubblescope::cli
