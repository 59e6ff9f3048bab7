// SPDX-License-Identifier: Apache-2.0
#include "core/time/overflow.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

struct Largest
{
    std::string name;
    double value = 0;

    void consider(const std::string& given, double number)
    {
        if (number > value) {
            name = given;
            value = number;
        }
    }
    void consider(const std::string& given, const StageValues& values)
    {
        for (std::size_t s = 0; s < values.values.size(); ++s)
            consider(values.isUniform() ? given : fmt::format("{} of stage {}", given, s), values.values[s]);
    }
    void consider(const std::string& given, const std::optional<StageValues>& values)
    {
        if (values)
            consider(given, *values);
    }
};

} // namespace

TimingFailure tooLongTiming(const CostModel& costs)
{
    Largest largest;
    largest.consider("forward", costs.forward);
    largest.consider("backward_input", costs.backwardInput);
    largest.consider("backward_weight", costs.backwardWeight);
    largest.consider("backward", costs.backward);
    largest.consider("unshard", costs.unshard);
    largest.consider("reshard", costs.reshard);
    largest.consider("reduce_grad", costs.reduceGrad);
    for (const auto& [pair, rule] : costs.overlap.times)
        largest.consider(fmt::format("overlap {}+{}", kindText(pair.first), kindText(pair.second)),
                         rule.time);
    largest.consider("p2p latency", costs.transfer.latency);
    if (costs.transfer.bandwidth > 0)
        largest.consider("p2p bytes / bandwidth", costs.transfer.bytes / costs.transfer.bandwidth);
    for (const auto& [rank, factor] : costs.rankFactor)
        largest.consider(fmt::format("rank_factor of rank {}", rank), factor);
    return {TimingFailure::Kind::BadInput,
            fmt::format("the times add up to more than a number can hold: the largest is {}, {:g}; give "
                        "smaller times or a larger time unit",
                        largest.name, largest.value),
            {}};
}

std::optional<TimingFailure> tooLargeActivations(const Schedule& schedule, const CostModel& costs)
{
    std::size_t longest = 0;
    for (const Row& row : schedule.rows)
        longest = std::max(longest, row.size());
    Largest largest;
    largest.consider("activation", costs.activation);
    const double share = std::max(1.0, costs.activationKeptUntilWeight);
    if (largest.value * share * static_cast<double>(longest) <= kLargestTime)
        return std::nullopt;
    largest.consider("activation_kept_until_weight", costs.activationKeptUntilWeight);
    return TimingFailure{TimingFailure::Kind::BadInput,
                         fmt::format("the activations add up to more than a number can hold: the largest is "
                                     "{}, {:g}; give smaller ones",
                                     largest.name, largest.value),
                         {}};
}

} // namespace bubblescope
