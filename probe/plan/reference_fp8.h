// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/linear_gemms.h"
#include "probe/plan/reference.h"

/// Numbers of fp8 (e4m3) on the CPU.
namespace bubblescope::probe::reference {

/// The nearest number of e4m3, ties to even; what is too large becomes 448.
[[nodiscard]] double roundedToFp8(double value);
/// What a byte means; 0x7F and 0xFF are no numbers.
[[nodiscard]] double fp8Value(std::uint8_t byte);
/// A power of two by which the largest value becomes at most 448; 1 for nothing.
[[nodiscard]] double fp8Scale(double largest);

struct Fp8Shape
{
    std::int64_t count = 1, rows = 0, columns = 0;
};
/// Matrices one after the other, each rounded with its scales and taken back; `given` is the scale of all.
[[nodiscard]] Values throughFp8(std::span<const double> values, const Fp8Shape& shape, Fp8Scales scales,
                                double given);
/// Numbers of e4m3 times their scales, as scaleIndex() finds them.
[[nodiscard]] Values fromFp8(std::span<const double> values, std::span<const double> scales,
                             const Fp8Shape& shape, Fp8Scales way);
/// Each matrix with rows and columns exchanged.
[[nodiscard]] Values turned(std::span<const double> values, const Fp8Shape& shape);

} // namespace bubblescope::probe::reference
