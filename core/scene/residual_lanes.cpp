// SPDX-License-Identifier: Apache-2.0
#include "core/scene/residual_lanes.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

Time largestOf(const DurationDeltas& deltas)
{
    Time most = 0;
    for (const std::vector<Time>& row : deltas)
        for (const Time delta : row)
            if (std::isfinite(delta))
                most = std::max(most, std::abs(delta));
    return most;
}

std::optional<Time> deltaOf(const std::vector<Time>& row, std::size_t action)
{
    return action < row.size() && std::isfinite(row[action]) ? std::optional(row[action]) : std::nullopt;
}

} // namespace

std::optional<ResidualLanes> residualLanes(const TimelinePtr& timeline, const DurationDeltas& deltas,
                                           Time noise, const CancelToken& cancel)
{
    static const std::vector<Time> kNone;
    const std::vector<Row>& rows = timeline->schedule->rows;
    ResidualLanes lanes;
    lanes.scale = {noise, largestOf(deltas)};
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const std::vector<Time>& own = rank < deltas.size() ? deltas[rank] : kNone;
        lanes.hasLane.push_back(
            std::any_of(own.begin(), own.end(), [](Time delta) { return std::isfinite(delta); }) ? 1 : 0);
    }
    const auto fills = levelFills(
        *timeline->schedule,
        [&](RankId rank, std::size_t first, std::size_t /*end*/) {
            const std::vector<Time>& own = rank.value < deltas.size() ? deltas[rank.value] : kNone;
            const DeltaLevel level = deltaLevel(deltaOf(own, first), lanes.scale);
            if (lanes.hasLane[rank.value] != 0 && isCompute(rows[rank.value][first].kind()))
                ++lanes.counts[static_cast<std::size_t>(level)];
            return level;
        },
        cancel);
    if (!fills)
        return std::nullopt;
    lanes.index = LaneIndex::buildRecolored(timeline, *fills);
    return lanes;
}

} // namespace bubblescope
