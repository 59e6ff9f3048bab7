// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/large_buffer.h"
#include "core/model/timeline.h"
#include "core/scene/packed_lane.h"
#include "core/scene/theme.h"
#include "core/scene/track.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// A stretch of a lane.
struct TimeSpan
{
    Time start = 0;
    Time end = 0;
};

/// The classes into which drawn time is counted; what the legend can hide. Idle is the rest.
enum class FillClass : std::uint8_t {
    Forward,
    BackwardInput,
    BackwardWeight,
    Backward,
    Overlap,
    Other, ///< communication and FSDP
    Recompute,
    Vocabulary, ///< S and T
    Exchange,   ///< dispatch and combine
    Copy,       ///< O and L
};
inline constexpr std::size_t kFillClassCount = 10;
/// The two fills of the class are two kinds, not the tones of one: what its sub-lanes and passes are told
/// apart by.
[[nodiscard]] constexpr bool isOfTwoKinds(FillClass fill)
{
    return fill == FillClass::Other || fill >= FillClass::Vocabulary;
}
/// Hidden ones have no sub-lanes; compute that is hidden stays as a ghost.
[[nodiscard]] constexpr bool isOfSubLanes(FillClass fill)
{
    return isOfTwoKinds(fill) && fill != FillClass::Vocabulary;
}
[[nodiscard]] constexpr FillClass fillClassOf(Track subLane)
{
    return subLane == Track::Experts                             ? FillClass::Exchange
           : subLane == Track::Stores || subLane == Track::Loads ? FillClass::Copy
                                                                 : FillClass::Other;
}
[[nodiscard]] FillClass fillClassOf(const Action& action); ///< overlapped actions are Overlap
[[nodiscard]] Role roleOf(FillClass fill);

/// Which classes are shown; bit i = FillClass i.
using FillMask = std::uint16_t;
inline constexpr FillMask kAllFills = 0x3FF;
[[nodiscard]] constexpr bool isShown(FillMask shown, FillClass fill)
{
    return (shown >> static_cast<unsigned>(fill) & 1U) != 0;
}

/// Time per fill class.
using FillTimes = std::array<Time, kFillClassCount>;

/// What is drawn in one color: 2 · class + 1 for later chunks of a rank, or for the second of two kinds: FSDP
/// of class Other, T, combine, L.
inline constexpr std::size_t kStripFills = 2 * kFillClassCount;
using StripTimes = std::array<Time, kStripFills>;
[[nodiscard]] Fill stripFill(std::size_t index);

/// A strip fill for each action of each rank.
using ActionFills = std::vector<std::vector<std::uint8_t>>;

/// A block of a lane: one cell of the order (a single action, or an overlapped group).
struct LaneBlock
{
    Time start = 0;
    Time end = 0;
    std::uint32_t firstAction = 0; ///< index into the rank's row
    std::uint32_t actionCount = 1;
};

/// Pixel columns in time: the first may begin later and the last end earlier than the grid says.
struct TimeColumns
{
    TimeSpan span; ///< of all of them
    Time grid = 0; ///< where the first would begin
    Time unitsPerColumn = 1;
    std::size_t count = 0;

    /// Where column `i` begins, and the one before ends.
    [[nodiscard]] Time edge(std::size_t i) const
    {
        return i == 0 ? span.start : i == count ? span.end : grid + static_cast<Time>(i) * unitsPerColumn;
    }
};

