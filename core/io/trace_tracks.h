// SPDX-License-Identifier: Apache-2.0
// What the two formats of traces have in common.
#pragma once

#include "core/model/timeline.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace bubblescope {

/// The tracks of a rank in a trace: blocks of one track must not cross each other, and communication may run
/// beside compute.
enum class TraceTrack : std::uint8_t { Compute, Communication, Sharding, Step, Stores, Loads, Experts };
inline constexpr std::array<std::string_view, 7> kTraceTrackNames{
    "compute", "communication", "FSDP", "head and tail", "to the host", "from the host", "experts"};

[[nodiscard]] constexpr TraceTrack traceTrackOf(ActionKind kind)
{
    if (isFsdp(kind))
        return TraceTrack::Sharding;
    if (isCopy(kind))
        return kind == ActionKind::Offload ? TraceTrack::Stores : TraceTrack::Loads;
    if (isExchange(kind))
        return TraceTrack::Experts;
    if (isTail(kind))
        return TraceTrack::Step;
    return isCommunication(kind) ? TraceTrack::Communication : TraceTrack::Compute;
}

/// Which of its tracks a rank has something on; always compute.
[[nodiscard]] inline std::array<bool, kTraceTrackNames.size()> traceTracksOf(const Timeline& timeline,
                                                                             std::uint32_t rank)
{
    std::array<bool, kTraceTrackNames.size()> isUsed{true};
    for (const Action& action : timeline.schedule->rows[rank])
        isUsed[static_cast<std::size_t>(traceTrackOf(action.kind()))] = true;
    if (!timeline.phasesOf(rank).empty())
        isUsed[static_cast<std::size_t>(TraceTrack::Step)] = true;
    return isUsed;
}

/// One step is shown as one millisecond.
[[nodiscard]] inline double traceMicrosecondsPerUnit(const std::string& unit)
{
    return unit == "us" ? 1.0 : 1000.0;
}

/// A cell of a row: one event of a trace.
struct TraceCell
{
    std::span<const Action> actions;
    std::size_t begin = 0; ///< index of the first in its row
    Time start = 0;
    Time end = 0;

    [[nodiscard]] TraceTrack track() const { return traceTrackOf(actions.front().kind()); }
    /// "F", "OVERLAP_F_B", …
    [[nodiscard]] std::string_view category() const
    {
        if (!actions.front().isOverlapped())
            return kindText(actions.front().kind());
        return actions.front().role() == CellRole::OverlapBackwardForward ? "OVERLAP_B_F" : "OVERLAP_F_B";
    }
};

/// Calls `visit(cell)` for each cell of a rank's row that takes time of its own.
template <typename Visit>
void eachTraceCell(const Timeline& timeline, std::uint32_t rank, Visit&& visit)
{
    const Row& row = timeline.schedule->rows[rank];
    const LaneTimes& lane = timeline.lanes[rank];
    for (std::size_t begin = 0; begin < row.size();) {
        const std::size_t end = cellEnd(row, begin);
        const auto at = [](const std::vector<Time>& times, std::size_t i) {
            return times.begin() + static_cast<std::ptrdiff_t>(i);
        };
        if (row[begin].hasTimeOfItsOwn())
            visit(TraceCell{std::span(row).subspan(begin, end - begin), begin,
                            *std::min_element(at(lane.start, begin), at(lane.start, end)),
                            *std::max_element(at(lane.end, begin), at(lane.end, end))});
        begin = end;
    }
}

} // namespace bubblescope
