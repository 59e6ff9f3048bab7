// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hit_test.h"

#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Which part of a block of several is at the given share of its height.
std::size_t partAt(const LaneBlock& block, double share)
{
    const auto part = static_cast<std::int64_t>(share * block.actionCount);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(part, 0, block.actionCount - 1));
}

std::optional<std::size_t> narrowBlockNear(const LaneIndex& index, const TimelineGeometry& geometry,
                                           LaneId lane, Time t)
{
    const Time reach = kEasyWidthPx / 2 / geometry.pixelsPerUnit();
    const std::size_t after = index.firstBlockEndingAfter(lane, t);
    std::optional<std::size_t> nearest;
    Time nearestDistance = reach;
    const auto consider = [&](std::size_t i, Time distance) {
        const LaneBlock& block = index.block(lane, i);
        if (block.end - block.start <= 2 * reach && distance <= nearestDistance) {
            nearest = i;
            nearestDistance = distance;
        }
    };
    if (after < index.blockCount(lane))
        consider(after, std::max(0.0, index.block(lane, after).start - t));
    if (after > 0)
        consider(after - 1, t - index.block(lane, after - 1).end);
    return nearest;
}

/// The mark that is drawn at `t`: it begins at its time and is kEasyWidthPx wide.
std::optional<std::size_t> markAt(const LaneIndex& index, const TimelineGeometry& geometry, LaneId lane,
                                  Time t)
{
    const Time reach = kEasyWidthPx / 2 / geometry.pixelsPerUnit();
    // One at the very end is drawn before it.
    const Time begin = t > geometry.to - 2 * reach ? geometry.to : t - reach;
    return index.blockAt(lane, begin, 1.7 * reach);
}

std::optional<Gap> gapAt(const LaneIndex& index, RankId rank, Time t)
{
    const Time makespan = index.timeline().makespan;
    if (t < 0 || t >= makespan || index.isAbsent(rank))
        return std::nullopt;
    std::size_t after = index.firstBlockEndingAfter(rank, t);
    Time from = after > 0 ? index.block(rank, after - 1).end : 0;
    Time to = after < index.blockCount(rank) ? index.block(rank, after).start : makespan;
    // Head and tail of the step are not idle.
    for (const PhaseSpan& span : index.timeline().phasesOf(rank.value)) {
        if (span.end <= t)
            from = std::max(from, span.end);
        else
            to = std::min(to, std::max(span.start, t));
    }
    return from < to ? std::optional(Gap{rank, from, to}) : std::nullopt;
}

/// The action of the order that a phase at the step's end is.
std::optional<ActionPosition> actionOf(const Timeline& timeline, const PhaseSpot& spot)
{
    const Row& row = timeline.schedule->rows[spot.rank.value];
    for (std::size_t i = row.size(); i-- > 0 && (isTail(row[i].kind()) || row[i].isBubble());) {
        const PhaseSpan* span = phaseOf(timeline, {spot.rank, i});
        if (span != nullptr && span->phase == spot.phase)
            return ActionPosition{spot.rank, i};
    }
    return std::nullopt;
}

std::optional<PhaseSpot> phaseAt(const LaneIndex& index, RankId rank, Time t)
{
    for (const PhaseSpan& span : index.timeline().phasesOf(rank.value))
        if (span.start <= t && t < span.end)
            return PhaseSpot{rank, span.phase, span.start, span.end};
    return std::nullopt;
}

std::optional<MemorySpot> memoryAt(const LaneIndex& index, const TimelineGeometry& geometry, double x,
                                   double y, double ratio)
{
    const auto row = geometry.memoryRowAt(y);
    if (!row || x < geometry.plot.x || x >= geometry.plot.right())
        return std::nullopt;
    const double column = std::floor(x * ratio);
    const Time makespan = index.timeline().makespan;
    const Time from = std::max(geometry.timeAt(column / ratio), 0.0);
    const Time to = std::min(geometry.timeAt((column + 1) / ratio), makespan);
    if (!(from < to) || geometry.lanes[*row].value >= index.laneCount())
        return std::nullopt;
    return MemorySpot{geometry.lanes[*row], from, to};
}