/// Everything drawing asks of a timeline, answered in time that does not grow with the actions outside the
/// view: blocks sorted by start, prefix sums of busy time per class every 16 blocks. Exact: busy(t0, t1) is
/// the time covered in [t0, t1), overlaps counted once, for the block that began first. Immutable, shared
/// between threads. Holds 1 byte a block beside the timeline that it keeps alive, and about 3 more for the
/// sums; 4 more in lanes with bubbles or overlapped cells; 9 more in lanes with many blocks, packed. A rank
/// has a lane for each Track: what its compute lane leaves idle is idle, whatever is sent meanwhile.
class LaneIndex
{
public:
    /// Of `absentRanks` nothing is known (of a measured run's ranks without a trace): they are not idle.
    [[nodiscard]] static std::shared_ptr<const LaneIndex> build(TimelinePtr timeline,
                                                                std::vector<std::uint32_t> absentRanks = {})
    {
        return make(std::move(timeline), nullptr, std::move(absentRanks));
    }
    /// The same with other colors in the compute lanes, where a block takes that of its first action.
    [[nodiscard]] static std::shared_ptr<const LaneIndex>
    buildRecolored(TimelinePtr timeline, const ActionFills& fills,
                   std::vector<std::uint32_t> absentRanks = {})
    {
        return make(std::move(timeline), &fills, std::move(absentRanks));
    }
    /// Whether blocks of compute lanes have colors of their own, not those of their kinds.
    [[nodiscard]] bool isRecolored() const { return m_recolored; }
    /// What a block is drawn in.
    [[nodiscard]] Fill fillOfBlock(LaneId lane, std::size_t index) const
    {
        return stripFill(laneOf(lane).fill[index]);
    }

    [[nodiscard]] const Timeline& timeline() const { return *m_timeline; }
    /// Of which nothing is known; rising.
    [[nodiscard]] const std::vector<std::uint32_t>& absentRanks() const { return m_absentRanks; }
    [[nodiscard]] bool isAbsent(RankId rank) const
    {
        return std::binary_search(m_absentRanks.begin(), m_absentRanks.end(), rank.value);
    }
    [[nodiscard]] std::uint32_t laneCount() const { return static_cast<std::uint32_t>(m_lanes.size()); }
    /// Whether every block of a sub-lane is a mark.
    [[nodiscard]] bool hasMarksOnly(LaneId lane) const { return laneOf(lane).allMarks; }
    [[nodiscard]] std::size_t blockCount(LaneId lane) const { return laneOf(lane).fill.size(); }
    [[nodiscard]] LaneBlock block(LaneId lane, std::size_t index) const;
    /// First block that ends after `t`; blockCount() if there is none. O(log n).
    [[nodiscard]] std::size_t firstBlockEndingAfter(LaneId lane, Time t) const;
    /// The first that starts at or after `t`; blockCount() if there is none. O(log n).
    [[nodiscard]] std::size_t firstBlockStartingAt(LaneId lane, Time t) const;
    /// The block at `t` with positive length; where there is none, the zero-length one (a marker) nearest to
    /// `t` within `tolerance`. O(log n).
    [[nodiscard]] std::optional<std::size_t> blockAt(LaneId lane, Time t, Time tolerance = 0) const;
    /// The block that holds action `index` of the rank's row; nothing for a bubble. O(log n).
    [[nodiscard]] std::optional<std::size_t> blockOfAction(const ActionPosition& action) const;
    /// The lane that draws the action's cell. Requires that it is in the order.
    [[nodiscard]] LaneId laneOfAction(const ActionPosition& action) const;
    /// Time covered per class in [t0, t1). O(log n).
    [[nodiscard]] FillTimes busy(LaneId lane, Time t0, Time t1) const;
    /// Time in [t0, t1) that the rank spends in the step's head and tail. O(phases of a rank).
    [[nodiscard]] Time inPhases(RankId rank, Time t0, Time t1) const;
    /// Idle share of [t0, t1) over all lanes that are not absent, exact, 0 without lanes; 1 beyond the run.
    /// Requires t0 < t1.
    [[nodiscard]] double idleShare(Time t0, Time t1) const;
    /// The same over some lanes, each counted as often as it is named.
    [[nodiscard]] double idleShare(const std::vector<RankId>& ranks, Time t0, Time t1) const;
    /// Chunk number of a stage on its rank (0 = lowest stage there); gives the tone.
    [[nodiscard]] std::uint8_t chunkOf(RankId rank, StageId stage) const;
    /// Stages that a rank runs, rising.
    [[nodiscard]] const std::vector<StageId>& stagesOf(RankId rank) const
    {
        return m_lanes[rank.value].stages;
    }
    /// Sub-lanes in which some rank has something, in the order in which they are drawn.
    [[nodiscard]] std::vector<Track> subTracksInUse() const;
    /// In a sub-lane: blocks without length, by their start.
    [[nodiscard]] std::size_t markCount(LaneId lane) const { return laneOf(lane).markCount(); }
    [[nodiscard]] Time markTime(LaneId lane, std::size_t mark) const
    {
        const Lane& own = laneOf(lane);
        return own.startOf(own.markBlock(mark));
    }
    /// Its strip fill.
    [[nodiscard]] std::uint8_t markFill(LaneId lane, std::size_t mark) const
    {
        const Lane& own = laneOf(lane);
        return own.fill[own.markBlock(mark)];
    }
    /// The first of the marks [first, last) that begins at or after `t`, else `last`. O(log distance).
    [[nodiscard]] std::size_t markFrom(LaneId lane, Time t, std::size_t first, std::size_t last) const;
    /// Past the marks from `mark` on that begin at most `gap` after each other, as far as whole groups of
    /// kMarkGroup say; `mark` itself inside a group, or where its group has a wider gap.
    static constexpr std::size_t kMarkGroup = 256;
    [[nodiscard]] std::size_t pastCloseMarks(LaneId lane, std::size_t mark, Time gap) const;
    /// Which classes occur anywhere.
    [[nodiscard]] FillMask fillsInUse() const;
    /// Which strip fills occur anywhere; bit i = stripFill(i).
    [[nodiscard]] std::uint32_t stripFillsInUse() const { return m_stripFillsInUse; }
    /// Of a class, chunks after the first of a rank.
    static constexpr std::uint32_t kLaterChunks = 0b10000010101010;
    /// Kinds of actions that occur anywhere; in an overlapped block, of the first.
    [[nodiscard]] KindMask kindsInUse() const { return m_kindsInUse; }
    /// Parts of blocks that compute, which have the color of the whole.
    [[nodiscard]] bool hasParts() const;
    /// What is drawn as FSDP are the step's gradients alone: no parameters are sharded.
    [[nodiscard]] bool onlyReducesGradients() const
    {
        return hasTailActions() &&
               (m_kindsInUse & (kindBit(ActionKind::Unshard) | kindBit(ActionKind::Reshard))) == 0;
    }
    /// The step's end is in the order, not in the costs alone.
    [[nodiscard]] bool hasTailActions() const { return m_kindsInUse >= kindBit(ActionKind::EmbedGrad); }

