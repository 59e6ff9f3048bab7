// SPDX-License-Identifier: Apache-2.0
#include "core/base/short_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// A half that a sum fell short of by its last bits is still rounded up.
constexpr double kTolerance = 1e-12;
constexpr double kSmallest = 1e-4;
constexpr double kLargest = 1e15;

std::string fixed(double value, int decimals)
{
    const double scale = std::pow(10, decimals);
    std::string text = fmt::format("{:.{}f}", std::round(value * scale * (1 + kTolerance)) / scale, decimals);
    if (decimals > 0)
        text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

} // namespace

std::string shortNumber(double value, int digits)
{
    if (value == 0)
        return "0";
    const double size = std::abs(value);
    if (!std::isfinite(value) || size < kSmallest || size >= kLargest)
        return fmt::format("{:.{}g}", value, digits);
    const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
    return fixed(value, std::max(0, digits - whole));
}

ByteUnit byteUnitOf(double bytes, int digits)
{
    constexpr std::array<const char*, 6> kUnits{"B", "kB", "MB", "GB", "TB", "PB"};
    constexpr double kStep = 1000;
    ByteUnit unit{1, kUnits.front()};
    // What rounds to 1000 of a unit is 1 of the next.
    const double scale = std::pow(10, std::max(0, digits - 3));
    for (std::size_t i = 1;
         i < kUnits.size() && std::round(std::abs(bytes) / unit.size * scale) >= kStep * scale; ++i)
        unit = {unit.size * kStep, kUnits[i]};
    return unit;
}

std::string byteText(double bytes, int digits)
{
    const ByteUnit unit = byteUnitOf(bytes, digits);
    const double count = unit.size == 1 ? std::round(bytes) : bytes / unit.size;
    return fmt::format("{} {}", shortNumber(count, digits), unit.name);
}

} // namespace bubblescope
