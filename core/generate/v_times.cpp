// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_times.h"

#include "core/generate/v_replay.h"

#include <algorithm>

namespace bubblescope {

VTimes::VTimes(const Shape& shape, const CostModel& costs)
    : durations(shape.ranks)
    , transfer(costs.transfer.time())
{
    for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
        const StageId down{rank};
        const StageId up{2 * shape.ranks - 1 - rank};
        const auto factor = costs.rankFactor.find(rank);
        const auto time = [&](ActionKind kind, StageId stage) {
            return costs.durationOf(kind, stage) * (factor == costs.rankFactor.end() ? 1 : factor->second);
        };
        durations[rank] = {time(ActionKind::Forward, down),      time(ActionKind::Forward, up),
                           time(ActionKind::BackwardInput, up),  time(ActionKind::BackwardInput, down),
                           time(ActionKind::BackwardWeight, up), time(ActionKind::BackwardWeight, down)};
    }
}

std::optional<VSpan> spanOf(const VGrid& grid, const VTimes& times, std::uint32_t microbatches)
{
    VReplay<double, decltype(times.durations)> replay(grid, microbatches, times.durations, times.transfer);
    std::vector<double> begin(grid.size(), -1);
    const bool isDone = replay.run([&](std::uint32_t rank, VPass, double time) {
        if (begin[rank] < 0)
            begin[rank] = time;
    });
    if (!isDone)
        return std::nullopt;
    VSpan span;
    for (std::uint32_t rank = 0; rank < grid.size(); ++rank) {
        span.makespan = std::max(span.makespan, replay.endOf(rank));
        span.longestRank = std::max(span.longestRank, replay.endOf(rank) - begin[rank]);
    }
    return span;
}

} // namespace bubblescope
