// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// A number as a sentence or a narrow column shows it: rounded to `digits` significant ones, but never within
/// its whole part, without zeros at its end: "179.47" of 179.466828283, "23713" of 23712.9, "0.5" of 0.5.
/// Very small and very large numbers, and what is not finite, are written as %g does it. Requires digits > 0.
[[nodiscard]] std::string shortNumber(double value, int digits = 5);
/// A number in full: at most 12 significant digits, no noise at its end ("58.4", "0.1", "33").
[[nodiscard]] std::string numberText(double value);
/// A number as programs want it: numberText() where that is within `noise` of it, else 15 significant digits.
/// So sums of tenths stay short, and a microsecond late in an hour's run is kept.
[[nodiscard]] std::string preciseNumberText(double value, double noise);

/// What numbers count.
enum class Quantity : std::uint8_t { Number, Duration, Size, Bandwidth };

/// What numbers count, and in what they are kept: times in the unit of the costs ("us", "ms"; those of "step"
/// are plain numbers), sizes in bytes, bandwidths in bytes per unit of time.
struct Measure
{
    Quantity quantity = Quantity::Number;
    std::string unitOfTime = "step";

    /// Whether its numbers have units.
    [[nodiscard]] bool hasUnits() const
    {
        return quantity == Quantity::Size || (quantity != Quantity::Number && unitOfTime != "step");
    }
    bool operator==(const Measure&) const = default;
};

/// One of a measure's units: its name, and how much it is of what numbers are kept in.
struct QuantityUnit
{
    double size = 1;
    std::string_view name = {}; ///< empty for plain numbers

    bool operator==(const QuantityUnit&) const = default;
};

/// The largest of which the value is at least one when it is rounded to so many digits: ns, µs, ms, s, min;
/// B, KB … TB, decimal as disks and datasheets count; GB/s. Nothing is none of a kept unit.
[[nodiscard]] QuantityUnit unitFor(double value, const Measure& measure, int digits = 4);
/// "1.865 s", "62.83 GB"; a number without a unit in full, "33".
[[nodiscard]] std::string quantityText(double value, const Measure& measure, int digits = 4);
/// A duration as a sentence tells it: shortNumber() of steps, else quantityText() in the unit.
[[nodiscard]] std::string durationText(double time, const std::string& unit);
/// The same as quantityText() in full, for who looks closer or copies: at most 12 digits, thousands
/// separated: "1.865278012 s".
[[nodiscard]] std::string fullQuantityText(double value, const Measure& measure);
/// Only the number of units, as exact as a change by `resolution` needs: "1,865.28" ms of 1865278.012 µs to
/// 10 µs. Requires resolution > 0.
[[nodiscard]] std::string numberOfUnits(double value, const QuantityUnit& unit, double resolution);

/// What a text means: a number and a unit of the measure, "1.5 ms", "60GB", "2GiB", "400 GB/s"; letters large
/// or small, binary units where they are typed. A number alone counts `plain`. Nothing for any other text,
/// half a unit, less than 0 and what is not finite.
[[nodiscard]] std::optional<double> quantityFrom(std::string_view text, const Measure& measure,
                                                 double plain = 1);
/// Whether the text of quantityFrom() ends with a unit, so that nothing is missing.
[[nodiscard]] bool endsWithUnit(std::string_view text);

/// A time of a timeline with its unit: "1.865 s"; one without units as it is, "33 steps" or "33".
[[nodiscard]] std::string timeInUnits(double time, const std::string& unit, int digits = 4);
[[nodiscard]] std::string fullTimeInUnits(double time, const std::string& unit);
/// A duration that no costs count: "48.6 s", "2 min".
[[nodiscard]] std::string secondsInUnits(double seconds, int digits = 4);
/// A size in bytes with its unit: "62.83 GB", "512 B".
[[nodiscard]] std::string byteText(double bytes, int digits = 4);
/// A part of a whole: "18.8 %", to so many decimals.
[[nodiscard]] std::string percentOf(double share, int decimals = 1);
/// A rate that may be above the whole, which is then a factor: "37.5 %", "8.07 ×".
[[nodiscard]] std::string rateOf(double rate, int decimals = 1);

} // namespace bubblescope
