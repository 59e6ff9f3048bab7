// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope::cli {

/// Columns of a terminal that text is made for.
inline constexpr std::size_t kTextColumns = 80;

/// Code points, each of which is taken for one column.
[[nodiscard]] std::size_t columnsOf(std::string_view text);

/// The text in lines of at most kTextColumns, each line but the first begun with `indent` blanks; the first
/// starts after `column` columns that are written already. Words longer than a line stay whole.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t column);

/// A label and its text beside it, in a column that begins at `indent`; below it where the label is too long.
/// Ends with a line's end.
[[nodiscard]] std::string labelledText(std::string_view label, std::string_view text, std::size_t indent);

} // namespace bubblescope::cli
