// SPDX-License-Identifier: Apache-2.0
#include "core/chart/kind_times.h"

#include "core/base/parallel_for.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace bubblescope {

namespace {

Time& timeOf(KindTimes& times, TimeKind kind)
{
    return times.times[static_cast<std::size_t>(kind)];
}

TimeKind kindOf(Track subLane)
{
    switch (fillClassOf(subLane)) {
    case FillClass::Exchange:
        return TimeKind::Exchange;
    case FillClass::Copy:
        return TimeKind::Copy;
    default:
        return subLane == Track::Fsdp ? TimeKind::Fsdp : TimeKind::Communication;
    }
}

Time sumOf(const FillTimes& times)
{
    return std::accumulate(times.begin(), times.end(), Time{0});
}

/// Calls `visit(start, end)` for what a lane covers of a range, in order, nothing twice.
template <typename Visit>
void eachSpan(const LaneIndex& index, LaneId lane, const TimeRange& range, Visit visit)
{
    const std::size_t first = index.firstBlockEndingAfter(lane, range.from);
    index.eachBlock(lane, first, index.blockCount(lane),
                    [&](std::size_t, const TimeSpan& span, std::uint8_t) {
                        if (span.start >= range.to)
                            return false;
                        const Time start = std::max(span.start, range.from);
                        const Time end = std::min(span.end, range.to);
                        if (start < end)
                            visit(start, end);
                        return true;
                    });
}

/// What of [start, end) the lane leaves open.
template <typename Visit>
void eachOpenSpan(const LaneIndex& index, LaneId lane, Time start, Time end, Visit visit)
{
    Time open = start;
    eachSpan(index, lane, {start, end}, [&](Time from, Time to) {
        if (open < from)
            visit(open, from);
        open = std::max(open, to);
    });
    if (open < end)
        visit(open, end);
}

Time openTime(const LaneIndex& index, LaneId lane, Time start, Time end)
{
    return std::max(Time{0}, end - start - sumOf(index.busy(lane, start, end)));
}

/// What all of the lanes leave open; requires at least one.
Time openTimeOfAll(const LaneIndex& index, std::span<const LaneId> lanes, Time start, Time end)
{
    if (lanes.size() == 1)
        return openTime(index, lanes[0], start, end);
    Time open = 0;
    eachOpenSpan(index, lanes[0], start, end,
                 [&](Time from, Time to) { open += openTimeOfAll(index, lanes.subspan(1), from, to); });
    return open;
}

} // namespace

Role roleOf(TimeKind kind)
{
    static constexpr std::array<Role, kTimeKindCount> kRoles{Role::Forward,
                                                             Role::BackwardInput,
                                                             Role::BackwardWeight,
                                                             Role::Backward,
                                                             Role::Overlap,
                                                             Role::Recompute,
                                                             Role::VocabularyForward,
                                                             Role::Communication,
                                                             Role::Dispatch,
                                                             Role::Offload,
                                                             Role::Fsdp,
                                                             Role::StepPhase,
                                                             Role::Idle};
    return kRoles[static_cast<std::size_t>(kind)];
}

std::string_view columnOf(TimeKind kind)
{
    static constexpr std::array<std::string_view, kTimeKindCount> kColumns{
        "F",        "I",      "W",          "B",
        "overlap",  "R",      "vocabulary", "communication",
        "exchange", "copies", "fsdp",       "head and tail",
        "idle"};
    return kColumns[static_cast<std::size_t>(kind)];
}

Time KindTimes::total() const
{
    return std::accumulate(times.begin(), times.end(), Time{0});
}

KindTimes kindTimes(const LaneIndex& index, RankId rank, const TimeRange& range)
{
    KindTimes result{rank, {}};
    const FillTimes busy = index.busy(rank, range.from, range.to);
    constexpr auto kOverlap = static_cast<std::size_t>(FillClass::Overlap);
    static_assert(kOverlap == static_cast<std::size_t>(TimeKind::Overlap));
    std::copy(busy.begin(), busy.begin() + kOverlap + 1, result.times.begin());
    timeOf(result, TimeKind::Recompute) = busy[static_cast<std::size_t>(FillClass::Recompute)];
    timeOf(result, TimeKind::Vocabulary) = busy[static_cast<std::size_t>(FillClass::Vocabulary)];
    timeOf(result, TimeKind::Step) = index.inPhases(rank, range.from, range.to);
    const std::vector<Track> tracks = index.subTracksInUse();
    const auto uses = [&](Track track) {
        return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
    };
    // What runs beside compute, or beside a stream before it in this list, is counted there.
    std::vector<LaneId> before{rank};
    for (const Track track :
         {Track::Communication, Track::Experts, Track::Stores, Track::Loads, Track::Fsdp}) {
        if (!uses(track))
            continue;
        Time& time = timeOf(result, kindOf(track));
        eachSpan(index, {rank, track}, range,
                 [&](Time start, Time end) { time += openTimeOfAll(index, before, start, end); });
        before.emplace_back(rank, track);
    }
    constexpr double kRounding = 1e-12;
    const Time idle = range.to - range.from - result.total();
    timeOf(result, TimeKind::Idle) =
        idle > kRounding * std::max(index.timeline().makespan, range.to - range.from) ? idle : 0;
    return result;
}

std::vector<KindTimes> kindTimesOfAll(const LaneIndex& index, const TimeRange& range,
                                      const CancelToken& cancel)
{
    std::vector<KindTimes> all(index.laneCount());
    if (!parallelFor(index.laneCount(),
                     [&](std::uint32_t rank) { all[rank] = kindTimes(index, RankId{rank}, range); },
                     {.threads = threadsIf(!index.subTracksInUse().empty()), .cancel = &cancel}))
        return {};
    std::erase_if(all, [&](const KindTimes& times) { return index.isAbsent(times.rank); });
    return all;
}

std::vector<KindTimes> grouped(const std::vector<KindTimes>& ranks, std::size_t size)
{
    std::vector<KindTimes> groups;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (i % size == 0)
            groups.push_back({ranks[i].rank, {}});
        for (std::size_t kind = 0; kind < kTimeKindCount; ++kind)
            groups.back().times[kind] += ranks[i].times[kind];
    }
    return groups;
}

} // namespace bubblescope
