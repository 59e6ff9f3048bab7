// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::test {

/// Reads "0F0 0F1 . (0F1;3B0)OVERLAP_F_B\n1F0": a line a rank, a word a cell, "." a bubble. Counts are filled
/// in. Written apart from the product's CSV reader, so that each checks the other. Throws
/// std::invalid_argument.
[[nodiscard]] Schedule parse(std::string_view text);
/// The same way back; trailing bubbles are not written.
[[nodiscard]] std::string render(const Schedule& schedule);
/// A conformance record's "order": an array of rows of cells, "" = bubble.
[[nodiscard]] Schedule scheduleFromCells(const nlohmann::json& order);
/// A schedule's cells, row by row; "" = bubble.
[[nodiscard]] std::vector<std::vector<std::string>> cellsOf(const Schedule& schedule);
/// Where two orders first differ, in words ("rank 1 cell 3: 2F1, expected 1B0"); empty if they are equal.
/// Trailing bubbles are not compared.
[[nodiscard]] std::string difference(const Schedule& actual, const nlohmann::json& expectedOrder);

} // namespace bubblescope::test
