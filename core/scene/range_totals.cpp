// SPDX-License-Identifier: Apache-2.0
#include "core/scene/range_totals.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace bubblescope {

namespace {

constexpr std::size_t kRangeTotalsGroup = 64;

bool hasOverlaps(const LaneIndex& index, RankId rank)
{
    const std::vector<std::uint8_t>& used = index.stripFillsOf(rank);
    return std::any_of(used.begin(), used.end(), [](std::uint8_t fill) {
        return static_cast<FillClass>(fill / 2) == FillClass::Overlap;
    });
}

/// Actions beyond one a block before each kGroup-th block, from the row alone, which is faster; empty if the
/// lane has its blocks in another order.
std::vector<std::uint32_t> extraByRow(const LaneIndex& index, RankId rank)
{
    const Row& row = index.timeline().schedule->rows[rank.value];
    const std::vector<Time>& start = index.timeline().lanes[rank.value].start;
    std::vector<std::uint32_t> extra;
    extra.reserve(index.blockCount(rank) / kRangeTotalsGroup + 1);
    std::uint32_t sum = 0;
    std::size_t blocks = 0;
    Time last = -std::numeric_limits<Time>::infinity();
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!row[i].startsCell()) {
            ++sum;
            continue;
        }
        if (!isCompute(row[i].kind()))
            continue;
        if (start[i] < last)
            return {};
        last = start[i];
        if (blocks++ % kRangeTotalsGroup == 0)
            extra.push_back(sum);
    }
    if (blocks != index.blockCount(rank))
        return {};
    if (blocks % kRangeTotalsGroup == 0)
        extra.push_back(sum);
    return extra;
}

/// The same of blocks in any order.
std::vector<std::uint32_t> extraByBlock(const LaneIndex& index, RankId rank)
{
    const std::size_t count = index.blockCount(rank);
    std::vector<std::uint32_t> extra;
    extra.reserve(count / kRangeTotalsGroup + 1);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i <= count; ++i) {
        if (i % kRangeTotalsGroup == 0)
            extra.push_back(sum);
        if (i < count)
            sum += index.block(rank, i).actionCount - 1;
    }
    return extra;
}

Time& sumFor(RangeTotals& totals, Track subLane)
{
    switch (fillClassOf(subLane)) {
    case FillClass::Exchange:
        return totals.exchange;
    case FillClass::Copy:
        return totals.copies;
    default:
        return subLane == Track::Fsdp ? totals.fsdp : totals.communication;
    }
}

/// What sums of a run's size leave of nothing is nothing.
Time withoutNoise(Time idle, Time scale)
{
    constexpr double kRounding = 1e-12;
    return idle > kRounding * scale ? idle : 0;
}

} // namespace

RangeMeter::RangeMeter(LaneIndexPtr index, MemoryCurvesPtr memory)
    : m_index(std::move(index))
    , m_memory(std::move(memory))
    , m_subTracks(m_index->subTracksInUse())
    , m_extra(m_index->laneCount())
{}

std::size_t RangeMeter::extraBefore(RankId rank, std::size_t block)
{
    if (!hasOverlaps(*m_index, rank))
        return 0;
    std::vector<std::uint32_t>& extra = m_extra[rank.value];
    if (extra.empty())
        extra = extraByRow(*m_index, rank);
    if (extra.empty())
        extra = extraByBlock(*m_index, rank);
    std::size_t sum = extra[block / kRangeTotalsGroup];
    for (std::size_t i = block / kRangeTotalsGroup * kRangeTotalsGroup; i < block; ++i)
        sum += m_index->block(rank, i).actionCount - 1;
    return sum;
}

std::size_t RangeMeter::actionsIn(LaneId lane, std::size_t first, std::size_t last)
{
    if (lane.track != Track::Compute)
        return last - first;
    return last - first + extraBefore(lane.rank, last) - extraBefore(lane.rank, first);
}

void RangeMeter::count(RangeTotals& totals, LaneId lane)
{
    const LaneIndex& index = *m_index;
    const std::size_t first = index.firstBlockStartingAt(lane, totals.from);
    const std::size_t last = index.firstBlockStartingAt(lane, totals.to);
    const std::size_t begun = actionsIn(lane, first, last);
    std::size_t running = 0;
    for (std::size_t i = index.firstBlockEndingAfter(lane, totals.from); i < first; ++i)
        if (const LaneBlock block = index.block(lane, i); block.end > totals.from)
            running += block.actionCount;
    std::size_t goingOn = 0;
    for (std::size_t i = std::max(first, index.firstBlockEndingAfter(lane, totals.to)); i < last; ++i)
        if (const LaneBlock block = index.block(lane, i); block.end > totals.to)
            goingOn += block.actionCount;
    totals.actionsBegun += begun;
    totals.actionsTouching += begun + running;
    totals.actionsInside += begun - goingOn;
}

RangeTotals RangeMeter::totals(std::span<const RankId> ranks, Time from, Time to)
{
    assert(from < to);
    RangeTotals totals;
    totals.from = from;
    totals.to = to;
    totals.ranks.reserve(ranks.size());
    const Time scale = std::max(m_index->timeline().makespan, to - from);
    for (const RankId rank : ranks) {
        RankRangeTotals own;
        own.rank = rank;
        const FillTimes busy = m_index->busy(rank, from, to);
        for (std::size_t fill = 0; fill < kFillClassCount; ++fill)
            totals.busy[fill] += busy[fill];
        own.busy = std::accumulate(busy.begin(), busy.end(), Time{0});
        own.idle = m_index->isAbsent(rank)
                       ? 0
                       : withoutNoise(to - from - own.busy - m_index->inPhases(rank, from, to), scale);
        totals.busyTime += own.busy;
        totals.idleTime += own.idle;
        count(totals, rank);
        for (const Track track : m_subTracks) {
            const FillTimes sub = m_index->busy({rank, track}, from, to);
            sumFor(totals, track) += std::accumulate(sub.begin(), sub.end(), Time{0});
            count(totals, {rank, track});
        }
        if (m_memory && rank.value < m_memory->rankCount()) {
            own.peakMemory = m_memory->highest(rank, from, to);
            if (!totals.peakMemory || *own.peakMemory > *totals.peakMemory) {
                totals.peakMemory = own.peakMemory;
                totals.peakRank = rank;
            }
        }
        totals.ranks.push_back(own);
    }
    const auto known =
        std::count_if(ranks.begin(), ranks.end(), [&](RankId rank) { return !m_index->isAbsent(rank); });
    if (known > 0)
        totals.idleFraction = totals.idleTime / (static_cast<double>(known) * (to - from));
    if (totals.busyTime > 0)
        totals.bubbleRate = totals.idleTime / totals.busyTime;
    return totals;
}

} // namespace bubblescope
