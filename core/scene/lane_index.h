// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/scene/theme.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// The classes into which drawn time is counted; what the legend can hide. Idle is the rest.
enum class FillClass : std::uint8_t { Forward, BackwardInput, BackwardWeight, Backward, Overlap, Other };
inline constexpr std::size_t kFillClassCount = 6;
[[nodiscard]] FillClass fillClassOf(const Action& action); ///< overlapped actions are Overlap
[[nodiscard]] Role roleOf(FillClass fill);

/// Which classes are shown; bit i = FillClass i.
using FillMask = std::uint8_t;
inline constexpr FillMask kAllFills = 0x3F;

/// Time per fill class.
using FillTimes = std::array<Time, kFillClassCount>;

/// A block of a lane: one cell of the order (a single action, or an overlapped group).
struct LaneBlock
{
    Time start = 0;
    Time end = 0;
    std::uint32_t firstAction = 0; ///< index into the rank's row
    std::uint32_t actionCount = 1;
};

/// Everything drawing asks of a timeline, answered in time that does not grow with the actions outside the
/// view: blocks sorted by start, prefix sums of busy time per class every 64 blocks. Exact: busy(t0, t1) is
/// the time covered in [t0, t1), overlaps counted once. Immutable, shared between threads.
class LaneIndex
{
public:
    [[nodiscard]] static std::shared_ptr<const LaneIndex> build(TimelinePtr timeline);

    [[nodiscard]] const Timeline& timeline() const { return *m_timeline; }
    [[nodiscard]] std::uint32_t laneCount() const { return static_cast<std::uint32_t>(m_lanes.size()); }
    [[nodiscard]] std::size_t blockCount(RankId rank) const { return m_lanes[rank.value].blocks.size(); }
    [[nodiscard]] const LaneBlock& block(RankId rank, std::size_t index) const
    {
        return m_lanes[rank.value].blocks[index];
    }
    /// First block that ends after `t`; blockCount() if there is none. O(log n).
    [[nodiscard]] std::size_t firstBlockEndingAfter(RankId rank, Time t) const;
    /// The block at `t` with positive length; of zero-length ones (markers) the nearest within `tolerance`.
    /// O(log n).
    [[nodiscard]] std::optional<std::size_t> blockAt(RankId rank, Time t, Time tolerance = 0) const;
    /// The block that holds action `index` of the rank's row. O(log n).
    [[nodiscard]] std::optional<std::size_t> blockOfAction(const ActionPosition& action) const;
    /// Time covered per class in [t0, t1). O(log n + 64).
    [[nodiscard]] FillTimes busy(RankId rank, Time t0, Time t1) const;
    /// Idle share of [t0, t1) over all lanes, exact. Requires t0 < t1.
    [[nodiscard]] double idleShare(Time t0, Time t1) const;
    /// Chunk number of a stage on its rank (0 = lowest stage there); gives the tone.
    [[nodiscard]] std::uint8_t chunkOf(RankId rank, StageId stage) const;
    /// Stages that a rank runs, rising.
    [[nodiscard]] const std::vector<StageId>& stagesOf(RankId rank) const
    {
        return m_lanes[rank.value].stages;
    }

private:
    struct Lane
    {
        std::vector<LaneBlock> blocks;
        std::vector<FillTimes> busyBefore; ///< per 64 blocks: time per class of all blocks before
        std::vector<StageId> stages;
    };
    TimelinePtr m_timeline;
    std::vector<Lane> m_lanes;
};
using LaneIndexPtr = std::shared_ptr<const LaneIndex>;

} // namespace bubblescope
