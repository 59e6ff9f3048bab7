// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/reference_fp8.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::probe::reference {

namespace {

constexpr double kMost = 448;

std::size_t spot(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

/// Calls `visit(index in all matrices, index of its scale)` for every element.
template <typename Visit>
void eachElement(const Fp8Shape& shape, Fp8Scales scales, Visit visit)
{
    // One scale for all matrices where it is given.
    const std::int64_t step = scales == Fp8Scales::Given ? 0 : scaleCount(scales, shape.rows, shape.columns);
    for (std::int64_t matrix = 0; matrix < shape.count; ++matrix)
        for (std::int64_t row = 0; row < shape.rows; ++row)
            for (std::int64_t column = 0; column < shape.columns; ++column)
                visit(spot((matrix * shape.rows + row) * shape.columns + column),
                      spot(matrix * step + scaleIndex(scales, shape.rows, shape.columns, row, column)));
}

} // namespace

double roundedToFp8(double value)
{
    const double size = std::abs(value);
    if (!(size > 0))
        return 0;
    // Three bits behind the first; below 2^-6 all steps are 2^-9.
    int exponent = 0;
    static_cast<void>(std::frexp(size, &exponent));
    const double step = std::ldexp(1.0, std::max(exponent - 4, -9));
    return std::copysign(std::min(kMost, std::nearbyint(size / step) * step), value);
}

double fp8Value(std::uint8_t byte)
{
    const int exponent = byte >> 3 & 0xF, fraction = byte & 0x7;
    if (exponent == 0xF && fraction == 0x7)
        return std::nan("");
    const double size = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, exponent - 10);
    return (byte & 0x80) != 0 ? -size : size;
}

double fp8Scale(double largest)
{
    if (!(largest > 0))
        return 1;
    int exponent = 0;
    const double part = std::frexp(largest, &exponent);
    constexpr int kLeast = -100; // so that one over it is a float
    return std::ldexp(1.0, std::max(kLeast, exponent) - (part <= kMost / 512 ? 9 : 8));
}

Values throughFp8(std::span<const double> values, const Fp8Shape& shape, Fp8Scales scales, double given)
{
    const std::int64_t each = scaleCount(scales, shape.rows, shape.columns);
    Values largest(spot(shape.count * each));
    eachElement(shape, scales, [&](std::size_t at, std::size_t scale) {
        largest[scale] = std::max(largest[scale], std::abs(values[at]));
    });
    Values result(values.size());
    eachElement(shape, scales, [&](std::size_t at, std::size_t scale) {
        const double by = scales == Fp8Scales::Given ? given : fp8Scale(largest[scale]);
        result[at] = roundedToFp8(values[at] / by) * by;
    });
    return result;
}

Values fromFp8(std::span<const double> values, std::span<const double> scales, const Fp8Shape& shape,
               Fp8Scales way)
{
    Values result(values.size());
    eachElement(shape, way,
                [&](std::size_t at, std::size_t scale) { result[at] = values[at] * scales[scale]; });
    return result;
}

Values turned(std::span<const double> values, const Fp8Shape& shape)
{
    Values result(values.size());
    for (std::int64_t matrix = 0; matrix < shape.count; ++matrix)
        for (std::int64_t row = 0; row < shape.rows; ++row)
            for (std::int64_t column = 0; column < shape.columns; ++column)
                result[spot((matrix * shape.columns + column) * shape.rows + row)] =
                    values[spot((matrix * shape.rows + row) * shape.columns + column)];
    return result;
}

} // namespace bubblescope::probe::reference
