// SPDX-License-Identifier: Apache-2.0
#include "core/fit/durations.h"
#include "core/fit/robust.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::fit {

namespace {

constexpr double kStraggles = 1.25;

/// A stage with more kernels than the others' by this factor is larger.
constexpr double kLarger = 1.1;

/// The median of each kind on each rank, by kind, then index of the rank.
using KindMedians = std::map<ActionKind, std::map<std::size_t, Time>>;

template <typename Value>
KindMedians kindMediansOf(const std::vector<RankCells>& ranks, Value valueOf)
{
    KindMedians medians;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::map<ActionKind, std::vector<Time>> times;
        for (const MeasuredAction* measured : ranks[r].actions()) {
            const Action& action = measured->action;
            // Halves of the first stage's backward are no halves: it has no input gradient to make.
            const bool isHalf = !isForward(action.kind()) && action.kind() != ActionKind::Backward;
            if (!(isHalf && action.stage().value == 0) && !action.isOverlapped())
                times[action.kind()].push_back(valueOf(*measured));
        }
        for (auto& [kind, values] : times)
            medians[kind][r] = medianOf(std::move(values));
    }
    return medians;
}

/// By index of the rank: the least of its kinds' medians over the medians of the ranks.
std::map<std::size_t, double> factorsOf(const KindMedians& medians)
{
    std::map<std::size_t, double> least;
    for (const auto& [kind, byRank] : medians) {
        std::vector<Time> values;
        for (const auto& [rank, median] : byRank)
            values.push_back(median);
        const Time norm = lowerMedianOf(values);
        if (values.size() < 2 || !(norm > 0))
            continue;
        for (const auto& [rank, median] : byRank) {
            const auto [place, isNew] = least.emplace(rank, median / norm);
            if (!isNew)
                place->second = std::min(place->second, median / norm);
        }
    }
    return least;
}

} // namespace

std::vector<Straggler> stragglersOf(const MeasuredRun& run, const std::vector<RankCells>& ranks)
{
    const auto work = kindMediansOf(ranks, [](const MeasuredAction& one) { return one.work(); });
    const auto kernels =
        factorsOf(kindMediansOf(ranks, [](const MeasuredAction& one) { return Time{1} * one.kernels; }));
    std::vector<Straggler> stragglers;
    for (const auto& [rank, factor] : factorsOf(work)) {
        if (factor <= kStraggles)
            continue;
        const auto more = kernels.find(rank);
        const bool isLarger = more != kernels.end() && more->second > kLarger;
        stragglers.push_back({RankId{run.ranks[rank].rank}, factor, isLarger ? more->second : 1});
    }
    return stragglers;
}

} // namespace bubblescope::fit

namespace bubblescope {

std::string stragglerText(const Straggler& straggler)
{
    const std::string text = fmt::format("rank {} takes {:.2f} times as long as the others",
                                         straggler.rank.value, straggler.factor);
    return straggler.kernelFactor <= 1
               ? text
               : text + fmt::format("; its stage is larger: it runs {:.2f} times as many kernels",
                                    straggler.kernelFactor);
}

} // namespace bubblescope
