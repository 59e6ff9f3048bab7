// SPDX-License-Identifier: Apache-2.0
#include "core/fit/robust.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::fit {

namespace {

constexpr double kDeviations = 5;
/// A share of the median that clocks and clean-up leave.
constexpr double kReadingError = 1e-3;

Time at(std::vector<Time>& values, std::size_t index)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(index);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

} // namespace

Time medianOf(std::vector<Time> values)
{
    const std::size_t middle = values.size() / 2;
    const Time upper = at(values, middle);
    if (values.size() % 2 == 1)
        return upper;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(middle);
    return upper / 2 + *std::max_element(values.begin(), place) / 2;
}

Time lowerMedianOf(std::vector<Time> values)
{
    return at(values, (values.size() - 1) / 2);
}

Time deviationOf(const std::vector<Time>& values, Time median)
{
    std::vector<Time> distances;
    distances.reserve(values.size());
    for (const Time value : values)
        distances.push_back(std::abs(value - median));
    return medianOf(std::move(distances));
}

Time toNanosecond(Time microseconds)
{
    return std::round(microseconds * 1000) / 1000;
}

bool isOutlier(Time value, Time median, Time deviation)
{
    return std::abs(value - median) > std::max(kDeviations * deviation, kReadingError * std::abs(median));
}

} // namespace bubblescope::fit
