// SPDX-License-Identifier: Apache-2.0
#include "core/scene/lane_index.h"

#include "core/base/parallel_for.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bubblescope {

namespace {

constexpr std::size_t kLaneIndexBuildGroup = 16;
constexpr std::size_t kLaneIndexBuildGroupsOf256 = 16;
/// Below this many actions threads cost more than they save.
constexpr std::size_t kParallelActions = 200'000;
/// Lanes with fewer blocks stay in the processor's caches as they are.
constexpr std::size_t kPackedBlocks = 8192;
/// Bytes of packed groups from which on they share large pages.
constexpr std::size_t kLeastGathered = std::size_t{4} << 20;

} // namespace

std::shared_ptr<const LaneIndex> LaneIndex::make(TimelinePtr timeline, const ActionFills* fills,
                                                 std::vector<std::uint32_t> absentRanks)
{
    auto index = std::make_shared<LaneIndex>();
    std::sort(absentRanks.begin(), absentRanks.end());
    index->m_absentRanks = std::move(absentRanks);
    index->m_recolored = fills != nullptr;
    index->m_timeline = std::move(timeline);
    const std::vector<Row>& rows = index->m_timeline->schedule->rows;
    const std::size_t actions =
        std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                        [](std::size_t sum, const Row& row) { return sum + row.size(); });
    const bool parallel = actions >= kParallelActions;
    index->buildTracks(Track::Compute, parallel, fills);
    std::array<bool, kTrackCount> inUse{};
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        if (!index->m_lanes[rank].plain)
            for (const Action& action : rows[rank]) {
                inUse[static_cast<std::size_t>(trackOf(action.kind()))] = true;
                index->m_kindsInUse |= isTail(action.kind()) ? kindBit(action.kind()) : 0;
            }
    for (const Track track : kSubTracks)
        if (inUse[static_cast<std::size_t>(track)])
            index->buildTracks(track, parallel, nullptr);
    return index;
}

void LaneIndex::buildTracks(Track track, bool parallel, const ActionFills* fills)
{
    const std::vector<Row>& rows = m_timeline->schedule->rows;
    std::vector<Lane>& lanes =
        track == Track::Compute ? m_lanes : m_subLanes[static_cast<std::size_t>(track) - 1];
    lanes.resize(rows.size());
    parallelFor(static_cast<std::uint32_t>(rows.size()),
                [&](std::uint32_t rank) {
                    if (fills != nullptr) {
                        lanes[rank].recolored = true;
                        lanes[rank].given = (*fills)[rank];
                    }
                    lanes[rank].build(rows[rank], m_timeline->lanes[rank], track);
                    lanes[rank].given = {};
                },
                {.threads = threadsIf(parallel)});
    gatherPacked(lanes);
    for (const Lane& lane : lanes) {
        m_kindsInUse |= lane.kinds;
        for (const std::uint8_t fill : lane.used)
            m_stripFillsInUse |= 1U << fill;
    }
}

void LaneIndex::gatherPacked(std::vector<Lane>& lanes)
{
    std::size_t bytes = 0;
    for (const Lane& lane : lanes)
        bytes += lane.packed.groupBytes();
    if (bytes < kLeastGathered)
        return;
    std::byte* next = m_packedGroups.emplace_back(bytes).data();
    for (Lane& lane : lanes) {
        const std::size_t own = lane.packed.groupBytes();
        lane.packed.moveGroups(next);
        next += own;
    }
}

Time LaneIndex::Lane::ownEndOf(std::size_t block) const
{
    std::size_t at = action(block);
    Time latest = end[at];
    if (isJoint(block))
        while (++at < row.size() && !row[at].startsCell())
            latest = std::max(latest, end[at]);
    return latest;
}

bool LaneIndex::Lane::isJoint(std::size_t block) const
{
    return recolored ? row[action(block)].isOverlapped()
                     : fill[block] / 2 == static_cast<std::uint8_t>(FillClass::Overlap);
}

void LaneIndex::Lane::build(const Row& actions, const LaneTimes& times, Track which)
{
    track = which;
    row = actions;
    start = times.start.data();
    end = times.end.data();
    if (track == Track::Compute)
        findStages();
    findBlocks();
    fillBlocks();
    sortBlocks();
    sumBlocks();
    if (track != Track::Compute)
        findMarks();
}

void LaneIndex::Lane::findStages()
{
    StageId last;
    for (const Action& action : row) {
        if (!action.hasTimeOfItsOwn() || (action.stage() == last && !stages.empty()))
            continue;
        last = action.stage();
        const auto place = std::lower_bound(stages.begin(), stages.end(), last);
        if (place == stages.end() || *place != last)
            stages.insert(place, last);
    }
}

void LaneIndex::Lane::findBlocks()
{
    const auto isOwnBlock = [this](const Action& action) {
        return action.hasTimeOfItsOwn() && !action.isOverlapped() && trackOf(action.kind()) == track;
    };
    plain = std::all_of(row.begin(), row.end(), isOwnBlock);
    for (std::size_t i = 0; !plain && i < row.size(); i = cellEnd(row, i))
        if (row[i].hasTimeOfItsOwn() && trackOf(row[i].kind()) == track)
            firstAction.push_back(static_cast<std::uint32_t>(i));
}