    /// Where a block is drawn: [start, end) without what an earlier block covers. O(1).
    [[nodiscard]] TimeSpan coverOf(LaneId lane, std::size_t index) const;
    /// First block at or after `index` that lasts at least `least`, skipping shorter ones 16 and 256 at a
    /// time; blockCount() if there is none that starts before `until`.
    [[nodiscard]] std::size_t nextBlockAsLongAs(LaneId lane, std::size_t index, Time least, Time until) const;

    /// Calls `visit(index, coverOf, strip fill)` for blocks [first, last), as long as it returns true.
    template <typename Visit>
    void eachBlock(LaneId id, std::size_t first, std::size_t last, Visit visit) const
    {
        const Lane& lane = laneOf(id);
        if (lane.plain) {
            for (std::size_t block = first; block < last; ++block)
                if (!visit(block, TimeSpan{lane.start[block], lane.end[block]}, lane.fill[block]))
                    return;
            return;
        }
        for (std::size_t block = first; block < last; ++block)
            if (!visit(block, TimeSpan{lane.coverBeginOf(block), lane.coverEndOf(block)}, lane.fill[block]))
                return;
    }
    /// Strip fills that occur in the lane, rising.
    [[nodiscard]] const std::vector<std::uint8_t>& stripFillsOf(LaneId lane) const
    {
        return laneOf(lane).used;
    }