std::optional<ActionPosition> startingOrEnding(const LaneIndex& index, LaneId lane, Time t, bool starting)
{
    const std::size_t after = index.firstBlockEndingAfter(lane, t);
    if (starting && after < index.blockCount(lane) && index.block(lane, after).start == t)
        return ActionPosition{lane.rank, index.block(lane, after).firstAction};
    if (!starting && after > 0 && index.block(lane, after - 1).end == t)
        return ActionPosition{lane.rank, index.block(lane, after - 1).firstAction};
    return std::nullopt;
}

} // namespace

std::optional<ActionPosition> levelMaker(const LaneIndex& index, const MemoryCurves& memory,
                                         const MemorySpot& spot)
{
    const std::span<const MemoryStep> steps = memory.steps(spot.rank);
    const auto past = std::lower_bound(steps.begin(), steps.end(), spot.to,
                                       [](const MemoryStep& step, Time t) { return step.time < t; });
    if (past == steps.begin())
        return std::nullopt;
    const MemoryStep& step = *(past - 1);
    const double before = past - steps.begin() > 1 ? (past - 2)->level : 0;
    for (const Track track : {Track::Compute, Track::Fsdp})
        if (auto found = startingOrEnding(index, {spot.rank, track}, step.time, step.level > before))
            return found;
    return std::nullopt;
}

Hit hitTest(const LaneIndex& index, const TimelineGeometry& geometry, double x, double y,
            double devicePixelRatio)
{
    if (const auto memory = memoryAt(index, geometry, x, y, devicePixelRatio))
        return {std::nullopt, std::nullopt, memory};
    const auto place = geometry.placeAt(y);
    if (!place || x < geometry.plot.x || x >= geometry.plot.right())
        return {};
    return hitInLane(index, geometry, {geometry.lanes[place->row], place->track}, x,
                     (y - *geometry.trackTop(place->row, place->track)) /
                         geometry.trackHeight(place->row, place->track),
                     devicePixelRatio);
}

Hit hitInLane(const LaneIndex& index, const TimelineGeometry& geometry, LaneId lane, double x, double share,
              double devicePixelRatio)
{
    if (lane.rank.value >= index.laneCount() || x < geometry.plot.x || x >= geometry.plot.right())
        return {};
    // The middle of the device pixel: its left edge may fall short of a block that begins right there.
    const Time t = geometry.timeAt((std::floor(x * devicePixelRatio) + 0.5) / devicePixelRatio);
    auto found = index.blockAt(lane, t);
    if (!found && lane.track != Track::Compute)
        found = markAt(index, geometry, lane, t);
    if (!found && lane.track == Track::Compute) {
        Hit phase;
        phase.phase = phaseAt(index, lane.rank, t);
        if (phase.phase) {
            phase.action = actionOf(index.timeline(), *phase.phase);
            return phase;
        }
    }
    if (!found)
        found = narrowBlockNear(index, geometry, lane, t);
    if (!found)
        return {std::nullopt, lane.track == Track::Compute ? gapAt(index, lane.rank, t) : std::nullopt};
    const LaneBlock& block = index.block(lane, *found);
    return {ActionPosition{lane.rank, block.firstAction + partAt(block, share)}, std::nullopt};
}

std::optional<RectF> stretchRect(const TimelineGeometry& geometry, const Gap& stretch)
{
    const auto row = geometry.rowOf(stretch.rank);
    if (!row)
        return std::nullopt;
    const double x = geometry.xOf(stretch.from);
    return RectF{x, geometry.laneTop(*row), geometry.xOf(stretch.to) - x, geometry.laneHeightOf(*row)};
}

} // namespace bubblescope::ui