void LaneIndex::Lane::findMarks()
{
    for (std::size_t block = 0; block < fill.size(); ++block)
        if (!(startOf(block) < ownEndOf(block)))
            marks.push_back(static_cast<std::uint32_t>(block));
    allMarks = marks.size() == fill.size();
    if (allMarks)
        marks = {};
    for (std::size_t mark = 0; mark < markCount(); ++mark) {
        if (mark % kMarkGroup == 0)
            widestGap.push_back(0);
        if (mark + 1 == markCount())
            break;
        const Time gap = startOf(markBlock(mark + 1)) - startOf(markBlock(mark));
        widestGap.back() = std::max(widestGap.back(), std::nextafter(static_cast<float>(gap),
                                                                     std::numeric_limits<float>::infinity()));
    }
}

std::uint8_t LaneIndex::Lane::fillOf(std::size_t index) const
{
    return recolored ? given[index] : ownFillOf(row[index]);
}

std::uint8_t LaneIndex::Lane::ownFillOf(const Action& action) const
{
    const FillClass fillClass = fillClassOf(action);
    const auto base = static_cast<std::uint8_t>(2 * static_cast<unsigned>(fillClass));
    bool second = false;
    if (isOfTwoKinds(fillClass))
        second = roleOf(action.kind()) != roleOf(fillClass);
    else if (fillClass != FillClass::Overlap)
        second = action.stage() != stages.front();
    return static_cast<std::uint8_t>(base + (second ? 1 : 0));
}

void LaneIndex::Lane::fillBlocks()
{
    fill.resize(plain ? row.size() : firstAction.size());
    std::array<bool, kStripFills> seen{};
    for (std::size_t block = 0; block < fill.size(); ++block) {
        fill[block] = fillOf(action(block));
        seen[fill[block]] = true;
        kinds |= kindBit(row[action(block)].kind());
    }
    for (std::uint8_t i = 0; i < kStripFills; ++i)
        if (seen[i])
            used.push_back(i);
}

void LaneIndex::Lane::sortBlocks()
{
    bool inOrder = true;
    for (std::size_t block = 1; block < fill.size() && inOrder; ++block)
        inOrder = startOf(block) >= ownEndOf(block - 1);
    if (inOrder)
        return;
    if (plain) {
        plain = false;
        firstAction.resize(fill.size());
        std::iota(firstAction.begin(), firstAction.end(), 0U);
    }
    std::stable_sort(firstAction.begin(), firstAction.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return start[a] < start[b]; });
    for (std::size_t block = 0; block < fill.size(); ++block)
        fill[block] = fillOf(firstAction[block]);
    coverEnd.reserve(fill.size());
    Time latest = -std::numeric_limits<Time>::infinity();
    for (std::size_t block = 0; block < fill.size(); ++block) {
        latest = std::max(latest, ownEndOf(block));
        coverEnd.push_back(latest);
    }
}

void LaneIndex::Lane::sumBlocks()
{
    StripTimes covered{};
    const std::size_t groups = (fill.size() + kLaneIndexBuildGroup - 1) / kLaneIndexBuildGroup;
    groupBegin.reserve(groups);
    sums.reserve(groups * used.size());
    longest.reserve(groups);
    longestOf256.resize((groups + kLaneIndexBuildGroupsOf256 - 1) / kLaneIndexBuildGroupsOf256);
    std::array<std::uint8_t, kStripFills> slotOf{};
    for (std::size_t slot = 0; slot < used.size(); ++slot)
        slotOf[used[slot]] = static_cast<std::uint8_t>(slot);
    const bool isPacked = fill.size() >= kPackedBlocks;
    if (isPacked)
        packed = PackedLane(startOf(0), coverEndOf(fill.size() - 1), fill.size(), used.size());
    for (std::size_t group = 0; group < groups; ++group) {
        const std::size_t first = group * kLaneIndexBuildGroup;
        groupBegin.push_back(first == 0 ? -std::numeric_limits<Time>::infinity() : coverEndOf(first - 1));
        for (const std::uint8_t slot : used)
            sums.push_back(covered[slot]);
        Time most = 0;
        for (std::size_t block = first; block < std::min(first + kLaneIndexBuildGroup, fill.size());
             ++block) {
            const TimeSpan cover{coverBeginOf(block), coverEndOf(block)};
            const Time length = cover.end - cover.start;
            covered[fill[block]] += length;
            if (isPacked)
                packed.add(cover.start, cover.end, slotOf[fill[block]]);
            most = std::max(most, length);
        }
        const float roundedUp =
            std::nextafter(static_cast<float>(most), std::numeric_limits<float>::infinity());
        longest.push_back(roundedUp);
        longestOf256[group / kLaneIndexBuildGroupsOf256] =
            std::max(longestOf256[group / kLaneIndexBuildGroupsOf256], roundedUp);
    }
    packed.finish();
}

} // namespace bubblescope