    /// Adds to `shares` what part of each column each of stripFillsOf() covers: so many floats a column.
    /// Exact; in lanes with many blocks to a 500th of a column, with nothing lost or counted twice
    /// between columns. O(columns log (blocks a column)).
    void addCoverage(LaneId lane, const TimeColumns& columns, std::span<float> shares) const;

private:
    template <std::size_t kSlots, typename Blocks>
    class ColumnWalk;
    struct Lane
    {
        Track track = Track::Compute;
        bool plain = false; ///< block i is action i
        std::span<const Action> row;
        const Time* start = nullptr; ///< of the timeline, per action
        const Time* end = nullptr;
        std::vector<std::uint8_t> fill;         ///< per block: index of its strip fill
        std::vector<std::uint32_t> firstAction; ///< per block, unless the lane is plain
        bool allMarks = false;                  ///< of a sub-lane: no block has a length
        std::vector<std::uint32_t> marks;       ///< of another sub-lane: blocks without length
        std::vector<float> widestGap;   ///< per kMarkGroup marks: from one's start to the next, rounded up
        std::vector<Time> coverEnd;     ///< per block: latest end so far; empty = ends rise in order
        std::vector<Time> groupBegin;   ///< per 16 blocks: where the blocks before end
        std::vector<Time> sums;         ///< per 16 blocks: covered before, per entry of `used`
        std::vector<std::uint8_t> used; ///< strip fills that occur
        std::vector<float> longest;     ///< per 16 blocks, rounded up
        std::vector<float> longestOf256;
        PackedLane packed; ///< of lanes with many blocks
        bool recolored = false;
        KindMask kinds = 0;                  ///< of its blocks' first actions
        std::span<const std::uint8_t> given; ///< while a recoloured one is built: per action
        std::vector<StageId> stages;

        [[nodiscard]] std::size_t action(std::size_t block) const
        {
            return plain ? block : firstAction[block];
        }
        [[nodiscard]] Time startOf(std::size_t block) const { return start[action(block)]; }
        [[nodiscard]] Time ownEndOf(std::size_t block) const;
        [[nodiscard]] Time coverEndOf(std::size_t block) const
        {
            return coverEnd.empty() ? ownEndOf(block) : coverEnd[block];
        }
        [[nodiscard]] Time coverBeginOf(std::size_t block) const
        {
            return coverEnd.empty() || block == 0 ? startOf(block)
                                                  : std::max(startOf(block), coverEnd[block - 1]);
        }
        [[nodiscard]] std::size_t markCount() const { return allMarks ? fill.size() : marks.size(); }
        [[nodiscard]] std::size_t markBlock(std::size_t mark) const { return allMarks ? mark : marks[mark]; }
        void build(const Row& actions, const LaneTimes& times, Track which);
        void findStages();
        void findBlocks();
        void sortBlocks();
        void fillBlocks();
        void sumBlocks();
        void findMarks();
        [[nodiscard]] std::uint8_t fillOf(std::size_t index) const;
        [[nodiscard]] std::uint8_t ownFillOf(const Action& action) const;
        [[nodiscard]] bool isJoint(std::size_t block) const;
    };
    [[nodiscard]] const Lane& laneOf(LaneId lane) const;
    /// Per strip fill. O(log n).
    [[nodiscard]] StripTimes coveredBefore(LaneId lane, Time t) const;
    [[nodiscard]] static std::shared_ptr<const LaneIndex> make(TimelinePtr timeline, const ActionFills* fills,
                                                               std::vector<std::uint32_t> absentRanks);

    void gatherPacked(std::vector<Lane>& lanes);
    void buildTracks(Track track, bool parallel, const ActionFills* fills);
    template <typename Blocks>
    static void addCoverage(const Lane& lane, const Blocks& blocks, const TimeColumns& columns,
                            std::span<float> shares);

    TimelinePtr m_timeline;
    std::vector<Lane> m_lanes; ///< compute, one a rank
    std::array<std::vector<Lane>, kSubTracks.size()>
        m_subLanes{};                        ///< as kSubTracks; empty where no rank has any
    std::vector<LargeBuffer> m_packedGroups; ///< of the packed lanes
    std::uint32_t m_stripFillsInUse = 0;
    KindMask m_kindsInUse = 0;
    std::vector<std::uint32_t> m_absentRanks;
    bool m_recolored = false;
};
using LaneIndexPtr = std::shared_ptr<const LaneIndex>;

} // namespace bubblescope
