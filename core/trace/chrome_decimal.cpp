// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_decimal.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// ± digits · 10^exponent
struct Decimal
{
    std::uint64_t digits = 0;
    std::int64_t exponent = 0;
    bool isNegative = false;
};

constexpr std::int64_t kMostExponent = 100'000;

bool chromeDecimalIsDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Digits that no longer fit only move the exponent: they are far below a nanosecond, or the number is far out
// of range.
std::size_t takeDigits(std::string_view text, std::size_t at, bool isFraction, Decimal& to)
{
    constexpr std::uint64_t kRoom = std::numeric_limits<std::uint64_t>::max() / 10 - 1;
    for (; at < text.size() && chromeDecimalIsDigit(text[at]); ++at) {
        if (to.digits < kRoom) {
            to.digits = to.digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
            to.exponent -= isFraction ? 1 : 0;
        } else {
            to.exponent += isFraction ? 0 : 1;
        }
    }
    return at;
}

bool takeExponent(std::string_view text, std::size_t& at, Decimal& to)
{
    ++at;
    const bool isNegative = at < text.size() && text[at] == '-';
    at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
    const std::size_t begin = at;
    std::int64_t exponent = 0;
    for (; at < text.size() && chromeDecimalIsDigit(text[at]); ++at)
        exponent = std::min(exponent * 10 + (text[at] - '0'), kMostExponent);
    to.exponent += isNegative ? -exponent : exponent;
    return at > begin;
}

std::optional<Decimal> decimalFrom(std::string_view text)
{
    Decimal decimal;
    std::size_t at = 0;
    decimal.isNegative = !text.empty() && text[0] == '-';
    at += decimal.isNegative ? 1 : 0;
    const std::size_t begin = at;
    at = takeDigits(text, at, false, decimal);
    if (at == begin)
        return std::nullopt;
    if (at < text.size() && text[at] == '.') {
        const std::size_t point = ++at;
        at = takeDigits(text, at, true, decimal);
        if (at == point)
            return std::nullopt;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E') && !takeExponent(text, at, decimal))
        return std::nullopt;
    return at == text.size() ? std::optional(decimal) : std::nullopt;
}

DecimalFault wholeOf(const Decimal& decimal, std::int64_t& to)
{
    std::uint64_t value = decimal.digits;
    std::int64_t exponent = decimal.exponent;
    for (; exponent > 0 && value != 0; --exponent)
        if (__builtin_mul_overflow(value, std::uint64_t{10}, &value))
            return DecimalFault::OutOfRange;
    for (; exponent < -1 && value != 0; ++exponent)
        value /= 10;
    if (exponent == -1)
        value = value / 10 + (value % 10 >= 5 ? 1 : 0);
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return DecimalFault::OutOfRange;
    to = decimal.isNegative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    return DecimalFault::None;
}

} // namespace

DecimalFault nanosecondsFrom(std::string_view microseconds, Nanoseconds& to) noexcept
{
    auto decimal = decimalFrom(microseconds);
    if (!decimal)
        return DecimalFault::NotANumber;
    decimal->exponent += 3;
    return wholeOf(*decimal, to);
}

std::optional<Nanoseconds> wholeNanoseconds(std::string_view nanoseconds) noexcept
{
    const auto decimal = decimalFrom(nanoseconds);
    Nanoseconds value = 0;
    if (!decimal || wholeOf(*decimal, value) != DecimalFault::None)
        return std::nullopt;
    return value;
}

} // namespace bubblescope
