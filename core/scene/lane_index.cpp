// SPDX-License-Identifier: Apache-2.0
#include "core/scene/lane_index.h"

#include <cassert>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::size_t kLaneIndexGroup = 16;
constexpr std::size_t kGroupsOf256 = 16;
/// How many neighbors are looked at for a marker near a point.
constexpr std::size_t kMarkerSearch = 64;

} // namespace

FillClass fillClassOf(const Action& action)
{
    if (action.isOverlapped())
        return FillClass::Overlap;
    switch (isCompute(action.kind()) ? wholeOf(action.kind()) : action.kind()) {
    case ActionKind::Forward:
        return FillClass::Forward;
    case ActionKind::BackwardInput:
        return FillClass::BackwardInput;
    case ActionKind::BackwardWeight:
        return FillClass::BackwardWeight;
    case ActionKind::Backward:
        return FillClass::Backward;
    case ActionKind::Recompute:
        return FillClass::Recompute;
    case ActionKind::VocabularyForward:
    case ActionKind::VocabularyBackward:
        return FillClass::Vocabulary;
    default:
        return fillClassOf(trackOf(action.kind()));
    }
}

Role roleOf(FillClass fill)
{
    static constexpr std::array<Role, kFillClassCount> kRoles{
        Role::Forward,       Role::BackwardInput, Role::BackwardWeight,    Role::Backward, Role::Overlap,
        Role::Communication, Role::Recompute,     Role::VocabularyForward, Role::Dispatch, Role::Offload};
    return kRoles[static_cast<std::size_t>(fill)];
}

Fill stripFill(std::size_t index)
{
    const auto fill = static_cast<FillClass>(index / 2);
    if (!isOfTwoKinds(fill))
        return {roleOf(fill), static_cast<std::uint8_t>(index % 2)};
    // Their roles follow each other.
    return {static_cast<Role>(static_cast<std::size_t>(roleOf(fill)) + index % 2)};
}

const LaneIndex::Lane& LaneIndex::laneOf(LaneId lane) const
{
    if (lane.track == Track::Compute)
        return m_lanes[lane.rank.value];
    static const Lane kNothing{};
    const std::vector<Lane>& lanes = m_subLanes[static_cast<std::size_t>(lane.track) - 1];
    return lanes.empty() ? kNothing : lanes[lane.rank.value];
}

std::vector<Track> LaneIndex::subTracksInUse() const
{
    std::vector<Track> tracks;
    for (std::size_t i = 0; i < kSubTracks.size(); ++i)
        if (!m_subLanes[i].empty())
            tracks.push_back(kSubTracks[i]);
    return tracks;
}

std::size_t LaneIndex::markFrom(LaneId id, Time t, std::size_t first, std::size_t last) const
{
    const Lane& lane = laneOf(id);
    const auto begins = [&](std::size_t mark) { return lane.startOf(lane.markBlock(mark)) >= t; };
    std::size_t step = 1;
    std::size_t low = first;
    while (low < last && !begins(low)) {
        first = low + 1;
        low = first + step;
        step *= 2;
    }
    for (std::size_t high = std::min(low, last); first < high;) {
        const std::size_t middle = first + (high - first) / 2;
        if (begins(middle))
            high = middle;
        else
            first = middle + 1;
    }
    return first;
}

std::size_t LaneIndex::pastCloseMarks(LaneId id, std::size_t mark, Time gap) const
{
    const Lane& lane = laneOf(id);
    if (mark % kMarkGroup != 0)
        return mark;
    std::size_t group = mark / kMarkGroup;
    while (group < lane.widestGap.size() && lane.widestGap[group] <= gap)
        ++group;
    return std::min(group * kMarkGroup, lane.markCount());
}

LaneBlock LaneIndex::block(LaneId id, std::size_t index) const
{
    const Lane& lane = laneOf(id);
    const std::size_t first = lane.action(index);
    const std::size_t count = cellEnd(lane.row, first) - first;
    return {lane.startOf(index), lane.ownEndOf(index), static_cast<std::uint32_t>(first),
            static_cast<std::uint32_t>(count)};
}

