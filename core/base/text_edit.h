// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// ASCII letters in lower case, the rest as it is.
[[nodiscard]] std::string lowered(std::string_view text);
/// Without the blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Without the mark that some editors put before UTF-8.
[[nodiscard]] constexpr std::string_view withoutByteOrderMark(std::string_view text) noexcept
{
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

} // namespace bubblescope
