// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/base/short_number.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double kExactIntegers = 9007199254740992.0; // 2^53
/// A half that a sum fell short of by its last bits is still rounded up.
constexpr double kNumberTextTolerance = 1e-12;

std::string textOf(double value, int digits)
{
    if (value == 0)
        return "0";
    if (std::abs(value) < kExactIntegers && value == std::trunc(value))
        return fmt::format("{}", static_cast<std::int64_t>(value));
    return fmt::format("{:.{}g}", value, digits);
}

std::string percentText(double share)
{
    std::string text = fmt::format("{:.1f}", std::round(share * 1000 * (1 + kNumberTextTolerance)) / 10);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return (text == "-0" ? "0" : text) + " %";
}

} // namespace

std::string numberText(double value)
{
    return textOf(value, 12);
}

std::string preciseNumberText(double value, double noise)
{
    std::string text = numberText(value);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    return std::abs(read - value) <= noise ? text : textOf(value, 15);
}

std::string metricsLine(const Metrics& metrics, const std::string& unit)
{
    const std::string suffix = unit.empty() || unit == "step" ? "" : " " + unit;
    return fmt::format("makespan {}{} · bubble rate {} · idle {} · peak {} on rank {}",
                       shortNumber(metrics.makespan), suffix, percentText(metrics.bubbleRate),
                       percentText(metrics.idleFraction), shortNumber(metrics.peakActivations),
                       metrics.peakRank);
}

} // namespace bubblescope
