// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Values as a person writes them, parted by commas, blanks around them ignored: numbers ("4,8,16"), ranges
/// ("4..16" = every number, "4..64:4" = every fourth from 4 on, "4..64x2" = each twice the one before). In
/// the order given; a value that occurs twice is refused, like everything else that makes no sense, in words
/// without a place in front. At most kMostListedValues.
[[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbersFrom(std::string_view text);
/// The same of numbers of 0 or more, "0,0.1,0.25", without ranges.
[[nodiscard]] Result<std::vector<double>> realNumbersFrom(std::string_view text);

inline constexpr std::size_t kMostListedValues = 100'000;

} // namespace bubblescope
