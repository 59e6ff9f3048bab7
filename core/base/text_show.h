// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// A byte of a UTF-8 sequence after its first.
[[nodiscard]] constexpr bool isUtf8Continuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Length of the well-formed UTF-8 sequence at `offset` (1 to 4), or 0 if there is none. Requires offset <
/// text.size().
[[nodiscard]] std::size_t utf8SequenceLength(std::string_view text, std::size_t offset) noexcept;

/// Where the first byte that is no UTF-8 stands, or npos. O(text).
[[nodiscard]] std::size_t firstInvalidUtf8(std::string_view text) noexcept;

/// Code points of a well-formed text.
[[nodiscard]] std::size_t codePointCount(std::string_view text) noexcept;

/// The text as one line of valid UTF-8 that a terminal can show: control characters (tabs too) as one blank
/// each, a byte that is no UTF-8 as one "?".
[[nodiscard]] std::string printable(std::string_view text);

/// A text with its middle left out where it is longer than `most` bytes, at least 8: "aaaa…zzzz".
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most = 80);

/// What an error message says of a piece of input: printable, within single quotes, cut after 60 bytes.
[[nodiscard]] std::string quotedText(std::string_view text);

} // namespace bubblescope
