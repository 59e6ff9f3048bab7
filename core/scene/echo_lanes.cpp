// SPDX-License-Identifier: Apache-2.0
#include "core/scene/echo_lanes.h"

namespace bubblescope {

namespace {

TimelineGeometry runOf(const TimelineGeometry& geometry, std::size_t first, std::size_t end)
{
    TimelineGeometry run;
    run.plot = geometry.plot;
    run.from = geometry.from;
    run.to = geometry.to;
    run.laneHeight = geometry.echoHeight;
    // The rest of the row is nobody's, as an empty strip: marks that are in gaps have no room there.
    run.memoryHeight = geometry.pitch() - geometry.echoHeight;
    run.laneGap = 0;
    run.scrollY = geometry.plot.y - geometry.echoTop(first);
    run.lanes.assign(geometry.lanes.begin() + static_cast<std::ptrdiff_t>(first),
                     geometry.lanes.begin() + static_cast<std::ptrdiff_t>(end));
    run.arrange();
    return run;
}

} // namespace

std::vector<TimelineGeometry> echoLanes(const TimelineGeometry& geometry, std::uint32_t ranks,
                                        const std::vector<std::uint8_t>& shown)
{
    std::vector<TimelineGeometry> runs;
    const auto hasOne = [&](std::size_t row) {
        const std::uint32_t rank = geometry.lanes[row].value;
        return geometry.hasEcho(row) && rank < ranks &&
               (shown.empty() || (rank < shown.size() && shown[rank] != 0));
    };
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        if (!hasOne(row))
            continue;
        const std::size_t first = row;
        while (row < geometry.lanes.size() && hasOne(row))
            ++row;
        runs.push_back(runOf(geometry, first, row));
    }
    return runs;
}

} // namespace bubblescope
