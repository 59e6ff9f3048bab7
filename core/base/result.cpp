// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

std::string Error::headline() const
{
    if (!where)
        return message;
    if (where->line == 0)
        return fmt::format("{}: {}", where->source, message);
    if (where->column == 0)
        return fmt::format("{}:{}: {}", where->source, where->line, message);
    return fmt::format("{}:{}:{}: {}", where->source, where->line, where->column, message);
}

namespace {

// Long lines are cut around the caret: a 10 MB line must not flood a terminal.
constexpr std::size_t kShownBefore = 60;
constexpr std::size_t kShownAfter = 40;

bool isContinuationByte(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string shownByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F ? std::string(1, ' ') : std::string(1, c);
}

} // namespace

std::string Error::text() const
{
    std::string result = headline();
    if (!where || where->line == 0 || where->column == 0 || (where->lineText.empty() && where->hint.empty()))
        return result;
    const std::string& line = where->lineText;
    const std::size_t caret = std::min<std::size_t>(where->column - 1, line.size());
    std::size_t begin = caret > kShownBefore ? caret - kShownBefore : 0;
    while (begin > 0 && begin < line.size() && isContinuationByte(line[begin]))
        --begin;
    std::size_t end = std::min(line.size(), caret + kShownAfter);
    while (end < line.size() && isContinuationByte(line[end]))
        ++end;
    std::string shown = begin > 0 ? "..." : "";
    std::size_t caretColumn = shown.size();
    for (std::size_t i = begin; i < end; ++i) {
        if (i < caret && !isContinuationByte(line[i]))
            ++caretColumn;
        shown += shownByte(line[i]);
    }
    if (end < line.size())
        shown += "...";
    result += '\n' + shown + '\n' + std::string(caretColumn, ' ') + '^';
    if (!where->hint.empty())
        result += ' ' + where->hint;
    return result;
}

tl::unexpected<Error> invalidInput(std::string message)
{
    return failure(ErrorKind::InvalidInput, std::move(message));
}

tl::unexpected<Error> failure(ErrorKind kind, std::string message)
{
    return tl::unexpected<Error>(Error{kind, std::move(message), std::nullopt});
}

} // namespace bubblescope
