// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"

#include "core/base/number_parse.h"
#include "core/base/text_edit.h"
#include "core/base/thousands.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace bubblescope {

namespace {

/// A half that a sum fell short of by its last bits is still rounded up.
constexpr double kTolerance = 1e-12;
constexpr double kSmallest = 1e-4;
constexpr double kLargest = 1e15;
constexpr double kExactIntegers = 9007199254740992.0; // 2^53
constexpr int kFullDigits = 12;

/// In nanoseconds.
constexpr QuantityUnit kTimes[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}, {6e10, "min"}};
constexpr QuantityUnit kSizes[] = {{1, "B"}, {1e3, "KB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};
/// In bytes a second.
constexpr QuantityUnit kBandwidths[] = {
    {1, "B/s"}, {1e3, "KB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};

constexpr double kNsPerSecond = 1e9;

double nanosecondsOf(const std::string& unitOfTime)
{
    return unitOfTime == "ms" ? 1e6 : 1e3;
}

/// How many of a table's smallest units one of those is that the measure keeps: a whole number.
double smallestPerKept(const Measure& measure)
{
    switch (measure.quantity) {
    case Quantity::Duration:
        return nanosecondsOf(measure.unitOfTime);
    case Quantity::Bandwidth:
        return kNsPerSecond / nanosecondsOf(measure.unitOfTime);
    default:
        return 1;
    }
}

std::span<const QuantityUnit> unitsOf(const Measure& measure)
{
    if (!measure.hasUnits())
        return {};
    return measure.quantity == Quantity::Duration ? std::span<const QuantityUnit>(kTimes)
           : measure.quantity == Quantity::Size   ? std::span<const QuantityUnit>(kSizes)
                                                  : std::span<const QuantityUnit>(kBandwidths);
}

/// The unit of a number that is none of any.
QuantityUnit keptUnit(const Measure& measure, std::span<const QuantityUnit> units)
{
    if (measure.quantity == Quantity::Duration)
        return {1, measure.unitOfTime == "ms" ? "ms" : "µs"};
    return {units.front().size / smallestPerKept(measure), units.front().name};
}

std::string fixed(double value, int decimals)
{
    const double scale = std::pow(10, decimals);
    std::string text = fmt::format("{:.{}f}", std::round(value * scale * (1 + kTolerance)) / scale, decimals);
    if (decimals > 0)
        text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string textOf(double value, int digits)
{
    if (value == 0)
        return "0";
    if (std::abs(value) < kExactIntegers && value == std::trunc(value))
        return fmt::format("{}", static_cast<std::int64_t>(value));
    return fmt::format("{:.{}g}", value, digits);
}

std::string withUnit(const std::string& number, std::string_view unit)
{
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

/// In nanoseconds; the micro sign and the Greek letter look alike.
std::optional<double> timeUnitFrom(const std::string& low)
{
    if (low == "us" || low == "µs" || low == "μs")
        return 1e3;
    for (const QuantityUnit& unit : kTimes)
        if (low == unit.name)
            return unit.size;
    return std::nullopt;
}

std::optional<double> sizeUnitFrom(const std::string& low)
{
    constexpr std::string_view kPrefixes = "kmgtp";
    if (low == "b")
        return 1;
    const auto prefix = low.empty() ? std::string_view::npos : kPrefixes.find(low.front());
    if (prefix == std::string_view::npos)
        return std::nullopt;
    const double power = static_cast<double>(prefix) + 1;
    if (low.substr(1) == "b")
        return std::pow(1000, power);
    if (low.substr(1) == "ib")
        return std::pow(1024, power);
    return std::nullopt;
}

/// Of a measure in the smallest unit of its table.
std::optional<double> unitFrom(std::string_view name, Quantity quantity)
{
    const std::string low = lowered(name);
    if (quantity == Quantity::Duration)
        return timeUnitFrom(low);
    if (quantity == Quantity::Size)
        return sizeUnitFrom(low);
    constexpr std::string_view kPerSecond = "/s";
    if (quantity == Quantity::Bandwidth && low.ends_with(kPerSecond))
        return sizeUnitFrom(std::string(trimmed(std::string_view(low).substr(0, low.size() - 2))));
    return std::nullopt;
}

/// The number at the begin of a text, and what follows it.
std::pair<std::string_view, std::string_view> splitNumber(std::string_view text)
{
    text = trimmed(text);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto length =
        problem == std::errc::invalid_argument ? std::size_t{0} : static_cast<std::size_t>(end - text.data());
    return {text.substr(0, length), trimmed(text.substr(length))};
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

std::string numberText(double value)
{
    return textOf(value, kFullDigits);
}

std::string preciseNumberText(double value, double noise)
{
    std::string text = numberText(value);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    return std::abs(read - value) <= noise ? text : textOf(value, 15);
}

QuantityUnit unitFor(double value, const Measure& measure, int digits)
{
    const std::span<const QuantityUnit> units = unitsOf(measure);
    if (units.empty())
        return {};
    if (value == 0 || !std::isfinite(value))
        return keptUnit(measure, units);
    const double smallest = std::abs(value) * smallestPerKept(measure);
    QuantityUnit unit = units.front();
    for (const QuantityUnit& larger : units.subspan(1)) {
        // What rounds to one of the next unit is one.
        const double step = larger.size / unit.size;
        const double scale = std::pow(10, std::max(0, digits - (step < 100 ? 2 : 3)));
        if (std::round(smallest / unit.size * scale * (1 + kTolerance)) < step * scale)
            break;
        unit = larger;
    }
    return {unit.size / smallestPerKept(measure), unit.name};
}

std::string quantityText(double value, const Measure& measure, int digits)
{
    if (!measure.hasUnits())
        return numberText(value);
    const QuantityUnit unit = unitFor(value, measure, digits);
    const double count = value / unit.size;
    return withUnit(withThousands(shortNumber(unit.name == "B" ? std::round(count) : count, digits)),
                    unit.name);
}

std::string durationText(double time, const std::string& unit)
{
    const Measure measure{Quantity::Duration, unit};
    return measure.hasUnits() ? quantityText(time, measure) : shortNumber(time);
}

std::string fullQuantityText(double value, const Measure& measure)
{
    const QuantityUnit unit = unitFor(value, measure, kFullDigits);
    return withUnit(withThousands(numberText(value / unit.size)), unit.name);
}

std::string numberOfUnits(double value, const QuantityUnit& unit, double resolution)
{
    constexpr int kMostDecimals = 15;
    const double count = value / unit.size;
    const double step = resolution / unit.size;
    if (!(step > 0) || !std::isfinite(step) || !std::isfinite(count) || std::abs(count) >= kLargest)
        return numberText(count);
    const int decimals = static_cast<int>(std::ceil(-std::log10(step) - kTolerance));
    if (decimals >= 0)
        return withThousands(fixed(count, std::min(decimals, kMostDecimals)));
    const double whole = std::pow(10, -decimals);
    return withThousands(fixed(std::round(count / whole) * whole, 0));
}

std::optional<double> quantityFrom(std::string_view text, const Measure& measure, double plain)
{
    const auto [number, name] = splitNumber(text);
    const std::optional<double> value = realNumberFrom(number);
    if (!value || *value < 0)
        return std::nullopt;
    double unit = plain;
    if (!name.empty()) {
        const std::optional<double> known =
            measure.hasUnits() ? unitFrom(name, measure.quantity) : std::nullopt;
        if (!known)
            return std::nullopt;
        unit = *known / smallestPerKept(measure);
    }
    const double all = *value * unit;
    return std::isfinite(all) ? std::optional(all) : std::nullopt;
}

bool endsWithUnit(std::string_view text)
{
    return !splitNumber(text).second.empty();
}

std::string timeInUnits(double time, const std::string& unit, int digits)
{
    return unit == "step" ? numberText(time) + " steps"
                          : quantityText(time, {Quantity::Duration, unit}, digits);
}

std::string fullTimeInUnits(double time, const std::string& unit)
{
    return unit == "step" ? numberText(time) + " steps" : fullQuantityText(time, {Quantity::Duration, unit});
}

std::string secondsInUnits(double seconds, int digits)
{
    constexpr double kMsPerSecond = 1e3;
    return quantityText(seconds * kMsPerSecond, {Quantity::Duration, "ms"}, digits);
}

std::string byteText(double bytes, int digits)
{
    return quantityText(bytes, {Quantity::Size}, digits);
}

std::string percentOf(double share, int decimals)
{
    return fixed(share * 100, decimals) + " %";
}

std::string rateOf(double rate, int decimals)
{
    return rate > 1 ? shortNumber(rate, 3) + " ×" : percentOf(rate, decimals);
}

} // namespace bubblescope
