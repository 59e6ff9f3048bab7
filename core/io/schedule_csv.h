// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

#include <optional>
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
/// A cell that is no action. Both numbers count from 0.
struct WrongCell
{
    RankId rank;
    std::size_t cell = 0; ///< in the rank's row, bubbles counted
    Error error;          ///< as readScheduleCsv() gives it
};

/// What can be read of a CSV that may have wrong cells. A wrong cell is an empty one in the order, so that
/// the cells behind it keep their numbers.
struct LenientScheduleCsv
{
    ScheduleCsv csv;
    std::vector<WrongCell> wrongCells; ///< as in the file; the first kMostWrongCells
    std::size_t wrongCellCount = 0;    ///< all of them
};
inline constexpr std::size_t kMostWrongCells = 10'000;

/// Reads what is readable, for a window that shows a broken CSV. Of a quote that is not closed on its line
/// only its cell is wrong. A text without wrong cells gives what readScheduleCsv() does; one whose cells are
/// wrong in nine of ten cases or more (empty ones left aside) gives its error, the first.
[[nodiscard]] Result<LenientScheduleCsv> readScheduleCsvLeniently(std::string_view text,
                                                                  const std::string& sourceName,
                                                                  const CancelToken& cancel = {});
/// Every wrong cell (at most `limit`), for a Problems list.
[[nodiscard]] std::vector<Error> scheduleCsvErrors(std::string_view text, const std::string& sourceName,
                                                   std::size_t limit = 100);

/// Of an action that PyTorch does not have.
inline constexpr SentenceCode kBeyondTorch{
    "csv.beyond-torch",
    "PyTorch cannot read {action}: recomputation (R), offload (O), reload (L), vocabulary "
    "passes (S, T), parts of blocks (@attention, @dispatch, @experts, @combine) and the "
    "end of a step (EMBED_GRAD, CLIP, OPTIMIZER, PARAM_GATHER) are Bubblescope's own "
    "words"};
/// Where the first such action stands in the order's CSV; nothing without one. O(actions).
[[nodiscard]] std::optional<Error> beyondTorch(const Schedule& schedule, const std::string& source = {});

/// The order as PyTorch's CSV, rows ended by LF. Read back it is the same order.
[[nodiscard]] std::string writeScheduleCsv(const Schedule& schedule);

/// Reads one cell's text ("3F0", "(0F1;3B0)OVERLAP_F_B", "") and appends its actions (a bubble for an empty
/// cell). On failure the error's column counts from the cell's begin.
[[nodiscard]] Result<void> appendCell(std::string_view cell, Row& row);

} // namespace bubblescope
