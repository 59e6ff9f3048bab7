// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bubblescope {

/// A number as people want it: at most 12 significant digits, no trailing noise ("58.4", "0.1",
/// "33").
[[nodiscard]] std::string numberText(double value);
/// A number as programs want it: numberText() where that is within `noise` of it, else 15 significant digits.
/// So sums of tenths stay short, and a microsecond late in an hour's run is kept.
[[nodiscard]] std::string preciseNumberText(double value, double noise);

} // namespace bubblescope
