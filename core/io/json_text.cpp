// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_text.h"

#include "core/base/text_location.h"
#include "core/base/text_show.h"
#include "core/io/json_builder.h"
#include "core/io/json_skip.h"

#include <fmt/format.h>

namespace bubblescope::json {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

std::string pathText(const Path& path)
{
    std::string text;
    for (const auto& step : path) {
        if (const auto* index = std::get_if<std::size_t>(&step)) {
            text += fmt::format("[{}]", *index);
            continue;
        }
        if (!text.empty())
            text += '.';
        text += shortened(printable(std::get<std::string>(step)));
    }
    return text;
}

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

Error Document::errorAt(std::size_t offset, Sentence message) const
{
    return {ErrorKind::InvalidInput, std::move(message), locationInText(text, offset, source)};
}

Result<Document> parse(std::string_view text, const std::string& source)
{
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    Document document{text, source, {}};
    Builder builder(text);
    if (builder.build(document.root))
        return document;
    return tl::unexpected(document.errorAt(builder.errorOffset(), builder.errorMessage()));
}

} // namespace bubblescope::json
