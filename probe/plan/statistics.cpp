// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace bubblescope::probe {

namespace {

/// Two-sided 95 % with kBatches - 1 degrees of freedom.
constexpr double kStudent = 2.3646;
constexpr double kRounding = 1e-24;

std::array<double, kBatches> batchMedians(std::span<const double> series)
{
    std::array<double, kBatches> medians{};
    for (std::size_t batch = 0; batch < kBatches; ++batch) {
        const std::size_t begin = series.size() * batch / kBatches;
        const std::size_t end = series.size() * (batch + 1) / kBatches;
        const auto part = series.subspan(begin, end - begin);
        medians[batch] = medianOf({part.begin(), part.end()});
    }
    return medians;
}

void addInterval(std::span<const double> series, Stat& stat)
{
    const std::array<double, kBatches> medians = batchMedians(series);
    double mean = 0;
    for (const double median : medians)
        mean += median / kBatches;
    double squares = 0;
    for (const double median : medians)
        squares += (median - mean) * (median - mean);
    const double half = kStudent * std::sqrt(squares / (kBatches - 1) / kBatches);
    stat.ciLow = stat.median - half;
    stat.ciHigh = stat.median + half;
    const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
    stat.roundSpread = stat.median > 0 ? (*most - *least) / stat.median : 0;
}

/// The steps of the clock of the values: the smallest there is between two that differ, and no more than
/// events of a device are known to have. Requires them sorted.
double tickOf(std::span<const double> sorted)
{
    constexpr double kLongestTickUs = 1;
    double tick = kLongestTickUs;
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i] > sorted[i - 1])
            tick = std::min(tick, sorted[i] - sorted[i - 1]);
    return tick;
}

} // namespace

std::string_view flagName(Flag flag) noexcept
{
    constexpr std::array<std::string_view, kFlagCount> names{"not_converged", "throttled", "power_capped",
                                                             "bimodal",       "estimated", "few_samples"};
    return names[static_cast<std::size_t>(flag)];
}

double Stat::relativeHalfWidth() const
{
    return ciLow && ciHigh && median > 0 ? (*ciHigh - *ciLow) / 2 / median : 0;
}

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double medianDeviation(std::span<const double> values, double median)
{
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values)
        distances.push_back(std::abs(value - median));
    return medianOf(std::move(distances));
}

double lagOneCorrelation(std::span<const double> series)
{
    if (series.size() < 3)
        return 0;
    const double mean =
        std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
    double together = 0, own = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        own += (series[i] - mean) * (series[i] - mean);
        together += i > 0 ? (series[i] - mean) * (series[i - 1] - mean) : 0;
    }
    // What is left by rounding is no series.
    return own > kRounding * mean * mean ? together / own : 0;
}

bool isBimodal(std::span<const double> values)
{
    constexpr std::size_t kFewest = 20;
    constexpr double kDistance = 6;
    // Nearer heaps make no difference to what is composed of the median.
    constexpr double kLeastShare = 0.02;
    if (values.size() < kFewest)
        return false;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t tenth = sorted.size() / 10;
    // Between two heaps lies the widest step.
    std::size_t split = tenth;
    for (std::size_t i = tenth; i <= sorted.size() - tenth; ++i)
        if (sorted[i] - sorted[i - 1] > sorted[split] - sorted[split - 1])
            split = i;
    const std::span<const double> low = std::span(sorted).first(split);
    const std::span<const double> high = std::span(sorted).subspan(split);
    const double lowMedian = medianOf({low.begin(), low.end()});
    const double highMedian = medianOf({high.begin(), high.end()});
    // Values that a clock rounds fall on few ticks, each a heap without width of its own.
    const double width =
        std::max({medianDeviation(low, lowMedian), medianDeviation(high, highMedian), tickOf(sorted)});
    const double distance = highMedian - lowMedian;
    return distance > std::max(kDistance * width, kLeastShare * medianOf(sorted)) &&
           sorted[split] - sorted[split - 1] > distance / 4;
}

Stat summarize(std::span<const double> series)
{
    Stat stat;
    stat.median = medianOf({series.begin(), series.end()});
    stat.mad = medianDeviation(series, stat.median);
    const auto [least, most] = std::minmax_element(series.begin(), series.end());
    stat.min = *least;
    stat.max = *most;
    stat.n = static_cast<std::int64_t>(series.size());
    if (series.size() >= 2 * kBatches)
        addInterval(series, stat);
    else
        stat.flags.set(Flag::FewSamples);
    if (isBimodal(series))
        stat.flags.set(Flag::Bimodal);
    return stat;
}

} // namespace bubblescope::probe
