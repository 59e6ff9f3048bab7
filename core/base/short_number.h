// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bubblescope {

/// A number as a sentence or a narrow column shows it: rounded to `digits` significant ones, but never within
/// its whole part, without zeros at its end: "179.47" of 179.466828283, "23713" of 23712.9, "0.5" of 0.5.
/// Very small and very large numbers, and what is not finite, are written as %g does it. Requires digits > 0.
[[nodiscard]] std::string shortNumber(double value, int digits = 5);

/// Bytes of one B, kB, MB, GB, TB or PB.
struct ByteUnit
{
    double size = 1;
    const char* name = "B";
};
/// In which a size is shown with that many digits.
[[nodiscard]] ByteUnit byteUnitOf(double bytes, int digits = 4);
/// A size in bytes with its unit, decimal as disks and datasheets count: "62.83 GB", "512 B".
[[nodiscard]] std::string byteText(double bytes, int digits = 4);

} // namespace bubblescope
