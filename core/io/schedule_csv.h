// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// An order read from a PyTorch schedule CSV.
struct ScheduleCsv
{
    Schedule schedule; ///< counts are the highest numbers + 1, no placement, name = file name without folder
                       ///< and ending
    std::vector<Error> warnings; ///< what PyTorch reads but we would not write; first 100
};

/// Reads a PyTorch schedule CSV: one row per rank, a cell an action, an empty cell a bubble, a blank line a
/// rank without actions. BOM, CRLF, blanks and quoted cells are accepted. The first wrong cell is an error
/// with line, column, the line and a caret. `sourceName` is what errors call the text.
[[nodiscard]] Result<ScheduleCsv> readScheduleCsv(std::string_view text, const std::string& sourceName,
                                                  const CancelToken& cancel = {});
/// Every wrong cell (at most `limit`), for a Problems list.
[[nodiscard]] std::vector<Error> scheduleCsvErrors(std::string_view text, const std::string& sourceName,
                                                   std::size_t limit = 100);

/// The order as PyTorch's CSV, rows ended by LF. Read back it is the same order.
[[nodiscard]] std::string writeScheduleCsv(const Schedule& schedule);

/// Reads one cell's text ("3F0", "(0F1;3B0)OVERLAP_F_B", "") and appends its actions (a bubble for an empty
/// cell). On failure the error's column counts from the cell's begin.
[[nodiscard]] Result<void> appendCell(std::string_view cell, Row& row);

} // namespace bubblescope