TimeSpan LaneIndex::coverOf(LaneId id, std::size_t index) const
{
    const Lane& lane = laneOf(id);
    return {lane.coverBeginOf(index), lane.coverEndOf(index)};
}

std::size_t LaneIndex::firstBlockEndingAfter(LaneId id, Time t) const
{
    const Lane& lane = laneOf(id);
    const auto after = std::upper_bound(lane.groupBegin.begin(), lane.groupBegin.end(), t);
    std::size_t block = 0;
    if (after != lane.groupBegin.begin())
        block = static_cast<std::size_t>(after - lane.groupBegin.begin() - 1) * kLaneIndexGroup;
    while (block < lane.fill.size() && lane.coverEndOf(block) <= t)
        ++block;
    return block;
}

std::size_t LaneIndex::firstBlockStartingAt(LaneId id, Time t) const
{
    const Lane& lane = laneOf(id);
    std::size_t first = 0;
    for (std::size_t count = lane.fill.size(); count > 0;) {
        const std::size_t half = count / 2;
        if (lane.startOf(first + half) < t) {
            first += half + 1;
            count -= half + 1;
        } else
            count = half;
    }
    return first;
}

std::optional<std::size_t> LaneIndex::blockAt(LaneId id, Time t, Time tolerance) const
{
    const Lane& lane = laneOf(id);
    const std::size_t after = firstBlockEndingAfter(id, t);
    if (after < lane.fill.size() && lane.startOf(after) <= t)
        return after;
    std::optional<std::size_t> nearest;
    Time nearestDistance = tolerance;
    const auto consider = [&](std::size_t block) {
        const Time distance = std::abs(lane.startOf(block) - t);
        if (lane.ownEndOf(block) > lane.startOf(block) || distance > nearestDistance)
            return;
        if (!nearest || distance < nearestDistance)
            nearest = block;
        nearestDistance = distance;
    };
    for (std::size_t block = after; block > 0 && after - block < kMarkerSearch; --block)
        consider(block - 1);
    for (std::size_t block = after; block < std::min(lane.fill.size(), after + kMarkerSearch); ++block)
        consider(block);
    return nearest;
}

LaneId LaneIndex::laneOfAction(const ActionPosition& action) const
{
    const std::span<const Action> row = m_lanes[action.rank.value].row;
    std::size_t first = action.index;
    while (first > 0 && !row[first].startsCell())
        --first;
    return {action.rank, trackOf(row[first].kind())};
}

std::optional<std::size_t> LaneIndex::blockOfAction(const ActionPosition& action) const
{
    if (action.rank.value >= m_lanes.size())
        return std::nullopt;
    const std::span<const Action> row = m_lanes[action.rank.value].row;
    std::size_t first = action.index;
    if (first >= row.size() || !row[first].hasTimeOfItsOwn())
        return std::nullopt;
    while (first > 0 && !row[first].startsCell())
        --first;
    const Lane& lane = laneOf({action.rank, trackOf(row[first].kind())});
    if (lane.plain)
        return first;
    const auto byStart =
        std::partition_point(lane.firstAction.begin(), lane.firstAction.end(),
                             [&](std::uint32_t other) { return lane.start[other] < lane.start[first]; });
    const auto found = std::find(byStart, lane.firstAction.end(), static_cast<std::uint32_t>(first));
    return static_cast<std::size_t>(found - lane.firstAction.begin());
}

