// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_show.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::size_t kQuotedBytes = 60;

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20U || byte == 0x7FU;
}

} // namespace

std::size_t utf8SequenceLength(std::string_view text, std::size_t offset) noexcept
{
    const auto byteAt = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned lead = byteAt(offset);
    if (lead < 0x80U)
        return 1;
    const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
    if (lead < 0xC2U || lead > 0xF4U)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byteAt(offset + i) & 0xC0U) != 0x80U)
            return 0;
    const unsigned second = byteAt(offset + 1);
    const bool overlong = (lead == 0xE0U && second < 0xA0U) || (lead == 0xF0U && second < 0x90U);
    const bool outside = (lead == 0xEDU && second > 0x9FU) || (lead == 0xF4U && second > 0x8FU);
    return overlong || outside ? 0 : length;
}

std::size_t firstInvalidUtf8(std::string_view text) noexcept
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8SequenceLength(text, i);
        if (length == 0)
            return i;
        i += length;
    }
    return std::string_view::npos;
}

std::size_t codePointCount(std::string_view text) noexcept
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isUtf8Continuation(c); }));
}

std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8SequenceLength(text, i);
        if (length == 0)
            shown += '?';
        else if (length == 1)
            shown += isControl(text[i]) ? ' ' : text[i];
        else
            shown += text.substr(i, length);
        i += std::max<std::size_t>(length, 1);
    }
    return shown;
}

std::string shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string(text);
    constexpr std::string_view kLeftOut = "…";
    std::size_t begin = (most - kLeftOut.size()) / 2;
    std::size_t end = text.size() - (most - kLeftOut.size() - begin);
    while (begin > 0 && isUtf8Continuation(text[begin]))
        --begin;
    while (end < text.size() && isUtf8Continuation(text[end]))
        ++end;
    return std::string(text.substr(0, begin)).append(kLeftOut).append(text.substr(end));
}

std::string quotedText(std::string_view text)
{
    std::size_t end = std::min(text.size(), kQuotedBytes);
    while (end < text.size() && end > 0 && isUtf8Continuation(text[end]))
        --end;
    std::string result = "'";
    result += printable(text.substr(0, end));
    result += end < text.size() ? "...'" : "'";
    return result;
}

} // namespace bubblescope
