// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bubblescope::manual {

/// The rows of the table of a cost file's keys in docs/file-formats.md, out of the table of cost fields.
[[nodiscard]] std::string costFieldRows();

} // namespace bubblescope::manual
