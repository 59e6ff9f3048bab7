// SPDX-License-Identifier: Apache-2.0
#include "core/fit/durations.h"
#include "core/fit/robust.h"

#include <algorithm>

namespace bubblescope::fit {

namespace {

constexpr double kStraggles = 1.25;

/// The median of each kind on each rank, by kind, then index of the rank.
using KindMedians = std::map<ActionKind, std::map<std::size_t, Time>>;

KindMedians kindMediansOf(const std::vector<RankCells>& ranks)
{
    KindMedians medians;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::map<ActionKind, std::vector<Time>> times;
        for (const MeasuredAction* measured : ranks[r].actions()) {
            const Action& action = measured->action;
            const bool isCutShort = !isForward(action.kind()) && action.stage().value == 0;
            if (!isCutShort && !action.isOverlapped())
                times[action.kind()].push_back(measured->end - measured->start);
        }
        for (auto& [kind, values] : times)
            medians[kind][r] = medianOf(std::move(values));
    }
    return medians;
}

} // namespace

std::vector<Straggler> stragglersOf(const MeasuredRun& run, const std::vector<RankCells>& ranks)
{
    std::map<std::size_t, double> least;
    for (const auto& [kind, byRank] : kindMediansOf(ranks)) {
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
    std::vector<Straggler> stragglers;
    for (const auto& [rank, factor] : least)
        if (factor > kStraggles)
            stragglers.push_back({RankId{run.ranks[rank].rank}, factor});
    return stragglers;
}

} // namespace bubblescope::fit
