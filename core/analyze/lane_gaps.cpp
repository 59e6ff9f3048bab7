// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/lane_gaps.h"

#include <array>
#include <cmath>

namespace bubblescope {

std::string_view rankPhaseId(RankPhase phase) noexcept
{
    constexpr std::array<std::string_view, 3> kIds{"warm-up", "steady", "cool-down"};
    return kIds[static_cast<std::size_t>(phase)];
}

namespace {

/// Calls `visit(cell)` for each of a rank's compute cells, in their order.
template <typename Visit>
void forEachCell(const Row& row, const LaneTimes& times, Visit&& visit)
{
    for (std::size_t i = 0; i < row.size();) {
        if (!isCompute(row[i].kind())) {
            ++i;
            continue;
        }
        LaneCell cell{times.start[i], times.end[i], static_cast<std::uint32_t>(i)};
        for (++i; i < row.size() && !row[i].startsCell() && isCompute(row[i].kind()); ++i) {
            cell.start = std::min(cell.start, times.start[i]);
            cell.end = std::max(cell.end, times.end[i]);
        }
        visit(cell);
    }
}

LanePhases phasesOf(const Row& row, const LaneTimes& times)
{
    Time lastForward = 0;
    Time firstBackward = std::numeric_limits<Time>::infinity();
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ActionKind whole = wholeOf(row[i].kind());
        if (isForward(whole))
            lastForward = std::max(lastForward, times.end[i]);
        else if (isInputGradient(whole))
            firstBackward = std::min(firstBackward, times.start[i]);
    }
    const Time warmUpEnd = std::isfinite(firstBackward) ? firstBackward : lastForward;
    return {warmUpEnd, std::max(lastForward, warmUpEnd)};
}

} // namespace

ComputeLane computeLane(const Row& row, const LaneTimes& times)
{
    ComputeLane lane{phasesOf(row, times), {}};
    lane.cells.reserve(row.size());
    forEachCell(row, times, [&](const LaneCell& cell) { lane.cells.push_back(cell); });
    return lane;
}

LaneSums laneSums(const Row& row, const LaneTimes& times, Time makespan, std::span<const PhaseSpan> ofStep)
{
    LaneSums sums;
    const LanePhases phases = phasesOf(row, times);
    std::optional<Time> first;
    Time last = 0;
    Time covered = 0;
    const auto addGap = [&](Time until) {
        if (!isGap(covered, until, makespan))
            return;
        const RankPhase phase = phases.phaseAt(covered);
        sums.idle += until - covered;
        (phase == RankPhase::WarmUp   ? sums.idleWarmup
         : phase == RankPhase::Steady ? sums.idleSteady
                                      : sums.idleCooldown) += until - covered;
    };
    const auto passPhases = [&](bool heads) {
        for (const PhaseSpan& span : ofStep) {
            if (isHead(span.phase) != heads)
                continue;
            addGap(span.start);
            covered = std::max(covered, span.end);
            (heads ? sums.head : sums.tail) += span.end - span.start;
        }
    };
    passPhases(true);
    forEachCell(row, times, [&](const LaneCell& cell) {
        addGap(std::min(cell.start, makespan));
        covered = std::max(covered, cell.end);
        sums.busy += cell.end - cell.start;
        first = first.value_or(cell.start);
        last = cell.end;
    });
    passPhases(false);
    addGap(makespan);
    sums.span = last - first.value_or(0);
    return sums;
}

} // namespace bubblescope
