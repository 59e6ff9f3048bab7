// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/robust.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

/// How long transfers usually take; private to core/fit.
namespace bubblescope::fit {

/// The mean, but that nothing counts for more than three medians: what a chain of messages or calls adds up
/// to is not the sum of their medians, and one stall is no rule. Zero where there is none.
[[nodiscard]] inline Time typical(const std::vector<Time>& values)
{
    if (values.empty())
        return 0;
    constexpr double kMost = 3;
    const Time most = kMost * medianOf(values);
    Time sum = 0;
    for (const Time value : values)
        sum += std::min(value, most);
    return toNanosecond(sum / static_cast<double>(values.size()));
}

/// Lengths of kernels by how many messages they have.
using ByCount = std::map<std::uint32_t, std::vector<Time>>;

/// By which each message more lengthens a kernel: the line through what is usual for each number of
/// messages, each counted as often as it was seen.
[[nodiscard]] inline Time lengthOfFurther(const ByCount& byCount)
{
    double weight = 0, count = 0, length = 0;
    for (const auto& [messages, lengths] : byCount) {
        const auto samples = static_cast<double>(lengths.size());
        weight += samples;
        count += samples * messages;
        length += samples * typical(lengths);
    }
    double spread = 0, common = 0;
    for (const auto& [messages, lengths] : byCount) {
        const auto samples = static_cast<double>(lengths.size());
        const double away = messages - count / weight;
        spread += samples * away * away;
        common += samples * away * (typical(lengths) - length / weight);
    }
    return spread > 0 ? std::max(0.0, common / spread) : 0;
}

/// Of a kernel with one message.
[[nodiscard]] inline Time lengthOfOne(const ByCount& byCount, Time further)
{
    double weight = 0, length = 0;
    for (const auto& [messages, lengths] : byCount) {
        const auto samples = static_cast<double>(lengths.size());
        weight += samples;
        length += samples * (typical(lengths) - further * (messages - 1));
    }
    return weight > 0 ? toNanosecond(std::max(0.0, length / weight)) : 0;
}

} // namespace bubblescope::fit
