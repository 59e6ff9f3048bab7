// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/lane_gaps.h"

#include <array>

namespace bubblescope {

std::string_view rankPhaseId(RankPhase phase) noexcept
{
    constexpr std::array<std::string_view, 3> kIds{"warm-up", "steady", "cool-down"};
    return kIds[static_cast<std::size_t>(phase)];
}

ComputeLane computeLane(const Row& row, const LaneTimes& times)
{
    ComputeLane lane;
    lane.cells.reserve(row.size());
    Time lastForward = 0;
    Time firstBackward = std::numeric_limits<Time>::infinity();
    bool inCell = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isCompute(row[i].kind())) {
            inCell = false;
            continue;
        }
        if (inCell && !row[i].startsCell()) {
            lane.cells.back().start = std::min(lane.cells.back().start, times.start[i]);
            lane.cells.back().end = std::max(lane.cells.back().end, times.end[i]);
        } else {
            lane.cells.push_back({times.start[i], times.end[i], static_cast<std::uint32_t>(i)});
        }
        inCell = true;
        if (isForward(row[i].kind()))
            lastForward = std::max(lastForward, times.end[i]);
        else if (isInputGradient(row[i].kind()))
            firstBackward = std::min(firstBackward, times.start[i]);
    }
    lane.warmUpEnd = firstBackward < std::numeric_limits<Time>::infinity() ? firstBackward : lastForward;
    lane.coolDownBegin = std::max(lastForward, lane.warmUpEnd);
    return lane;
}

} // namespace bubblescope
