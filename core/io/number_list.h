// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The numbers of a text, each of 0 or more, between commas, blanks and ends of lines; # begins a comment.
/// What is none is told with its line and column.
[[nodiscard]] Result<std::vector<double>> numbersFromText(std::string_view text,
                                                          const std::string& sourceName);

} // namespace bubblescope
