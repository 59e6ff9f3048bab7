// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sweep/sweep_columns.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One row of a sweep's file.
struct SweepLine
{
    std::size_t offset = 0; ///< of its first byte in the text
    std::size_t length = 0; ///< without its LF
    std::uint64_t configuration = 0;
    std::uint8_t status = 0; ///< place in kSweepStatusNames
};

/// The rows of a sweep's file, as far as they were written.
struct SweepLines
{
    std::vector<SweepLine> rows;
    /// Bytes up to the end of the last whole line; what follows is a line that a killed program left
    /// unfinished.
    std::size_t wholeSize = 0;
};

/// Reads what a sweep wrote, whole or cut off anywhere; an empty text has no rows. Every whole line must be
/// one that sweepRowText() could have written: its columns in their order, numbers where numbers belong; else
/// an error with line, column and caret. O(bytes).
[[nodiscard]] Result<SweepLines> readSweepLines(std::string_view text, const std::string& source,
                                                SweepFormat format);

/// The line's place in the file, for what is wrong with it at `column` (bytes from its begin).
[[nodiscard]] Error sweepLineError(std::string_view text, const SweepLine& line, std::size_t number,
                                   std::size_t column, const std::string& source, Sentence message,
                                   SweepFormat format);

} // namespace bubblescope
