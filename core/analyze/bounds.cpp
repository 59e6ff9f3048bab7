// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bounds.h"

#include "core/analyze/chain_bounds.h"
#include "core/analyze/lane_gaps.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

std::vector<Time> busyTimes(const Timeline& timeline, const LeastTimes& least)
{
    std::vector<Time> busy;
    busy.reserve(timeline.lanes.size());
    for (std::size_t r = 0; r < least.size(); ++r) {
        const Row& row = timeline.schedule->rows[r];
        Time& sum = busy.emplace_back(0);
        for (std::size_t i = 0; i < row.size(); ++i)
            if (isCompute(row[i].kind()) && row[i].startsCell())
                sum += least[r][i];
    }
    if (!least.empty())
        return busy;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        busy.push_back(laneSums(timeline.schedule->rows[r], timeline.lanes[r], timeline.makespan).busy);
    return busy;
}

Bound idealBound(const std::vector<Time>& busy)
{
    Time sum = 0;
    for (const Time time : busy)
        sum += time;
    return {"ideal",
            busy.size() == 1 ? "all compute"
                             : fmt::format("all compute, shared evenly by the {} ranks", busy.size()),
            sum / static_cast<double>(busy.size())};
}

Bound busiestBound(const std::vector<Time>& busy)
{
    const auto most = std::max_element(busy.begin(), busy.end());
    return {"busiest-rank", fmt::format("the compute of rank {}, the busiest", most - busy.begin()), *most};
}

Bound longestChainBound(const ChainBounds& chains)
{
    return {"longest-chain",
            fmt::format("microbatch {} by itself: the longest way through its stages, with its transfers",
                        chains.longestMicrobatch.value),
            chains.longest};
}

Bound rankWithEndsBound(const std::vector<Time>& busy, const ChainBounds& chains, const std::string& unit)
{
    const auto time = [&unit](Time value) { return quantityText(value, {Quantity::Duration, unit}); };
    std::size_t rank = 0;
    Time most = -1;
    for (std::size_t r = 0; r < busy.size(); ++r)
        if (chains.hasEnds(r) && chains.head[r] + busy[r] + chains.tail[r] > most) {
            rank = r;
            most = chains.head[r] + busy[r] + chains.tail[r];
        }
    return {"rank-with-ends",
            fmt::format("rank {}: the earliest way into it ({}), its compute ({}), the shortest way out ({})",
                        rank, time(chains.head[rank]), time(busy[rank]), time(chains.tail[rank])),
            most};
}

} // namespace

std::vector<Bound> lowerBounds(const Timeline& timeline, const CostModel& costs)
{
    return lowerBounds(timeline, costs, ActionTable(*timeline.schedule));
}

std::vector<Bound> lowerBounds(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
{
    std::vector<Bound> bounds;
    if (timeline.lanes.empty())
        return bounds;
    const LeastTimes least = leastTimes(timeline, costs);
    const std::vector<Time> busy = busyTimes(timeline, least);
    bounds.push_back(idealBound(busy));
    bounds.push_back(busiestBound(busy));
    if (const std::optional<ChainBounds> chains = chainBounds(timeline, costs, table, least)) {
        bounds.push_back(longestChainBound(*chains));
        bounds.push_back(rankWithEndsBound(busy, *chains, timeline.unit));
    }
    // The same sums in another order may come out a rounding above.
    constexpr double kRounding = 1e-9;
    const Time most = timeline.makespan * (1 + kRounding);
    // What the order itself is below is no bound. Without communicators it tells of messages that are
    // crossed: each taken for another one, they may come before they are made.
    if (!least.empty())
        std::erase_if(bounds, [most](const Bound& bound) { return bound.value > most; });
    for (Bound& bound : bounds)
        if (bound.value <= most)
            bound.value = std::min(bound.value, timeline.makespan);
    return bounds;
}

} // namespace bubblescope
