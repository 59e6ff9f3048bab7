// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

/// The grammar of one cell of PyTorch's schedule CSV; private to core/io.
namespace bubblescope::csv {

inline constexpr std::string_view kOverlapForwardBackward = "OVERLAP_F_B";
inline constexpr std::string_view kOverlapBackwardForward = "OVERLAP_B_F";

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Something to say about a place in a cell.
struct CellNote
{
    std::size_t offset = 0; ///< bytes from the cell's begin
    Sentence message;
    Sentence hint;
    bool onlyBlanks = false; ///< the remark is only that blanks were ignored
};

/// What came of a cell. With an error the row is as it was before.
struct CellReading
{
    std::vector<CellNote> warnings;
    std::optional<CellNote> error;
};

/// Blanks that PyTorch strips from a cell.
[[nodiscard]] constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// Reads one cell of the strict grammar at `begin` and appends its actions; returns the place behind it, or
/// nullptr with the row unchanged. Does not look at what follows. No allocation but the row's own.
[[nodiscard]] const char* scanStrictCell(const char* begin, const char* end, Row& row);

/// Reads a whole cell's text as PyTorch does, and says what PyTorch ignores in it. What has no complete
/// meaning is an error.
[[nodiscard]] CellReading readCell(std::string_view cell, Row& row);

/// "write 2F1" for a cell that means an action in another spelling: lower case, inner blanks, long names
/// ("1FORWARD2", hyper_parallel's "1FWD2"), early PyTorch's "F0_s1". Empty if nothing is near.
[[nodiscard]] Sentence suggestionFor(std::string_view cell);

} // namespace bubblescope::csv

namespace bubblescope {

/// Appends one rank's row as a line of PyTorch's CSV without its line end; a row of one bubble is `""`, a row
/// without cells nothing.
void appendRowText(std::string& text, std::span<const Action> row);

} // namespace bubblescope
