// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope::probe {

/// What to know of a time beside its value; as in the calibration file.
enum class Flag : std::uint8_t { NotConverged, Throttled, PowerCapped, Bimodal, Estimated, FewSamples };
inline constexpr std::size_t kFlagCount = 6;
[[nodiscard]] std::string_view flagName(Flag flag) noexcept;

/// Bit i = Flag i.
class Flags
{
public:
    void set(Flag flag) { m_bits |= 1U << static_cast<unsigned>(flag); }
    [[nodiscard]] bool has(Flag flag) const { return (m_bits >> static_cast<unsigned>(flag) & 1U) != 0; }
    [[nodiscard]] bool any() const { return m_bits != 0; }
    bool operator==(const Flags&) const = default;

private:
    std::uint32_t m_bits = 0;
};

/// A measured or estimated quantity. Only the median is always there.
struct Stat
{
    double median = 0;
    std::optional<double> mad; ///< median absolute deviation
    std::optional<double> ciLow, ciHigh;
    std::optional<double> min, max;
    std::optional<std::int64_t> n;
    std::optional<double> roundSpread; ///< of batch medians: (largest - least) / median
    std::optional<double> smMhz;
    Flags flags;
    bool operator==(const Stat&) const = default;

    /// Half the interval over the median; 0 without an interval.
    [[nodiscard]] double relativeHalfWidth() const;
};

/// Of values that are not empty; the mean of the middle two where their number is even.
[[nodiscard]] double medianOf(std::vector<double> values);
[[nodiscard]] double medianDeviation(std::span<const double> values, double median);
/// Of neighbors in a series; 0 for one that is constant or shorter than 3.
[[nodiscard]] double lagOneCorrelation(std::span<const double> series);
/// Two heaps with an empty stretch between them, each with at least a tenth of the values and narrow beside
/// their distance, which is more than 2 % of the median and than six ticks of the clock of the values
/// (µs).
[[nodiscard]] bool isBimodal(std::span<const double> values);

/// In how many batches a series is cut: consecutive rounds, so that slow drift shows as a spread of their
/// medians instead of hiding in a narrow interval.
inline constexpr std::size_t kBatches = 8;
/// A 95 % interval from the medians of kBatches batches (Student's t with 7 degrees of freedom); nothing is
/// trimmed. With fewer values than two a batch there is no interval, and FewSamples is set. Requires a value.
[[nodiscard]] Stat summarize(std::span<const double> series);

} // namespace bubblescope::probe
