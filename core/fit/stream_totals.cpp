// SPDX-License-Identifier: Apache-2.0
#include "core/fit/stream_totals.h"

#include "core/trace/plain_lanes.h"

#include <algorithm>

namespace bubblescope {

namespace {

PhaseTimes timesOf(const MeasuredRank& rank)
{
    std::vector<Interval> all; // phases left aside: they are drawn over what they hold
    std::vector<Interval> compute;
    std::vector<Interval> network;
    for (const PlainSpan& span : rank.plain) {
        // What a thread of the host spends on a transfer is no time of the GPU.
        const bool isOnGpu = span.lane >= rank.isGpuLane.size() || rank.isGpuLane[span.lane];
        if (span.kind == PlainKind::Phase || !isOnGpu)
            continue;
        all.emplace_back(span.start, span.end);
        if (span.kind == PlainKind::Compute)
            compute.push_back(all.back());
        else if (span.kind == PlainKind::Nccl)
            network.push_back(all.back());
    }
    PhaseTimes times;
    addBusyTimes(std::move(compute), std::move(network), times);
    times.busy = unionLength(std::move(all));
    times.hidden = std::max(0.0, times.hidden);
    return times;
}

std::vector<LaneTotal> lanesOf(const MeasuredRank& rank)
{
    std::vector<LaneTotal> lanes;
    lanes.reserve(rank.plainLanes.size());
    for (const std::string& name : rank.plainLanes)
        lanes.push_back({name, 0, 0});
    for (const PlainSpan& span : rank.plain)
        if (span.lane < lanes.size()) {
            lanes[span.lane].busy += span.end - span.start;
            ++lanes[span.lane].count;
        }
    return lanes;
}

} // namespace

std::vector<StreamTotals> streamTotalsOf(const MeasuredRun& run)
{
    std::vector<StreamTotals> totals;
    for (const MeasuredRank& rank : run.ranks)
        if (!rank.plain.empty())
            totals.push_back({rank.rank, rank.file, rank.phases ? *rank.phases : timesOf(rank),
                              rank.phases.has_value(), lanesOf(rank)});
    return totals;
}

} // namespace bubblescope
