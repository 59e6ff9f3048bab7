// SPDX-License-Identifier: Apache-2.0
#include "core/scene/action_rect.h"

#include "core/time/step_phases.h"

#include <algorithm>

namespace bubblescope {

std::optional<RectF> actionRect(const LaneIndex& index, const TimelineGeometry& geometry,
                                const ActionPosition& action)
{
    const auto row = geometry.rowOf(action.rank);
    if (row && action.rank.value < index.laneCount() &&
        action.index < index.timeline().schedule->rows[action.rank.value].size())
        if (const PhaseSpan* phase = phaseOf(index.timeline(), action)) {
            const double x = geometry.xOf(phase->start);
            return RectF{x, geometry.laneTop(*row), std::max(geometry.xOf(phase->end) - x, kEasyWidthPx),
                         geometry.laneHeightOf(*row)};
        }
    const auto found = index.blockOfAction(action);
    if (!row || !found)
        return std::nullopt;
    const LaneId lane = index.laneOfAction(action);
    const auto top = geometry.trackTop(*row, lane.track);
    if (!top)
        return std::nullopt;
    const LaneBlock& block = index.block(lane, *found);
    double x = geometry.xOf(block.start);
    const double width = geometry.xOf(block.end) - x;
    if (lane.track != Track::Compute && x <= geometry.plot.right())
        x = std::min(x, geometry.plot.right() - kEasyWidthPx);
    const double part = geometry.trackHeight(*row, lane.track) / block.actionCount;
    return RectF{x, *top + part * static_cast<double>(action.index - block.firstAction),
                 lane.track == Track::Compute ? width : std::max(width, kEasyWidthPx), part};
}

} // namespace bubblescope
