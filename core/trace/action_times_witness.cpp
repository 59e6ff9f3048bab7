// SPDX-License-Identifier: Apache-2.0
#include "core/trace/action_times.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

/// Kernels that are farther apart are of different groups: between those of one there are some 10 µs.
constexpr Nanoseconds kGroupGap = 50'000;

/// The stream with most of the kernels; of equal ones the first in the file.
std::uint32_t mainStreamOf(std::span<const LabelKernel* const> kernels)
{
    std::map<std::uint32_t, std::size_t> counts;
    for (const LabelKernel* kernel : kernels)
        ++counts[kernel->stream];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

} // namespace

void findWitness(std::span<const LabelKernel* const> kernels, ActionTime& time)
{
    if (kernels.empty())
        return;
    time.kernels = static_cast<std::uint32_t>(kernels.size());
    const std::uint32_t stream = mainStreamOf(kernels);
    std::optional<Nanoseconds> until;
    for (const LabelKernel* kernel : kernels) {
        if (kernel->stream != stream)
            continue;
        if (!until || kernel->start - *until > kGroupGap)
            time.surelyFrom = kernel->start;
        until = std::max(until.value_or(kernel->end), kernel->end);
    }
    time.surelyUntil = until;
}

} // namespace bubblescope
