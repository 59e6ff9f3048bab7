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
    const std::vector<Row>& rows = timeline->schedule->rows;
    ResidualLanes lanes;
    lanes.scale = {noise, largestOf(deltas)};
    lanes.hasLane.assign(rows.size(), 0);
    std::vector<std::vector<std::uint8_t>> fills(rows.size());
    static const std::vector<Time> kNone;
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        if (cancel.isCancelled())
            return std::nullopt;
        const Row& row = rows[rank];
        const std::vector<Time>& own = rank < deltas.size() ? deltas[rank] : kNone;
        lanes.hasLane[rank] =
            std::any_of(own.begin(), own.end(), [](Time delta) { return std::isfinite(delta); }) ? 1 : 0;
        fills[rank].resize(row.size());
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            const DeltaLevel level = deltaLevel(deltaOf(own, i), lanes.scale);
            std::fill(fills[rank].begin() + static_cast<std::ptrdiff_t>(i),
                      fills[rank].begin() + static_cast<std::ptrdiff_t>(end), differenceFill(level));
            if (lanes.hasLane[rank] != 0 && isCompute(row[i].kind()))
                ++lanes.counts[static_cast<std::size_t>(level)];
            i = end;
        }
    }
    lanes.index = LaneIndex::buildRecolored(timeline, fills);
    return lanes;
}

} // namespace bubblescope
