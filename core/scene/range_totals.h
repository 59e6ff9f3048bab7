// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/lane_index.h"
#include "core/time/memory_curves.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// One rank's share of a stretch of time.
struct RankRangeTotals
{
    RankId rank;
    Time busy = 0; ///< in its compute lane, overlaps counted once
    Time idle = 0;
    std::optional<double> peakMemory; ///< highest level in the stretch, if memory is known
};

/// What some ranks do in [from, to). Idle is what their compute lanes leave open, so that over the whole run
/// and all ranks the shares are those of Metrics (docs/cost-model.md, "Metrics"). The parts of an overlapped
/// cell count with their cell.
struct RangeTotals
{
    Time from = 0;
    Time to = 0;
    FillTimes busy{}; ///< of the compute lanes, all ranks; Other is what those below do not count
    Time communication = 0;
    Time exchange = 0; ///< between experts
    Time copies = 0;   ///< to the host and back
    Time fsdp = 0;
    Time busyTime = 0; ///< sum of the compute lanes
    Time idleTime = 0;
    double idleFraction = 0;         ///< idleTime / (ranks · length), 0 without ranks
    double bubbleRate = 0;           ///< idleTime / busyTime, 0 where nothing is busy
    std::size_t actionsTouching = 0; ///< of any lane: with a part, or a moment, in [from, to)
    std::size_t actionsBegun = 0;    ///< that begin in it
    std::size_t actionsInside = 0;   ///< that begin and end in it
    std::optional<double> peakMemory;
    RankId peakRank{}; ///< the first that has it
    std::vector<RankRangeTotals> ranks;

    [[nodiscard]] Time length() const { return to - from; }
};

/// Totals of any stretch of a run. Not shared between threads: counts of lanes with overlapped cells are made
/// when they are first asked for, O(blocks of the lane), once.
class RangeMeter
{
public:
    /// `memory` may be null. Requires an index.
    RangeMeter(LaneIndexPtr index, MemoryCurvesPtr memory);

    [[nodiscard]] const LaneIndexPtr& index() const { return m_index; }
    /// O(ranks · log n), and what overlaps at both ends. Requires from < to and ranks that exist, each once.
    [[nodiscard]] RangeTotals totals(std::span<const RankId> ranks, Time from, Time to);

private:
    /// Actions of blocks [first, last) of a lane.
    [[nodiscard]] std::size_t actionsIn(LaneId lane, std::size_t first, std::size_t last);
    /// Actions beyond one a block, before a block of a rank's compute lane.
    [[nodiscard]] std::size_t extraBefore(RankId rank, std::size_t block);
    void count(RangeTotals& totals, LaneId lane);

    LaneIndexPtr m_index;
    MemoryCurvesPtr m_memory;
    std::vector<Track> m_subTracks;
    std::vector<std::vector<std::uint32_t>> m_extra; ///< per rank and 64 blocks; empty = not asked for yet
};

} // namespace bubblescope
