// SPDX-License-Identifier: Apache-2.0
#include "core/fit/durations.h"
#include "core/fit/robust.h"

#include <algorithm>
#include <array>

namespace bubblescope::fit {

namespace {

using OverlapFitPair = std::pair<ActionKind, ActionKind>;
constexpr std::array<OverlapFitPair, 4> kPairs{
    OverlapFitPair{ActionKind::Forward, ActionKind::Backward},
    OverlapFitPair{ActionKind::Backward, ActionKind::Forward},
    OverlapFitPair{ActionKind::Forward, ActionKind::BackwardInput},
    OverlapFitPair{ActionKind::Forward, ActionKind::BackwardWeight}};

/// How long any part of a block works: the measure of the times that it is compared with.
Time workOf(const RankCells& rank, std::size_t cell)
{
    const Time busy = rank.at(cell).front()->blockBusy;
    return busy > 0 ? busy : rank.endOf(cell) - rank.startOf(cell);
}

} // namespace

OverlapRule fitOverlap(const std::vector<RankCells>& ranks, const StageTimes& times, Time overhead)
{
    std::map<OverlapFitPair, std::vector<double>> shares;
    for (const RankCells& rank : ranks)
        for (std::size_t c = 0; c < rank.size(); ++c) {
            const auto parts = rank.at(c);
            if (parts.size() != 2)
                continue;
            const Action first = parts[0]->action;
            const Action second = parts[1]->action;
            const OverlapFitPair pair{first.kind(), second.kind()};
            const Time serial = times.of(pair.first, first.stage().value) +
                                times.of(pair.second, second.stage().value) + 2 * overhead;
            if (serial > 0 && std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end())
                shares[pair].push_back((workOf(rank, c) + overhead) / serial);
        }
    OverlapRule rule;
    for (auto& [pair, values] : shares) {
        OverlapTime time(StageValues(std::max(0.0, toNanosecond(medianOf(std::move(values))))));
        time.isShareOfSum = true;
        rule.times[pair] = time;
    }
    return rule;
}

} // namespace bubblescope::fit
