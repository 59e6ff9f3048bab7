// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bubblescope {

/// A decimal number with its thousands separated for people: "1,234,567.25" of "1234567.25". What follows the
/// first run of digits (decimals, an exponent) stays, so do texts without one.
[[nodiscard]] std::string withThousands(std::string number);

} // namespace bubblescope
