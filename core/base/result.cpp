// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include "core/base/text_show.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

std::string Error::headline(const Wording& wording) const
{
    const std::string said = message.text(wording);
    if (!where)
        return said;
    if (where->line == 0)
        return fmt::format("{}: {}", where->source, said);
    if (where->column == 0)
        return fmt::format("{}:{}: {}", where->source, where->line, said);
    return fmt::format("{}:{}:{}: {}", where->source, where->line, where->column, said);
}

namespace {

// Long lines are cut around the caret: a 10 MB line must not flood a terminal.
constexpr std::size_t kShownBefore = 60;
constexpr std::size_t kShownAfter = 40;

} // namespace

std::string Error::text(const Wording& wording) const
{
    std::string result = headline(wording);
    if (!where || where->line == 0 || where->column == 0 || (where->lineText.empty() && where->hint.empty()))
        return result;
    const std::string_view line = where->lineText;
    const std::size_t offset = where->column - 1;
    const std::size_t caret =
        std::min<std::size_t>(offset - std::min<std::size_t>(offset, where->lineTextStart), line.size());
    std::size_t begin = caret > kShownBefore ? caret - kShownBefore : 0;
    while (begin > 0 && begin < line.size() && isUtf8Continuation(line[begin]))
        --begin;
    std::size_t end = std::min(line.size(), caret + kShownAfter);
    while (end < line.size() && isUtf8Continuation(line[end]))
        ++end;
    const std::string before =
        (begin > 0 || where->lineTextStart > 0 ? "..." : "") + printable(line.substr(begin, caret - begin));
    result += '\n' + before + printable(line.substr(caret, end - caret));
    if (end < line.size())
        result += "...";
    result += '\n' + std::string(codePointCount(before), ' ') + '^';
    if (!where->hint.empty())
        result += ' ' + where->hint.text(wording);
    return result;
}

tl::unexpected<Error> failure(ErrorKind kind, Sentence message)
{
    return tl::unexpected<Error>(Error{kind, std::move(message), std::nullopt});
}

} // namespace bubblescope
