// SPDX-License-Identifier: Apache-2.0
#include "core/fit/stream_totals.h"

#include <algorithm>

namespace bubblescope {

namespace {

struct Interval
{
    Time start = 0;
    Time end = 0;
};
using Intervals = std::vector<Interval>;

/// The same times, none overlapping another, by start.
Intervals joined(Intervals intervals)
{
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.start < b.start; });
    Intervals result;
    for (const Interval& one : intervals) {
        if (!result.empty() && one.start <= result.back().end)
            result.back().end = std::max(result.back().end, one.end);
        else
            result.push_back(one);
    }
    return result;
}

Time lengthOf(const Intervals& intervals)
{
    Time sum = 0;
    for (const Interval& one : intervals)
        sum += one.end - one.start;
    return sum;
}

/// Of the plain spans of some kinds, phases left aside: they are drawn over what they hold.
Intervals spansOf(const MeasuredRank& rank, auto&& isWanted)
{
    Intervals intervals;
    for (const PlainSpan& span : rank.plain)
        if (span.kind != PlainKind::Phase && isWanted(span.kind))
            intervals.push_back({span.start, span.end});
    return joined(std::move(intervals));
}

PhaseTimes timesOf(const MeasuredRank& rank)
{
    PhaseTimes times;
    times.busy = lengthOf(spansOf(rank, [](PlainKind) { return true; }));
    times.compute = lengthOf(spansOf(rank, [](PlainKind kind) { return kind == PlainKind::Compute; }));
    times.communication = lengthOf(spansOf(rank, [](PlainKind kind) { return kind == PlainKind::Nccl; }));
    const Time either = lengthOf(
        spansOf(rank, [](PlainKind kind) { return kind == PlainKind::Compute || kind == PlainKind::Nccl; }));
    times.hidden = std::max(0.0, times.compute + times.communication - either);
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
