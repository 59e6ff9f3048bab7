// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bubblescope::manual {

/// The rows of the table of a cost file's keys in docs/file-formats.md, out of the table of cost fields.
[[nodiscard]] std::string costFieldRows();
/// Those of the keys of one of its objects, "communicators"; keys that are alike share a row.
[[nodiscard]] std::string costGroupRows(std::string_view group);

} // namespace bubblescope::manual