StripTimes LaneIndex::coveredBefore(LaneId id, Time t) const
{
    const Lane& lane = laneOf(id);
    StripTimes times{};
    if (lane.groupBegin.empty())
        return times;
    const auto after = std::upper_bound(lane.groupBegin.begin() + 1, lane.groupBegin.end(), t);
    const auto group = static_cast<std::size_t>(after - lane.groupBegin.begin()) - 1;
    for (std::size_t slot = 0; slot < lane.used.size(); ++slot)
        times[lane.used[slot]] = lane.sums[group * lane.used.size() + slot];
    const std::size_t first = group * kLaneIndexGroup;
    eachBlock(id, first, std::min(first + kLaneIndexGroup, lane.fill.size()),
              [&](std::size_t, const TimeSpan& cover, std::uint8_t fill) {
                  times[fill] += cover.end > t ? std::max(0.0, t - cover.start) : cover.end - cover.start;
                  return cover.end <= t;
              });
    return times;
}

FillTimes LaneIndex::busy(LaneId lane, Time t0, Time t1) const
{
    const StripTimes begin = coveredBefore(lane, t0);
    const StripTimes end = coveredBefore(lane, t1);
    FillTimes times{};
    for (std::size_t i = 0; i < kStripFills; ++i)
        times[i / 2] += end[i] - begin[i];
    return times;
}

Time LaneIndex::inPhases(RankId rank, Time t0, Time t1) const
{
    Time sum = 0;
    for (const PhaseSpan& span : m_timeline->phasesOf(rank.value))
        sum += std::max(0.0, std::min(span.end, t1) - std::max(span.start, t0));
    return sum;
}

double LaneIndex::idleShare(Time t0, Time t1) const
{
    std::vector<RankId> all(laneCount());
    for (std::uint32_t rank = 0; rank < laneCount(); ++rank)
        all[rank] = RankId{rank};
    return idleShare(all, t0, t1);
}

double LaneIndex::idleShare(const std::vector<RankId>& ranks, Time t0, Time t1) const
{
    assert(t0 < t1);
    Time covered = 0;
    std::size_t known = 0;
    for (const RankId rank : ranks) {
        if (isAbsent(rank))
            continue;
        ++known;
        for (const Time time : busy(rank, t0, t1))
            covered += time;
        covered += inPhases(rank, t0, t1);
    }
    return known == 0 ? 0 : 1 - covered / (static_cast<double>(known) * (t1 - t0));
}

std::uint8_t LaneIndex::chunkOf(RankId rank, StageId stage) const
{
    const std::vector<StageId>& stages = m_lanes[rank.value].stages;
    const auto place = std::lower_bound(stages.begin(), stages.end(), stage);
    return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(place - stages.begin(), 255));
}

std::size_t LaneIndex::nextBlockAsLongAs(LaneId id, std::size_t index, Time least, Time until) const
{
    const Lane& lane = laneOf(id);
    const std::size_t count = lane.fill.size();
    while (index < count) {
        const std::size_t group = index / kLaneIndexGroup;
        if (index % kLaneIndexGroup == 0) {
            if (lane.groupBegin[group] >= until)
                return count;
            if (group % kGroupsOf256 == 0 && lane.longestOf256[group / kGroupsOf256] < least) {
                index += kLaneIndexGroup * kGroupsOf256;
                continue;
            }
        }
        if (lane.longest[group] < least) {
            index = (group + 1) * kLaneIndexGroup;
            continue;
        }
        const Time begin = lane.coverBeginOf(index);
        if (begin >= until)
            return count;
        if (lane.coverEndOf(index) - begin >= least)
            return index;
        ++index;
    }
    return count;
}

bool LaneIndex::hasParts() const
{
    for (auto k = static_cast<std::size_t>(ActionKind::ForwardAttention); k < kActionKindCount; ++k)
        if (const auto kind = static_cast<ActionKind>(k);
            isPart(kind) && isCompute(kind) && (m_kindsInUse & kindBit(kind)) != 0)
            return true;
    return false;
}

FillMask LaneIndex::fillsInUse() const
{
    unsigned mask = 0;
    for (unsigned i = 0; i < kStripFills; ++i)
        mask |= (m_stripFillsInUse >> i & 1U) << i / 2U;
    return static_cast<FillMask>(mask);
}

} // namespace bubblescope
