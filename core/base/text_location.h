// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// The place `offset` (bytes) in `line`, the line of that number. Of a line over 2 KiB only the part around
/// the place is kept.
[[nodiscard]] SourceLocation locationInLine(std::string_view line, std::size_t offset, std::size_t lineNumber,
                                            const std::string& source);

/// The place `offset` in a whole text; lines end with LF, CRLF or CR. Past the end is the last line's end.
/// O(offset).
[[nodiscard]] SourceLocation locationInText(std::string_view text, std::size_t offset,
                                            const std::string& source);

} // namespace bubblescope
