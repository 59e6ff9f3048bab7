// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_text.h"

#include "core/base/text_location.h"
#include "core/base/text_show.h"

#include <fmt/format.h>

namespace bubblescope::json {

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
    constexpr std::size_t kLongestPath = 400;
    return shortened(text, kLongestPath);
}

Error Document::errorAt(std::size_t offset, Sentence message) const
{
    return {ErrorKind::InvalidInput, std::move(message), locationInText(text, offset, source)};
}

std::string textWithHead(std::string_view head, const Json& object)
{
    std::string text = "{\n  ";
    text += head;
    if (object.empty()) {
        text += "\n}\n";
        return text;
    }
    const std::string members = object.dump(2, ' ', false, Json::error_handler_t::replace);
    text += ',';
    text += std::string_view(members).substr(1);
    text += '\n';
    return text;
}

} // namespace bubblescope::json
